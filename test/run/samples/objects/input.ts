import { bool, float64, int32, nullable, transform, utf8 } from 'rowfuse';

export const localTuples = transform({
  input: { a: utf8, b: utf8, n: int32 },
  output: utf8,
  row({ a, b, n }) {
    let [first, second] = [a, b];
    if (n > 0) [first, second] = [second, first];
    const pair = [first, second] as const;
    const all = [...pair, n, ...[first.length, second.length]] as const;
    const [, , number = 7, , , missing = 'none'] = [...all] as [string, string, number?, number?, number?, string?];
    let counts: [number, number] = [0, 1];
    for (let i = 0; i < 5; i++) counts = [counts[1], counts[0] + counts[1]];
    counts[0] += n % 3;
    counts[1]++;
    const chosen = (n % 2 === 0 ? pair : ([b, a] as const))[0];
    const names = ['zero', 'one', 'two'];
    return `${pair[0]}${all[2]}${all.length}${number}${missing}${counts[0]},${counts[1]} ${chosen} ${names[n % 4]}`;
  },
});

export const localRecords = transform({
  input: { name: nullable(utf8), x: float64, y: float64 },
  output: { text: utf8, sum: float64, long: nullable(bool) },
  row({ name, x, y }) {
    const point = { x, y, label: name ?? 'none' };
    point.x += 1;
    point['y'] *= 2;
    const moved = { ...point, x: point.x * 2, extra: { deep: [1, { deeper: y }] as const } };
    const { x: left, label, ...rest } = moved;
    const { extra: { deep: [, { deeper }] }, y: top = 5 } = rest;
    const options: { readonly size?: number | undefined; readonly mark?: string | null } = name === null ? { size: 3, mark: null } : { size: undefined, mark: name };
    const { size = name?.length ?? -1, mark = '!' } = options;
    if (x > 10) return { text: label, sum: left + top, long: null };
    const result = { text: `${label}${size}${mark}`, sum: deeper + left - top };
    return x < -10 ? { ...result, long: label.length > 3 } : { long: undefined as unknown as null, ...result };
  },
});

const origin = (x: number) => ({ x, y: 0, scale: 1 });

/** Objects as results and parameters of functions. */
export const functionsOfObjects = transform({
  input: { n: int32, s: utf8 },
  output: { x: float64, y: float64, name: utf8 },
  row({ n, s }) {
    const scaled = ({ x, y, scale = 2 }: { x: number; y: number; scale?: number }, by = scale) => ({ x: x * by, y: y * by });
    const sizes = (text: string): [number, string] => {
      if (text === '') return [0, 'empty'];
      const space = text.indexOf(' ');
      if (space >= 0) return [space, text.slice(0, space)];
      return [text.length, text];
    };
    const [size, name] = sizes(s);
    let point = n > 0 ? origin(n) : { x: 1, y: size, scale: 3 };
    if (size > 3) point = { ...point, y: n };
    for (const c of s) if (c === 'a') point = { x: point.y, y: point.x, scale: point.scale };
    return { ...scaled(point), name };
  },
});

export const undefinedEverywhere = transform({
  input: { s: utf8, n: nullable(int32) },
  output: nullable(utf8),
  row({ s, n }) {
    const unit = s[n ?? 0];
    const [a = unit, b = a ?? 'x', c = `${b}`] = [s.at(1), unit, undefined];
    const { length } = s;
    if (unit === undefined) return (n === 3 ? undefined : null) as null;
    return `${a}${b}${c}${length}${undefined}${void 0}`;
  },
});

export const assignedPatterns = transform({
  input: { a: int32, b: int32, s: utf8 },
  output: utf8,
  row({ a, b, s }) {
    let x = a % 100;
    let y = b % 100;
    let rest: number[] = [];
    const at = { x: 0, y: 0 };
    [x, y] = [y, x];
    [at.x, at.y = x++, ...[y]] = [x, undefined, x] as [number, number | undefined, number];
    ({ x, y: at.y } = { x: y, y: x });
    const [p, q] = ([x, y] = [at.y, at.x]);
    let name = '';
    let size = 0;
    ({ name = 'none', length: size } = { name: s === '' ? undefined : s, length: s.length });
    return `${x} ${y} ${at.x} ${at.y} ${p} ${q} ${name} ${size} ${rest.length}`;
  },
});

/** A value that is never read may fail all the same. */
export const unusedParts = transform({
  input: { x: float64, s: utf8, n: int32 },
  output: utf8,
  row({ x, s, n }) {
    const parse = (text: string) => ({ first: text.slice(0, 1), whole: BigInt(x) });
    if (n === 0) return `${({ a: BigInt(x), b: n }).b}`;
    if (n === 1) return parse(s).first;
    if (n === 2) {
      const { first } = parse(s);
      return first;
    }
    const ignoring = (...given: unknown[]) => given.length;
    return `${ignoring(n)}${[BigInt(x), n].length}`;
  },
});

/** Keys that are one of a few names by their type. */
export const namedKeys = transform({
  input: { s: utf8, n: int32, x: float64 },
  output: { key: utf8, value: utf8, side: float64, different: utf8, column: utf8 },
  row(row) {
    const { s, n, x } = row;
    const box = { width: n, height: x, label: s };
    const key = n % 3 === 0 ? 'width' : n % 3 === 1 ? 'height' : 'label';
    const side: 'width' | 'height' = n > 3 ? 'width' : 'height';
    const parse = (text: string) => (text === '' ? null : { size: text.length, first: text.charCodeAt(0) });
    const [a, b] = [parse(s), parse(s.slice(1))];
    let different = '';
    for (const part of ['size', 'first'] as const) if (a && b && a[part] !== b[part]) different += `${part} ${a[part] - b[part]} `;
    let column = '';
    for (const name of ['x', 'n'] as const) column += `${name}=${row[name]} `;
    return { key, value: `${box[key]}`, side: box[side] * 2, different, column };
  },
});

/** The type of a key may be wrong. Without the check of the key, JavaScript would print undefined. */
export const wrongKeys = transform({
  input: { s: utf8 },
  output: utf8,
  row: ({ s }) => `${{ a: 1.5, b: s.length }[s as 'a' | 'b']}`,
});
