/** Objects of the row's memory, as the interpreter of the IR holds them. */
import type { Access } from '../../codegen/ir/expression.js';
import { kindOfObjects } from '../../codegen/ir/type.js';
import { fail } from './outcome.js';

/** The entries of a map, set or dictionary in the order in which they were added; a deleted one stays as a gap. */
class Entries {
  readonly list: { readonly key: unknown; value: unknown; isThere: boolean }[] = [];

  find(key: unknown) {
    return this.list.find((entry) => entry.isThere && sameValueZero(entry.key, key));
  }

  set(key: unknown, value: unknown): void {
    const found = this.find(key);
    if (found) found.value = value;
    else this.list.push({ key: Object.is(key, -0) ? 0 : key, value, isThere: true });
  }

  get names(): readonly string[] {
    return Object.keys(Object.fromEntries(this.list.flatMap(({ key, isThere }) => (isThere ? [[key, 0]] : []))));
  }
}

function sameValueZero(a: unknown, b: unknown): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** The kinds of objects, as a variant tells them. */
const kinds = new WeakMap<object, string>();

type Operation = (args: readonly never[], e: Access) => unknown;

const operations = {
  new(_: unknown, { to }: Access) {
    const object = to.kind === 'array' ? [] : to.kind === 'record' ? {} : new Entries();
    kinds.set(object, kindOfObjects(to));
    return object;
  },
  element: ([array, place]: readonly [unknown[], number]) => array[place],
  item: ([array, place]: readonly [unknown[], number]) => array[place],
  'set element'([array, place, value]: readonly [unknown[], number, unknown]) {
    if (!Number.isInteger(place) || place < 0 || place > array.length) fail('thrown');
    array[place] = value;
  },
  store([array, place, value]: readonly [unknown[], number, unknown]) {
    if (Number.isInteger(place) && place >= 0 && place < array.length) array[place] = value;
  },
  encode: ([array, text]: readonly [unknown[], string]) => void array.push(...new TextEncoder().encode(text)),
  reserve: () => undefined,
  push: ([array, value]: readonly [unknown[], unknown]) => void array.push(value),
  pop: ([array]: readonly [unknown[]]) => array.pop(),
  shift: ([array]: readonly [unknown[]]) => array.shift(),
  length: ([array]: readonly [unknown[]]) => array.length,
  empty: ([array]: readonly [unknown[]]) => void array.splice(0),
  view: ([array]: readonly [unknown[]]) => array.slice(),
  append: ([array, added]: readonly [unknown[], readonly unknown[]]) => void array.push(...added),
  assign: ([array, other]: readonly [unknown[], readonly unknown[]]) => void array.splice(0, array.length, ...other),
  insert: ([array, place, added]: readonly [unknown[], number, readonly unknown[]]) =>
    void array.splice(place, 0, ...added),
  remove: ([array, place, count]: readonly [unknown[], number, number]) => void array.splice(place, count),
  place: ([array, start]: readonly [unknown[], number]) => placeOf(start, array.length),
  removable: ([array, from, count]: readonly [unknown[], number, number]) =>
    Math.min(Math.max(Math.trunc(count) || 0, 0), array.length - from),
  reverse: ([array]: readonly [unknown[]]) => void array.reverse(),
  'copy within': ([array, target, start, end]: readonly [unknown[], number, number, number]) =>
    void array.copyWithin(target, start, end),
  fill: ([array, value, start, end]: readonly [unknown[], unknown, number, number]) =>
    void array.fill(value, start, end),
  extend([array, length, value]: readonly [unknown[], number, unknown]) {
    if (!(length >= 0 && length <= 2 ** 32 - 1 && Number.isInteger(length))) fail('thrown');
    for (let place = 0; place < length; place += 1) array.push(value);
  },
  size: ([map]: readonly [Entries]) => map.list.filter(({ isThere }) => isThere).length,
  get: ([map, key]: readonly [Entries, unknown]) => map.find(key)?.value,
  has: ([map, key]: readonly [Entries, unknown]) => map.find(key) !== undefined,
  set: ([map, key, value]: readonly [Entries, unknown, unknown]) => map.set(key, value),
  add: ([map, key]: readonly [Entries, unknown]) => map.set(key, undefined),
  delete([map, key]: readonly [Entries, unknown]) {
    const found = map.find(key);
    if (found) found.isThere = false;
    return found !== undefined;
  },
  clear([map]: readonly [Entries]) {
    for (const entry of map.list) entry.isThere = false;
  },
  next: ([map, place]: readonly [Entries, number]) =>
    map.list.findIndex(({ isThere }, index) => isThere && index >= place),
  'key at': ([map, place]: readonly [Entries, number]) => map.list[place]?.key,
  'value at': ([map, place]: readonly [Entries, number]) => map.list[place]?.value,
  property([map, key]: readonly [Entries, string]) {
    if (!map.find(key) && key in {}) fail('inherited_name');
    return map.find(key)?.value;
  },
  'has property'([map, key]: readonly [Entries, string]) {
    if (!map.find(key) && key in {}) fail('inherited_name');
    return map.find(key) !== undefined;
  },
  'set property'([map, key, value]: readonly [Entries, string, unknown]) {
    if (key === '__proto__') fail('inherited_name');
    map.set(key, value);
  },
  names: ([map]: readonly [Entries]) => map.names,
  field: ([object]: readonly [Record<string, unknown>], { field = '' }) => object[field],
  'set field'([object, value]: readonly [Record<string, unknown>, unknown], { field = '' }) {
    object[field] = value;
  },
} as unknown as Readonly<Record<Access['operation'], Operation>>;

function placeOf(start: number, length: number): number {
  const place = Math.trunc(start) || 0;
  return place < 0 ? Math.max(place + length, 0) : Math.min(place, length);
}

/** Returns the kind of a present value, as a variant tells it. */
export function kindOf(value: unknown): string {
  return (typeof value === 'object' && value !== null && kinds.get(value)) || typeof value;
}

/** Performs an access to an object. */
export function accessed(e: Access, args: readonly unknown[]): unknown {
  return operations[e.operation](args as readonly never[], e);
}
