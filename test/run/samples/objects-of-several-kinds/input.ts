import { bool, float64, int32, transform, utf8 } from 'rowfuse';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Cursor {
  readonly text: string;
  at: number;
}

/** Reads a value in a loose form of JSON: whatever is no number or word of it is a text. */
function parsed(c: Cursor): Json {
  const unit = c.text[c.at];
  if (unit === '[') {
    c.at += 1;
    const list: Json[] = [];
    while (c.at < c.text.length && c.text[c.at] !== ']') {
      list.push(parsed(c));
      if (c.text[c.at] === ',') c.at += 1;
    }
    c.at += 1;
    return list;
  }
  if (unit === '{') {
    c.at += 1;
    const found: { [key: string]: Json } = {};
    while (c.at < c.text.length && c.text[c.at] !== '}') {
      const key = parsed(c);
      if (c.text[c.at] === ':') c.at += 1;
      found[`_${typeof key === 'string' ? key : '?'}`] = parsed(c);
      if (c.text[c.at] === ',') c.at += 1;
    }
    c.at += 1;
    return found;
  }
  let word = '';
  while (c.at < c.text.length && !',]}:[{'.includes(c.text.charAt(c.at))) {
    word += c.text.charAt(c.at);
    c.at += 1;
  }
  if (word === '') c.at += 1;
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  const number = Number(word);
  return Number.isNaN(number) ? word : number;
}

