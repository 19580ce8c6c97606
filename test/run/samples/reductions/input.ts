import { float64, int64, transform, utf8 } from 'rowfuse';

/** The accumulator may be an object, an array of known length, a date, or an array that grows. */
export const reductions = transform({
  input: { s: utf8, x: float64, y: float64, k: int64 },
  output: { object: utf8, crossed: utf8, pair: utf8, distinct: utf8, sizes: utf8, absent: utf8, date: float64, right: utf8, bigint: utf8, chosen: utf8, returned: utf8 },
  row({ s, x, y, k }) {
    const parts = s.split(',');
    const units = s.split('');
    const object = parts.reduce((sum, part) => ({ count: sum.count + part.length, text: sum.text + part }), { count: 0, text: '' });
    const crossed = parts.reduce((both, part) => ({ a: both.b, b: both.a + part }), { a: '', b: '!' });
    const [count, size] = parts.reduce<[number, number]>(([n, all], part) => [n + 1, all + part.length], [0, 0]);
    const absent = units.reduce((seen, unit) => ({ ok: seen.ok && unit !== 'a', last: unit as string | null }), {
      ok: true,
      last: null as string | null,
    });
    const right = [x, y].reduceRight((sum, value, at) => ({ sum: sum.sum + value, at }), { sum: 0, at: -1 });
    const chosen = units.reduce((n, unit) => (unit === 'a' ? { a: n.a + 1, b: n.b } : { a: n.a, b: n.b + 1 }), { a: 0, b: 0 });
    const returned = units.reduce(
      (sum, unit) => {
        if (unit === 'a') return { ...sum, n: sum.n + 1 };
        return { ...sum, rest: sum.rest + unit };
      },
      { n: 0, rest: '' },
    );
    return {
      object: `${object.count}${object.text}`,
      crossed: `${crossed.a}|${crossed.b}`,
      pair: `${count},${size}`,
      distinct: parts.reduce<string[]>((kept, part) => (kept.includes(part) ? kept : [...kept, part]), []).join('|'),
      sizes: parts.reduce<number[]>((sizes, part, at) => [...sizes, part.length + at], []).join('|'),
      absent: `${absent.ok} ${absent.last}`,
      date: units.reduce((date, unit) => new Date(date.getTime() + unit.length), new Date(x)).getTime(),
      right: `${right.sum} ${right.at}`,
      bigint: `${units.reduce((sum, unit) => sum + BigInt(unit.charCodeAt(0)), k)}`,
      chosen: `${chosen.a}/${chosen.b}`,
      returned: `${returned.n}${returned.rest}`,
    };
  },
});
