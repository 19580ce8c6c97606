import { bool, float64, int32, list, nullable, transform, utf8 } from 'rowfuse';

type Scalar = string | number | boolean | null;

/** Gives a value of one of four kinds. */
function parse(part: string): Scalar {
  if (part === 'true' || part === 'false') return part === 'true';
  if (part === '') return null;
  const n = Number(part);
  return Number.isNaN(n) ? part : n;
}

/** Elements of several kinds: tests, text, truth, equality and `switch`. */
export const mixedScalars = transform({
  input: { s: utf8, t: utf8 },
  output: { text: utf8, kinds: utf8, truths: int32, equal: int32, sum: float64, joined: utf8, found: utf8 },
  row({ s, t }) {
    const values = `${s},${t},true,1,,x`.split(',').map(parse);
    const wanted = parse(t);
    let [text, kinds] = ['', ''];
    let [truths, equal, sum] = [0, 0, 0];
    for (const value of values) {
      if (value) truths += 1;
      if (value === 'a' || value === 1 || value === true || value === wanted) equal += 1;
      switch (typeof value) {
        case 'string':
          text += `s${value.length}${value.toUpperCase()}`;
          break;
        case 'number':
          text += value.toFixed(1);
          sum += value;
          break;
        case 'boolean':
          text += value ? 'T' : 'F';
          break;
        default:
          text += 'none';
      }
      kinds += `${typeof value} ${value};`;
    }
    const strings = values.filter((value): value is string => typeof value === 'string');
    const texts = values.map(String).concat(strings);
    const numbers = values.map(Number).filter((n) => !Number.isNaN(n));
    return {
      text,
      kinds,
      truths,
      equal,
      sum: sum + numbers.length,
      joined: `${values.join('/')} ${values} ${texts.length}`,
      found: `${values.includes(wanted)} ${values.indexOf('x')} ${values.find((value) => typeof value === 'boolean')} ${values.filter(Boolean).length}`,
    };
  },
});

const known = new Set<string | number | boolean>(['a', 'b', 1, 2, true]);
const few: Scalar[] = ['x', 3, null];
const table = { a: 1, 2: 'two' };

interface Cell {
  value: string | number;
  note?: string;
}

/** Tests of values of several kinds, and assignments to properties of several kinds. */
export const mixedCells = transform({
  input: { s: utf8, t: utf8 },
  output: { tests: utf8, cells: utf8, sum: float64, sorted: utf8, last: utf8, half: utf8 },
  row({ s, t }) {
    const values = `${s},${t},1,2.5,x,b`.split(',').map(parse);
    let tests = '';
    for (const value of values) {
      tests += `${Number.isInteger(value)} ${Number.isNaN(value)} ${known.has(value ?? 'a')} ${few.includes(value)} `;
      tests += `${value === 'a' || value === 'b' || value === 'x' || value === 'y' || value === 'z'} `;
      if (typeof value !== 'boolean' && value !== null) tests += value in table;
      switch (value) {
        case 1:
          tests += 'one';
          break;
        case 'x':
        case true:
          tests += 'x';
          break;
        case null:
          tests += 'null';
      }
      tests += value == null ? '!' : value === 2.5 ? 'two' : ';';
    }
    const all = s.split(' ').map((part): Cell => (part.length > 2 ? { value: part } : { value: part.length, note: part }));
    const counts: Record<string, number> = {};
    let sum = 0;
    const halves: (string | number)[] = [s.slice(1), t.charAt(0), sum];
    for (const cell of all) {
      if (typeof cell.value === 'number') {
        cell.value += 1;
        sum += cell.value;
        cell.value++;
      } else cell.value += '!';
      counts[cell.value] = (counts[cell.value] ?? 0) + 1;
    }
    const last = all.at(-1);
    all.sort((a, b) => (String(a.value) < String(b.value) ? -1 : String(a.value) > String(b.value) ? 1 : 0));
    return {
      tests,
      cells: Object.entries(counts)
        .map(([value, count]) => `${value}${count}`)
        .join(';'),
      sum,
      last: typeof last?.value === 'string' ? last.value.toUpperCase() : (last?.note ?? ''),
      half: halves.filter((half) => typeof half === 'string')[0] ?? '',
      sorted: all.map(({ value, note }) => `${value}${note ?? '-'}`).join('|'),
    };
  },
});

/** A variable that changes its kind in a loop, and values that `??` and `||` choose. */
export const changingKinds = transform({
  input: { s: utf8, n: nullable(int32), flag: bool },
  output: { value: utf8, kinds: utf8, chosen: utf8 },
  row({ s, n, flag }) {
    let value: string | number = n ?? 0;
    let kinds = '';
    for (const part of s.split(' ')) {
      if (typeof value === 'number') value = value > 3 ? part : value + part.length;
      else value = value.length > 2 ? value.length : value + part;
      kinds += typeof value;
    }
    const either = n ?? s;
    const truth = s || n || flag;
    const all: (string | number | boolean)[] = [s, n ?? -1, flag];
    const total = all.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : Number(one)), 0);
    return { value: `${value}`, kinds, chosen: `${either} ${truth} ${total} ${+all.length} ${all.at(-1)}` };
  },
});

