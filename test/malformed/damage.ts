import { Int32, Type, Utf8 } from 'apache-arrow';
import type { Choices } from '../fuzz/random-choices.js';
import type { LooseData, LooseVector } from './loose-data.js';

/** Damages a chunk in some way, and describes it; undefined if that way does not apply to the chunk. */
type Damage = (data: LooseData, choices: Choices) => string | undefined;

const numbers = [
  -1,
  -8,
  -(2 ** 31),
  2 ** 31 - 1,
  2 ** 32 + 8,
  2 ** 53,
  1.5,
  Number.NaN,
  Infinity,
  '3',
  undefined,
  null,
  3n,
];

/** Damages some parts of columns. The result describes the damage. */
export function damageColumns(columns: Record<string, LooseVector>, choices: Choices): readonly string[] {
  const names = Object.keys(columns);
  const done: string[] = [];
  if (names.length === 0) return done;
  const wanted = 1 + choices.below(3);
  const kinds = choices.below(2) === 0 ? ofRows : ofColumns;
  for (let attempt = 0; attempt < 40 && done.length < wanted; attempt += 1) {
    const name = choices.pick(names);
    const vector = columns[name];
    if (vector === undefined || vector.data.length === 0) continue;
    const how = damageOne(vector, kinds, choices);
    if (how !== undefined) done.push(`${name}${how}`);
  }
  return done;
}

function damageOne(vector: LooseVector, kinds: readonly Damage[], choices: Choices): string | undefined {
  try {
    const [path, data] = somewhere(choices.pick(vector.data), choices);
    const how = choices.pick(kinds)(data, choices);
    return how && `${path.map((one) => `/${one}`).join('')}: ${how}`;
  } catch {
    return undefined; // a chunk that was damaged before takes no other damage
  }
}

/** A chunk, or a part of it: its elements, fields, or the entries of its dictionary. */
function somewhere(data: LooseData, choices: Choices): [path: string[], data: LooseData] {
  const entries = data.dictionary?.data ?? [];
  const below = [...data.children, ...entries];
  if (below.length === 0 || choices.below(2) === 0) return [[], data];
  const next = choices.pick(below);
  const [path, found] = somewhere(next, choices);
  return [[entries.includes(next) ? 'entries' : `child ${data.children.indexOf(next)}`, ...path], found];
}

function offsetsOf(data: LooseData): Int32Array | BigInt64Array | undefined {
  const { valueOffsets } = data;
  return valueOffsets instanceof Int32Array || valueOffsets instanceof BigInt64Array ? valueOffsets : undefined;
}

function sizeOf({ values, children }: LooseData): number {
  const [child] = children;
  return child === undefined ? ((values as Uint8Array | undefined)?.byteLength ?? 0) : Number(child.length);
}

function setOffset(data: LooseData, place: number, value: number): string | undefined {
  const offsets = offsetsOf(data);
  if (offsets === undefined || place >= offsets.length) return undefined;
  if (offsets instanceof Int32Array) offsets[place] = value;
  else offsets[place] = BigInt(value);
  return `offset ${place} is ${value}`;
}

const oneOffset: Damage = (data, choices) => {
  const offsets = offsetsOf(data);
  if (offsets === undefined || offsets.length === 0) return undefined;
  const place = choices.below(offsets.length);
  const [own, before, after] = [place, place - 1, place + 1].map((at) => Number(offsets[at] ?? 0));
  const size = sizeOf(data);
  const candidates = [
    -1,
    -(2 ** 31),
    2 ** 31 - 1,
    size,
    size + 1,
    0,
    (before ?? 0) - 1,
    (after ?? 0) + 1,
    (own ?? 0) + 1,
  ];
  return setOffset(data, place, choices.pick(candidates));
};

const swappedOffsets: Damage = (data, choices) => {
  const offsets = offsetsOf(data);
  if (offsets === undefined || offsets.length < 2) return undefined;
  const place = choices.below(offsets.length - 1);
  const [one, other] = [Number(offsets[place]), Number(offsets[place + 1])];
  setOffset(data, place, other);
  setOffset(data, place + 1, one);
  return `offsets ${place} and ${place + 1} change places`;
};

