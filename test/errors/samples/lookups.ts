import { bool, float64, transform, utf8 } from 'rowfuse';

const table: Record<string, number> = { a: 1, b: 2 };
const changed: Record<string, number> = { a: 1 };
const inner = { list: [1], table: { a: 1 } };
const nested: Record<string, { readonly n: number }> = { a: { n: 1 } };
const kinds: Record<string, string | number> = { a: 1, b: 'b' };
const list = [1, 2, 3];
const map = new Map([['a', 1]]);
const objects = new Set([{}]);
const computed = { now: Date.now() };
const methods = { twice: (n: number) => n * 2 };
const self: Record<string, unknown> = { a: 1, get b() { return 2; } };
enum Kind {
  A,
  B = 'x'.length,
}
changed.b = 2;
inner.list.push(2);
Object.assign(inner.table, { b: 2 });

export const lookups = transform({
  input: { s: utf8, n: float64 },
  output: bool,
  row({ s, n }) {
    if (changed[s] === 1) return false; // RF1402
    if (inner.list.includes(n)) return false; // RF1402
    if (kinds[s] === 1) return false; // RF1304
    if (`${nested[s]}` === '') return false; // RF1203
    if (nested[s] === nested.a) return false; // RF1203 RF1203
    if (table['constructor'] === 1) return false; // RF1203
    if (table.toString() === '') return false; // RF1301
    if ((list as unknown as Record<string, number>)[s] === 1) return false; // RF1302
    if ((map as unknown as Record<string, number>)[s] === 1) return false; // RF1203
    if (map.get(s, 1) === 1) return false; // RF1203
    if (map.keys().next().done) return false; // RF1301
    if (objects.has({})) return false; // RF1401
    if (computed.now === n) return false; // RF1401
    if ((methods as Record<string, (n: number) => number>)[s]?.(n) === 2) return false; // RF1203
    if (self.a === 1) return false; // RF1203
    if (Kind.A === n) return false; // RF1401
    if (({ a: 1, b: 2 } as Record<string, number>)[s] === n) return false; // RF1203
    if (s in list) return false; // RF1203
    let row = nested[s];
    if (n > 1) row = nested.a; // RF1203
    const { n: m = 3 } = nested[s] as { n?: number };
    for (const key in table) if (key === s) return false; // RF1203
    return m === n;
  },
});

const wrap = <T extends object>(given: T): T => ({ ...given, f: (text: string) => `${text}!` });
const wrapped = wrap({ f: (text: string) => text });
const copied = { ...methods, f: (text: string) => text };
const replaced = { f: (text: string) => text };
replaced.f = (text) => `${text}!`;

// The function of the literal is not the one that is called.
export const functionsOfOtherObjects = transform({
  input: { s: utf8 },
  output: { wrapped: utf8, copied: utf8, replaced: utf8 },
  row: ({ s }) => ({
    wrapped: wrapped.f(s), // RF1203
    copied: copied.f(s), // RF1203
    replaced: replaced.f(s), // RF1203
  }),
});

// A property that is undefined is there, and one that an object lacks is not: the value does not tell.
export const undefinedProperties = transform({
  input: { s: utf8 },
  output: bool,
  row({ s }) {
    const all: { name?: string | undefined }[] = [{}];
    const others = all;
    others.push({ name: s === '' ? undefined : s });
    return all.some((one) => 'name' in one); // RF1203
  },
});