/** Keys of several kinds. */
export const mixedKeys = transform({
  input: { s: utf8 },
  output: { counts: utf8, size: int32, has: bool, isNegativeZero: bool },
  row({ s }) {
    const seen = new Set<string | number | bigint | boolean | null>([null, true, 10n, 10, '10']);
    const counts = new Map<string | number, number>();
    for (const part of s.split(' ')) {
      const key = /^\d+$/.test(part) ? Number(part) : part;
      seen.add(key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    seen.add(Number.NaN).add(-0).add('0');
    return {
      counts: [...counts].map(([key, count]) => `${typeof key} ${key} ${count}`).join(),
      size: seen.size,
      isNegativeZero: [...seen].some((key) => typeof key === 'number' && key === 0 && 1 / key < 0),
      has: seen.has(0) && seen.has(Number.NaN) && seen.has(10n) && !seen.has('NaN') && !seen.has(false),
    };
  },
});

/** Casts that are wrong in some rows: the row fails on every backend. */
export const wrongCasts = transform({
  input: { s: utf8, n: int32 },
  output: int32,
  row({ s, n }) {
    const values: (string | number | undefined)[] = [];
    values.push(n % 2 === 0 ? s : n);
    const first = values[0] as string;
    const none = values[1] as string;
    return first.length + (none === undefined ? 1 : 0);
  },
});

type Tree = string | number | Tree[];

function show(value: Tree): string {
  if (Array.isArray(value)) return `[${value.map((inner) => show(inner)).join(' ')}]`;
  return typeof value === 'string' ? `"${value}"` : `${value}`;
}

function depth(value: Tree): number {
  if (!Array.isArray(value)) return 0;
  let most = 0;
  for (const inner of value) most = Math.max(most, depth(inner));
  return most + 1;
}

/** Arrays that hold strings, numbers and arrays. */
export const mixedTrees = transform({
  input: { s: utf8, t: utf8 },
  output: { shown: utf8, depth: int32, first: utf8 },
  row({ s, t }) {
    const root: Tree[] = [];
    const open: Tree[][] = [root];
    for (const token of `( ${s} ( 1 ${t} ) )`.split(' ')) {
      const last = open.at(-1);
      if (token === '(') {
        const inner: Tree[] = [];
        last?.push(inner);
        open.push(inner);
      } else if (token === ')') {
        if (open.length > 1) open.pop();
      } else last?.push(Number.isNaN(Number(token)) ? token : Number(token));
    }
    const [first] = root;
    return { shown: show(root), depth: depth(root), first: typeof first === 'object' ? `${first.length}` : `${first}` };
  },
});

interface Field {
  readonly name: string;
  value: string | number | undefined;
}

/** Fields, values of dictionaries and parts of tuples of several kinds. */
export const mixedParts = transform({
  input: { s: utf8, t: utf8 },
  output: { fields: utf8, options: utf8, pairs: utf8, same: bool },
  row({ s, t }) {
    const fields: Field[] = s.split(' ').map((part) => {
      const [name = '', value] = part.split('a');
      return { name, value: value === undefined ? undefined : value.length > 1 ? value : value.length };
    });
    fields.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const found = fields.find((field) => typeof field.value === 'number' && field.value > 0);
    for (const field of fields) field.value ??= 'none';
    const options: Record<string, string | boolean | string[]> = {};
    for (const part of t.split(' ')) {
      const [key = '', value = ''] = part.split('b');
      const before = options[`${key}!`];
      if (before === undefined) options[`${key}!`] = value === '' ? true : value;
      else if (Array.isArray(before)) before.push(value);
      else options[`${key}!`] = [String(before), value];
    }
    const pairs: [string, number | string][] = [];
    for (const word of s.split(' ')) pairs.push([word, word.length > 1 ? word.length : word]);
    let shown = '';
    for (const [word, value] of pairs) shown += typeof value === 'string' ? value.toUpperCase() : word.length + value;
    const measure = (text: string) => (text.length % 2 === 0 ? text : text.length);
    return {
      fields: fields.map(({ name, value }) => `${name}=${value}`).join(',') + (found?.value ?? '-'),
      options: Object.entries(options)
        .map(([key, value]) => `${key}${Array.isArray(value) ? value.join('+') : value}`)
        .join(),
      pairs: shown,
      same: measure(s) === measure(t),
    };
  },
});