const allOffsets: Damage = (data, choices) => {
  const offsets = offsetsOf(data);
  if (offsets === undefined) return undefined;
  const kind = choices.pick(['reversed', 'random', 'zero']);
  if (kind === 'reversed') offsets.reverse();
  else
    for (let place = 0; place < offsets.length; place += 1)
      setOffset(data, place, kind === 'zero' ? 0 : choices.below(sizeOf(data) + 2) - 1);
  return `all offsets are ${kind}`;
};

const fewerOffsets: Damage = (data, choices) => {
  const offsets = offsetsOf(data);
  if (offsets === undefined) return undefined;
  data.valueOffsets = offsets.subarray(0, choices.below(offsets.length + 1));
  return `${(data.valueOffsets as Int32Array).length} offsets of ${offsets.length}`;
};

const lyingCount: Damage = (data, choices) => {
  data.nullCount = choices.pick([0, 0, 1, -1, Number(data.length) + 5, ...numbers]);
  return `nullCount is ${String(data.nullCount)}`;
};

const otherBitmap: Damage = (data, choices) => {
  const bits = Uint8Array.from({ length: (Number(data.length) + Number(data.offset) + 7) >> 3 }, () =>
    choices.below(256),
  );
  const kind = choices.pick(['random', 'short', 'none', 'empty', 'of numbers']);
  if (kind === 'random') data.nullBitmap = bits;
  if (kind === 'short') data.nullBitmap = bits.subarray(1);
  if (kind === 'none') data.nullBitmap = undefined;
  if (kind === 'empty') data.nullBitmap = new Uint8Array(0);
  if (kind === 'of numbers') data.nullBitmap = new Int32Array(4);
  if (kind === 'random' && choices.below(2) === 0) data.nullCount = -1;
  return `its bitmap is ${kind}, nullCount ${String(data.nullCount)}`;
};

const otherLength: Damage = (data, choices) => {
  const length = Number(data.length);
  data.length = choices.pick([length + 1, length - 1, length + 8, 0, ...numbers]);
  return `length is ${String(data.length)}`;
};

const otherOffset: Damage = (data, choices) => {
  data.offset = choices.pick([1, 7, 8, 1000, ...numbers]);
  return `offset is ${String(data.offset)}`;
};

const otherValues: Damage = (data, choices) => {
  const values = data.values as Uint8Array | undefined;
  if (!ArrayBuffer.isView(values)) return undefined;
  const kind = choices.pick([
    'short',
    'random',
    'none',
    'an array',
    'a DataView',
    'detached',
    'of another width',
    'shared',
  ]);
  if (kind === 'short') data.values = values.subarray(0, choices.below(values.length + 1));
  if (kind === 'random') {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let byte = 0; byte < bytes.length; byte += 1) if (choices.below(3) === 0) bytes[byte] = choices.below(256);
  }
  if (kind === 'none') data.values = choices.pick([undefined, null]);
  if (kind === 'an array') data.values = [...values];
  if (kind === 'a DataView') data.values = new DataView(values.buffer);
  if (kind === 'detached') structuredClone(values.buffer, { transfer: [values.buffer as ArrayBuffer] });
  if (kind === 'of another width') data.values = new Uint16Array(values.length);
  if (kind === 'shared') {
    const memory = new Uint8Array(new SharedArrayBuffer(values.byteLength));
    memory.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    data.values = new (values.constructor as typeof Uint8Array)(memory.buffer as unknown as ArrayBuffer);
  }
  return `its values are ${kind}`;
};

const otherIndices: Damage = (data, choices) => {
  const indices = data.values as { [place: number]: number | bigint; readonly length: number };
  if (data.dictionary === undefined || !(indices?.length > 0)) return undefined;
  const place = choices.below(indices.length);
  const entry = choices.pick([-1, 127, 100, data.dictionary.data.length, 5]);
  indices[place] = typeof indices[place] === 'bigint' ? BigInt(entry) : entry;
  return `index ${place} is ${entry}`;
};