function sumOf(value: Json): number {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.reduce<number>((total, one) => total + sumOf(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  if (parts.includes('a')) return -1;
  let total = 0;
  for (const part of parts) total += sumOf(part);
  return total;
}

function written(value: Json): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return `${value}`;
  if (typeof value === 'string') return `'${value}'`;
  if (value instanceof Array) return `[${value.map(written).join()}]`;
  let text = '';
  for (const key in value) text += `${text ? ',' : ''}${key}:${written(value[key] ?? null)}`;
  return `{${text}}`;
}

/** Values that are arrays, dictionaries or none of these, nested to any depth. */
export const jsonRead = transform({
  input: { s: utf8, t: utf8, n: int32 },
  output: { sum: float64, text: utf8 },
  row({ s, t, n }) {
    const value = parsed({ text: `{${s}:[${t},[${n},{b:${s}}]],c:${n}}`, at: 0 });
    return { sum: sumOf(value), text: written(value) };
  },
});

type Expr = number | [string, Expr, Expr] | { neg: Expr };

const evaluated = (e: Expr): number => {
  if (typeof e === 'number') return e;
  if ('neg' in e) return -evaluated(e.neg);
  const [operator, left, right] = e;
  return operator === '+' ? evaluated(left) + evaluated(right) : evaluated(left) * evaluated(right);
};

type Shape = { radius: number } | { side: number } | { width: number; height: number };

const area = (shape: Shape): number => {
  if ('radius' in shape) return shape.radius * 3;
  if ('side' in shape) return shape.side ** 2;
  return shape.width * shape.height;
};

/** Narrowing by `in`: of a pair or an object, and of objects with different properties. */
export const narrowedByIn = transform({
  input: { s: utf8, n: int32 },
  output: { value: float64, areas: float64, names: utf8 },
  row({ s, n }) {
    let e: Expr = n;
    const shapes: Shape[] = [{ radius: 1 }];
    const entries: { name?: string; size: number }[] = [];
    for (const unit of s) {
      if (unit < 'b') e = { neg: e };
      else if (unit < 'm') e = ['+', e, unit.charCodeAt(0)];
      else e = ['*', 3, e];
      shapes.push(unit < 'b' ? { radius: n } : unit < 'm' ? { side: 3 } : { width: n, height: 2 });
      entries.push(unit < 'm' ? { name: unit, size: 1 } : { size: n });
    }
    const [first] = entries;
    if (first && n % 2 === 0) delete first.name;
    const names = entries.map((entry) => `${'name' in entry ? entry.name : '-'}${Object.hasOwn(entry, 'name')}`);
    return {
      value: evaluated(e),
      areas: shapes.reduce((sum, shape) => sum + area(shape), 0),
      names: names.join(),
    };
  },
});

/** One place for texts, numbers, arrays, maps and objects, and tests of each. */
export const placesOfKinds = transform({
  input: { s: utf8, t: utf8, n: int32 },
  output: utf8,
  row({ s, t, n }) {
    const memo: Record<string, number | number[] | Map<string, number> | { last: string }> = {};
    for (const word of `${s} ${t},${s},${t} x`.split(/[ ,]/)) {
      const key = `_${word.length % 3}`;
      const before = memo[key];
      if (before === undefined) memo[key] = word.length;
      else if (typeof before === 'number') memo[key] = [before, n];
      else if (before instanceof Map) {
        before.set(word, (before.get(word) ?? 0) + 1);
        if (before.size > 1) memo[key] = { last: word };
      } else if ('last' in before) before.last += word;
      else if (before.length > 2) memo[key] = new Map([[word, before.length]]);
      else before.push(word.length);
    }
    let text = '';
    for (const [key, value] of Object.entries(memo)) {
      switch (typeof value) {
        case 'number':
          text += `${key}=${value};`;
          break;
        case 'object':
          if (Array.isArray(value)) text += `${key}[${value}];`;
          else if (value instanceof Map) text += `${key}(${[...value].map(([word, count]) => word + count).join('|')});`;
          else text += `${key}{${value.last}};`;
      }
    }
    return text;
  },
});

/** Identity: the same array or object under two names, in sets and searches. */
export const sameObjects = transform({
  input: { s: utf8, n: int32 },
  output: { size: int32, found: int32, sum: float64, isSame: bool },
  row({ s, n }) {
    const all: (number[] | { x: number } | Set<string>)[] = [[1, 2], { x: 3 }, new Set(s)];
    const [first, second] = all;
    if (Array.isArray(first)) first.push(n);
    if (second && 'x' in second) second.x += n;
    const again = all[0];
    if (first && n > 0) all.push(first);
    const sum = all.reduce((total, one) => {
      if (one instanceof Set) return total + one.size;
      return total + (Array.isArray(one) ? one.reduce((part, value) => part + value, 0) : one.x);
    }, 0);
    return {
      size: new Set(all).size,
      found: first ? all.lastIndexOf(first) : -1,
      sum,
      isSame: first === again && first !== second,
    };
  },
});

/** A variable that holds a set or an array, and arrays of which some elements are flattened. */
export const setOrArray = transform({
  input: { s: utf8, t: utf8, n: int32 },
  output: { size: int32, text: utf8, flat: utf8, padded: utf8 },
  row({ s, t, n }) {
    let found: Set<string> | string[] | null = null;
    if (n > 10) found = new Set<string>();
    else if (n > -10) found = [];
    for (const unit of s) {
      if (found instanceof Set) found.add(unit);
      else if (found) found.push(unit);
    }
    const parts: (string | string[] | null)[] = [];
    for (const word of t.split(' ')) parts.push(word.length > 2 ? word : word.length > 1 ? [...word] : null);
    const lengths = parts.map((part) => (Array.isArray(part) ? part.length : 0));
    const padded = [null, ...lengths, n > 0 ? n : null];
    const size = found instanceof Set ? found.size : (found?.length ?? -1);
    return {
      size,
      text: found instanceof Set ? [...found].join('') : (found?.join('') ?? '-'),
      flat: `${[...parts.flat(), n].join('.')} ${t.split(' ').flatMap((word) => (word.length > 2 ? [word, '!'] : word))}`,
      padded: `${padded.map((one) => one ?? '-')} ${[...padded, ...lengths].filter((one) => one !== null).length}`,
    };
  },
});

type Nested = number | Nested[];

/** `flat` of several levels at once. */
export const flattenedDeep = transform({
  input: { s: utf8, t: utf8, n: int32 },
  output: { twice: utf8, all: int32, once: int32, mixed: utf8 },
  row({ s, t, n }) {
    const cells = s.split(';').map((line) => line.split(',').map((part) => part.split(' ')));
    const nested: Nested[] = [1, [2, [n, [4]]]];
    nested.push([t.length]);
    return {
      twice: cells.flat(2).join('|'),
      all: cells.flat(Infinity).length,
      once: cells.flat(1).length,
      mixed: nested
        .flat(2)
        .map((part) => (Array.isArray(part) ? part.length : part))
        .join(),
    };
  },
});

/** Functions of the platform for values of several kinds, without an array that holds them. */
export const mappedByName = transform({
  input: { s: utf8, n: int32, flag: bool },
  output: { texts: utf8, numbers: int32, truths: int32, calls: int32 },
  row({ s, n, flag }) {
    let calls = 0;
    const next = () => {
      calls += 1;
      return calls;
    };
    return {
      texts: [s, next(), flag, null, n > 0 ? n : undefined, next()].map(String).join(';'),
      numbers: [s, n, flag, next()].map(Number).filter((value) => !Number.isNaN(value)).length,
      truths: [s, n, flag].map(Boolean).filter((value) => value).length,
      calls,
    };
  },
});
