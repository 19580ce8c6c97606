import { float64, list, struct, transform, utf8 } from 'rowfuse';

const table = [1, 2, 3];
const origin = { sizes: [1, 2], n: 1 };

/** Objects in the memory of a row would be copies of constants and columns. */
export const changedConstants = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const own = { inner: origin }; // RF1203
    own.inner.n += s.length;
    return `${origin.n}`;
  },
});

export const constantInMap = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const sizes = new Map<string, number[]>();
    sizes.set(s, table); // RF1203
    sizes.get(s)!.push(1);
    return `${table.length}`;
  },
});

export const chosenConstant = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const own = [1];
    const chosen = s === 'a' ? table : own; // RF1203
    chosen.push(1);
    return `${table.length}`;
  },
});

export const columnInMap = transform({
  input: { xs: list(float64) },
  output: utf8,
  row({ xs }) {
    const lists = new Map<string, number[]>();
    lists.set('a', xs as number[]); // RF1203
    lists.get('a')!.push(2);
    return '';
  },
});

/** Some methods skip places that were never assigned. */
export const holes = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const sizes = new Array<number>(3);
    sizes[1] = s.length;
    const more = sizes.map((size) => size + 1); // RF1203
    return `${0 in sizes} ${more.length}`; // RF1203
  },
});

/** Objects of one type whose properties are in different orders. */
export const severalOrders = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const points: { x: number; y: number }[] = [{ x: 1, y: 2 }];
    points.push({ y: s.length, x: 2 });
    return points.map((point) => Object.keys(point).join()).join(); // RF1320
  },
});

/** The reference would ask for the object twice. */
export const askedTwice = transform({
  input: { s: utf8 },
  output: utf8,
  row({ s }) {
    const counts: Record<string, number> = {};
    let asked = 0;
    const next = () => {
      asked += 1;
      return counts;
    };
    next()[s] = 1; // RF1203
    return `${next()[s]} ${asked}`; // RF1203
  },
});

export const structsOfColumns = transform({
  input: { points: list(struct({ x: float64, y: float64 })) },
  output: float64,
  row({ points }) {
    const own: { x: number; y: number }[] = [...points]; // RF1203
    for (const p of own) p.x += 1;
    const all = new Map<string, { x: number; y: number }>();
    for (const p of points) all.set('a', p); // RF1203
    const a = all.get('a');
    if (a) a.x = 5;
    return own[0]?.x ?? 0;
  },
});

export const listOfColumnOrEmpty = transform({
  input: { rows: list(list(float64)) },
  output: float64,
  row({ rows }) {
    const first = (rows[0] ?? []) as number[]; // RF1203
    const kept = [first];
    kept[0]!.push(1);
    return first.length;
  },
});

export const comparatorThatPushes = transform({
  input: { xs: list(float64) },
  output: float64,
  row({ xs }) {
    const own = xs.slice();
    const other = own;
    own.sort((x, y) => { // RF1203
      own.push(9);
      return x - y;
    });
    return other.length;
  },
});