const otherView: Damage = (data, choices) => {
  const views = data.values as Uint8Array | undefined;
  if ((data.type as { readonly typeId: number }).typeId !== Type.Utf8View || !views || views.length < 16)
    return undefined;
  const view = choices.below(views.length >> 4);
  const word = choices.pick([0, 8, 12]);
  const value = choices.pick([-1, 13, 2 ** 31 - 1, -(2 ** 31), 1, 100]);
  new DataView(views.buffer, views.byteOffset).setInt32(16 * view + word, value, true);
  return `view ${view} has ${value} at ${word}`;
};

const otherType: Damage = (data, choices) => {
  data.type = choices.pick([new Utf8(), new Int32(), undefined, {}, { typeId: 1 }, { typeId: 13 }]);
  return `its type is ${data.type === undefined ? 'undefined' : 'another'}`;
};

const otherChildren: Damage = (data, choices) => {
  if (data.children.length === 0) return undefined;
  const kind = choices.pick(['none', 'twice', 'undefined', 'no array']);
  if (kind === 'none') data.children = [];
  if (kind === 'twice') data.children = [...data.children, ...data.children];
  if (kind === 'undefined') data.children = data.children.map(() => undefined as never);
  if (kind === 'no array') data.children = {} as never;
  return `its children are ${kind}`;
};

const otherDictionary: Damage = (data, choices) => {
  if (data.dictionary === undefined) return undefined;
  data.dictionary = choices.pick([undefined, { type: new Utf8(), data: [] }, {} as never, null as never]);
  return 'its dictionary is another';
};

const properties = [
  'type',
  'length',
  'offset',
  'nullCount',
  'values',
  'valueOffsets',
  'nullBitmap',
  'children',
] as const;

const getter: Damage = (data, choices) => {
  const name = choices.pick(properties);
  const value = data[name];
  const kind = choices.pick(['throws', 'changes']);
  let asked = 0;
  Object.defineProperty(data, name, {
    configurable: true,
    get() {
      asked += 1;
      if (kind === 'throws') throw new Error('a getter');
      return asked % 2 === 1 ? value : undefined;
    },
  });
  return `the getter of ${name} ${kind}`;
};

const proxy: Damage = (data, choices) => {
  const name = choices.pick(['values', 'valueOffsets', 'children'] as const);
  const value = data[name];
  if (typeof value !== 'object' || value === null) return undefined;
  data[name] = new Proxy(value, {}) as never;
  return `${name} is a proxy`;
};

/** A subclass whose own properties contradict its contents. */
const lyingView: Damage = (data, choices) => {
  const name = choices.pick(['values', 'valueOffsets', 'nullBitmap'] as const);
  const view = data[name] as Uint8Array | undefined;
  if (!ArrayBuffer.isView(view)) return undefined;
  const property = choices.pick([
    'length',
    'byteLength',
    'buffer',
    'byteOffset',
    'subarray',
    Symbol.toStringTag,
  ] as const);
  const value = choices.pick([0, 2 ** 40, -1, 'Int32Array', new ArrayBuffer(8), () => view]);
  Object.defineProperty(view, property, { value });
  return `${name} lies of its ${String(property)}`;
};

const randomBitmap: Damage = (data, choices) => {
  const bytes = (Number(data.length) + Number(data.offset) + 7) >> 3;
  data.nullBitmap = Uint8Array.from({ length: bytes }, () => choices.below(256));
  data.nullCount = -1;
  return 'its bitmap is random';
};

const randomBytes: Damage = (data, choices) => {
  const values = data.values as Uint8Array | undefined;
  if (!ArrayBuffer.isView(values) || data.dictionary !== undefined) return undefined;
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let byte = 0; byte < bytes.length; byte += 1) if (choices.below(16) === 0) bytes[byte] = choices.below(256);
  return 'some of its bytes are random';
};

/** Damage that keeps types and sizes, so that only the rows show it. */
const ofRows: readonly Damage[] = [
  ...[oneOffset, oneOffset, oneOffset, oneOffset, swappedOffsets, swappedOffsets, allOffsets],
  ...[otherIndices, otherIndices, otherView, otherView, randomBitmap, randomBitmap, randomBytes],
];

const ofColumns: readonly Damage[] = [
  ...ofRows,
  ...[fewerOffsets, lyingCount, otherBitmap, otherBitmap, otherLength, otherOffset, otherValues, otherValues],
  ...[otherType, otherChildren, otherDictionary, getter, proxy, lyingView],
];
