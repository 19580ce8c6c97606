/** Every type of a column in every place: alone, in lists, in structs, in lists of structs; nullable or not. */
import {
  binary,
  bool,
  date32,
  dictionary,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  largeBinary,
  largeUtf8,
  list,
  nullable,
  struct,
  timestamp,
  transform,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from 'rowfuse';

/** Times in seconds and milliseconds that numbers can distinguish. */
const told = (time: number) => (Math.abs(time) < 2 ** 52 ? time : 0);

export const passedBool = transform({
  input: {
    one: bool,
    maybe: nullable(bool),
    some: list(bool),
    few: nullable(list(nullable(bool))),
    deep: list(nullable(list(nullable(bool)))),
    at: nullable(struct({ one: bool, maybe: nullable(bool), some: list(bool) })),
    all: list(nullable(struct({ one: bool, maybe: nullable(bool), some: list(nullable(bool)) }))),
  },
  output: {
    one: bool,
    maybe: nullable(bool),
    some: list(bool),
    few: nullable(list(nullable(bool))),
    deep: list(nullable(list(nullable(bool)))),
    at: nullable(struct({ one: bool, maybe: nullable(bool), some: list(bool) })),
    all: list(nullable(struct({ one: bool, maybe: nullable(bool), some: list(nullable(bool)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

/** Filters rows of these columns. */
export const keptBool = transform({
  input: {
    stays: bool,
    one: bool,
    maybe: nullable(bool),
    some: list(bool),
    few: nullable(list(nullable(bool))),
    deep: list(nullable(list(nullable(bool)))),
    at: nullable(struct({ one: bool, maybe: nullable(bool), some: list(bool) })),
    all: list(nullable(struct({ one: bool, maybe: nullable(bool), some: list(nullable(bool)) }))),
  },
  output: { count: int32 },
  keep: ['one', 'maybe', 'some', 'few', 'deep', 'at', 'all'],
  where: ({ stays }) => stays,
  row: ({ all }) => ({ count: all.length }),
});

export const passedInt8 = transform({
  input: {
    one: int8,
    maybe: nullable(int8),
    some: list(int8),
    few: nullable(list(nullable(int8))),
    deep: list(nullable(list(nullable(int8)))),
    at: nullable(struct({ one: int8, maybe: nullable(int8), some: list(int8) })),
    all: list(nullable(struct({ one: int8, maybe: nullable(int8), some: list(nullable(int8)) }))),
  },
  output: {
    one: int8,
    maybe: nullable(int8),
    some: list(int8),
    few: nullable(list(nullable(int8))),
    deep: list(nullable(list(nullable(int8)))),
    at: nullable(struct({ one: int8, maybe: nullable(int8), some: list(int8) })),
    all: list(nullable(struct({ one: int8, maybe: nullable(int8), some: list(nullable(int8)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedInt16 = transform({
  input: {
    one: int16,
    maybe: nullable(int16),
    some: list(int16),
    few: nullable(list(nullable(int16))),
    deep: list(nullable(list(nullable(int16)))),
    at: nullable(struct({ one: int16, maybe: nullable(int16), some: list(int16) })),
    all: list(nullable(struct({ one: int16, maybe: nullable(int16), some: list(nullable(int16)) }))),
  },
  output: {
    one: int16,
    maybe: nullable(int16),
    some: list(int16),
    few: nullable(list(nullable(int16))),
    deep: list(nullable(list(nullable(int16)))),
    at: nullable(struct({ one: int16, maybe: nullable(int16), some: list(int16) })),
    all: list(nullable(struct({ one: int16, maybe: nullable(int16), some: list(nullable(int16)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

/** Filters rows of these columns. */
export const keptInt16 = transform({
  input: {
    stays: bool,
    one: int16,
    maybe: nullable(int16),
    some: list(int16),
    few: nullable(list(nullable(int16))),
    deep: list(nullable(list(nullable(int16)))),
    at: nullable(struct({ one: int16, maybe: nullable(int16), some: list(int16) })),
    all: list(nullable(struct({ one: int16, maybe: nullable(int16), some: list(nullable(int16)) }))),
  },
  output: { count: int32 },
  keep: ['one', 'maybe', 'some', 'few', 'deep', 'at', 'all'],
  where: ({ stays }) => stays,
  row: ({ all }) => ({ count: all.length }),
});

export const passedInt32 = transform({
  input: {
    one: int32,
    maybe: nullable(int32),
    some: list(int32),
    few: nullable(list(nullable(int32))),
    deep: list(nullable(list(nullable(int32)))),
    at: nullable(struct({ one: int32, maybe: nullable(int32), some: list(int32) })),
    all: list(nullable(struct({ one: int32, maybe: nullable(int32), some: list(nullable(int32)) }))),
  },
  output: {
    one: int32,
    maybe: nullable(int32),
    some: list(int32),
    few: nullable(list(nullable(int32))),
    deep: list(nullable(list(nullable(int32)))),
    at: nullable(struct({ one: int32, maybe: nullable(int32), some: list(int32) })),
    all: list(nullable(struct({ one: int32, maybe: nullable(int32), some: list(nullable(int32)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedInt64 = transform({
  input: {
    one: int64,
    maybe: nullable(int64),
    some: list(int64),
    few: nullable(list(nullable(int64))),
    deep: list(nullable(list(nullable(int64)))),
    at: nullable(struct({ one: int64, maybe: nullable(int64), some: list(int64) })),
    all: list(nullable(struct({ one: int64, maybe: nullable(int64), some: list(nullable(int64)) }))),
  },
  output: {
    one: int64,
    maybe: nullable(int64),
    some: list(int64),
    few: nullable(list(nullable(int64))),
    deep: list(nullable(list(nullable(int64)))),
    at: nullable(struct({ one: int64, maybe: nullable(int64), some: list(int64) })),
    all: list(nullable(struct({ one: int64, maybe: nullable(int64), some: list(nullable(int64)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedUint8 = transform({
  input: {
    one: uint8,
    maybe: nullable(uint8),
    some: list(uint8),
    few: nullable(list(nullable(uint8))),
    deep: list(nullable(list(nullable(uint8)))),
    at: nullable(struct({ one: uint8, maybe: nullable(uint8), some: list(uint8) })),
    all: list(nullable(struct({ one: uint8, maybe: nullable(uint8), some: list(nullable(uint8)) }))),
  },
  output: {
    one: uint8,
    maybe: nullable(uint8),
    some: list(uint8),
    few: nullable(list(nullable(uint8))),
    deep: list(nullable(list(nullable(uint8)))),
    at: nullable(struct({ one: uint8, maybe: nullable(uint8), some: list(uint8) })),
    all: list(nullable(struct({ one: uint8, maybe: nullable(uint8), some: list(nullable(uint8)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedUint16 = transform({
  input: {
    one: uint16,
    maybe: nullable(uint16),
    some: list(uint16),
    few: nullable(list(nullable(uint16))),
    deep: list(nullable(list(nullable(uint16)))),
    at: nullable(struct({ one: uint16, maybe: nullable(uint16), some: list(uint16) })),
    all: list(nullable(struct({ one: uint16, maybe: nullable(uint16), some: list(nullable(uint16)) }))),
  },
  output: {
    one: uint16,
    maybe: nullable(uint16),
    some: list(uint16),
    few: nullable(list(nullable(uint16))),
    deep: list(nullable(list(nullable(uint16)))),
    at: nullable(struct({ one: uint16, maybe: nullable(uint16), some: list(uint16) })),
    all: list(nullable(struct({ one: uint16, maybe: nullable(uint16), some: list(nullable(uint16)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedUint32 = transform({
  input: {
    one: uint32,
    maybe: nullable(uint32),
    some: list(uint32),
    few: nullable(list(nullable(uint32))),
    deep: list(nullable(list(nullable(uint32)))),
    at: nullable(struct({ one: uint32, maybe: nullable(uint32), some: list(uint32) })),
    all: list(nullable(struct({ one: uint32, maybe: nullable(uint32), some: list(nullable(uint32)) }))),
  },
  output: {
    one: uint32,
    maybe: nullable(uint32),
    some: list(uint32),
    few: nullable(list(nullable(uint32))),
    deep: list(nullable(list(nullable(uint32)))),
    at: nullable(struct({ one: uint32, maybe: nullable(uint32), some: list(uint32) })),
    all: list(nullable(struct({ one: uint32, maybe: nullable(uint32), some: list(nullable(uint32)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedUint64 = transform({
  input: {
    one: uint64,
    maybe: nullable(uint64),
    some: list(uint64),
    few: nullable(list(nullable(uint64))),
    deep: list(nullable(list(nullable(uint64)))),
    at: nullable(struct({ one: uint64, maybe: nullable(uint64), some: list(uint64) })),
    all: list(nullable(struct({ one: uint64, maybe: nullable(uint64), some: list(nullable(uint64)) }))),
  },
  output: {
    one: uint64,
    maybe: nullable(uint64),
    some: list(uint64),
    few: nullable(list(nullable(uint64))),
    deep: list(nullable(list(nullable(uint64)))),
    at: nullable(struct({ one: uint64, maybe: nullable(uint64), some: list(uint64) })),
    all: list(nullable(struct({ one: uint64, maybe: nullable(uint64), some: list(nullable(uint64)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedFloat32 = transform({
  input: {
    one: float32,
    maybe: nullable(float32),
    some: list(float32),
    few: nullable(list(nullable(float32))),
    deep: list(nullable(list(nullable(float32)))),
    at: nullable(struct({ one: float32, maybe: nullable(float32), some: list(float32) })),
    all: list(nullable(struct({ one: float32, maybe: nullable(float32), some: list(nullable(float32)) }))),
  },
  output: {
    one: float32,
    maybe: nullable(float32),
    some: list(float32),
    few: nullable(list(nullable(float32))),
    deep: list(nullable(list(nullable(float32)))),
    at: nullable(struct({ one: float32, maybe: nullable(float32), some: list(float32) })),
    all: list(nullable(struct({ one: float32, maybe: nullable(float32), some: list(nullable(float32)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedFloat64 = transform({
  input: {
    one: float64,
    maybe: nullable(float64),
    some: list(float64),
    few: nullable(list(nullable(float64))),
    deep: list(nullable(list(nullable(float64)))),
    at: nullable(struct({ one: float64, maybe: nullable(float64), some: list(float64) })),
    all: list(nullable(struct({ one: float64, maybe: nullable(float64), some: list(nullable(float64)) }))),
  },
  output: {
    one: float64,
    maybe: nullable(float64),
    some: list(float64),
    few: nullable(list(nullable(float64))),
    deep: list(nullable(list(nullable(float64)))),
    at: nullable(struct({ one: float64, maybe: nullable(float64), some: list(float64) })),
    all: list(nullable(struct({ one: float64, maybe: nullable(float64), some: list(nullable(float64)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

/** Filters rows of these columns. */
export const keptFloat64 = transform({
  input: {
    stays: bool,
    one: float64,
    maybe: nullable(float64),
    some: list(float64),
    few: nullable(list(nullable(float64))),
    deep: list(nullable(list(nullable(float64)))),
    at: nullable(struct({ one: float64, maybe: nullable(float64), some: list(float64) })),
    all: list(nullable(struct({ one: float64, maybe: nullable(float64), some: list(nullable(float64)) }))),
  },
  output: { count: int32 },
  keep: ['one', 'maybe', 'some', 'few', 'deep', 'at', 'all'],
  where: ({ stays }) => stays,
  row: ({ all }) => ({ count: all.length }),
});

export const passedUtf8 = transform({
  input: {
    one: utf8,
    maybe: nullable(utf8),
    some: list(utf8),
    few: nullable(list(nullable(utf8))),
    deep: list(nullable(list(nullable(utf8)))),
    at: nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(utf8) })),
    all: list(nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(nullable(utf8)) }))),
  },
  output: {
    one: utf8,
    maybe: nullable(utf8),
    some: list(utf8),
    few: nullable(list(nullable(utf8))),
    deep: list(nullable(list(nullable(utf8)))),
    at: nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(utf8) })),
    all: list(nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(nullable(utf8)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

/** Filters rows of these columns. */
export const keptUtf8 = transform({
  input: {
    stays: bool,
    one: utf8,
    maybe: nullable(utf8),
    some: list(utf8),
    few: nullable(list(nullable(utf8))),
    deep: list(nullable(list(nullable(utf8)))),
    at: nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(utf8) })),
    all: list(nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(nullable(utf8)) }))),
  },
  output: { count: int32 },
  keep: ['one', 'maybe', 'some', 'few', 'deep', 'at', 'all'],
  where: ({ stays }) => stays,
  row: ({ all }) => ({ count: all.length }),
});

export const passedLargeUtf8 = transform({
  input: {
    one: largeUtf8,
    maybe: nullable(largeUtf8),
    some: list(largeUtf8),
    few: nullable(list(nullable(largeUtf8))),
    deep: list(nullable(list(nullable(largeUtf8)))),
    at: nullable(struct({ one: largeUtf8, maybe: nullable(largeUtf8), some: list(largeUtf8) })),
    all: list(nullable(struct({ one: largeUtf8, maybe: nullable(largeUtf8), some: list(nullable(largeUtf8)) }))),
  },
  output: {
    one: largeUtf8,
    maybe: nullable(largeUtf8),
    some: list(largeUtf8),
    few: nullable(list(nullable(largeUtf8))),
    deep: list(nullable(list(nullable(largeUtf8)))),
    at: nullable(struct({ one: largeUtf8, maybe: nullable(largeUtf8), some: list(largeUtf8) })),
    all: list(nullable(struct({ one: largeUtf8, maybe: nullable(largeUtf8), some: list(nullable(largeUtf8)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedDictionary = transform({
  input: {
    one: dictionary(utf8),
    maybe: nullable(dictionary(utf8)),
    some: list(dictionary(utf8)),
    few: nullable(list(nullable(dictionary(utf8)))),
    deep: list(nullable(list(nullable(dictionary(utf8))))),
    at: nullable(struct({ one: dictionary(utf8), maybe: nullable(dictionary(utf8)), some: list(dictionary(utf8)) })),
    all: list(nullable(struct({ one: dictionary(utf8), maybe: nullable(dictionary(utf8)), some: list(nullable(dictionary(utf8))) }))),
  },
  output: {
    one: utf8,
    maybe: nullable(utf8),
    some: list(utf8),
    few: nullable(list(nullable(utf8))),
    deep: list(nullable(list(nullable(utf8)))),
    at: nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(utf8) })),
    all: list(nullable(struct({ one: utf8, maybe: nullable(utf8), some: list(nullable(utf8)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedBinary = transform({
  input: {
    one: binary,
    maybe: nullable(binary),
    some: list(binary),
    few: nullable(list(nullable(binary))),
    deep: list(nullable(list(nullable(binary)))),
    at: nullable(struct({ one: binary, maybe: nullable(binary), some: list(binary) })),
    all: list(nullable(struct({ one: binary, maybe: nullable(binary), some: list(nullable(binary)) }))),
  },
  output: {
    one: binary,
    maybe: nullable(binary),
    some: list(binary),
    few: nullable(list(nullable(binary))),
    deep: list(nullable(list(nullable(binary)))),
    at: nullable(struct({ one: binary, maybe: nullable(binary), some: list(binary) })),
    all: list(nullable(struct({ one: binary, maybe: nullable(binary), some: list(nullable(binary)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedLargeBinary = transform({
  input: {
    one: largeBinary,
    maybe: nullable(largeBinary),
    some: list(largeBinary),
    few: nullable(list(nullable(largeBinary))),
    deep: list(nullable(list(nullable(largeBinary)))),
    at: nullable(struct({ one: largeBinary, maybe: nullable(largeBinary), some: list(largeBinary) })),
    all: list(nullable(struct({ one: largeBinary, maybe: nullable(largeBinary), some: list(nullable(largeBinary)) }))),
  },
  output: {
    one: largeBinary,
    maybe: nullable(largeBinary),
    some: list(largeBinary),
    few: nullable(list(nullable(largeBinary))),
    deep: list(nullable(list(nullable(largeBinary)))),
    at: nullable(struct({ one: largeBinary, maybe: nullable(largeBinary), some: list(largeBinary) })),
    all: list(nullable(struct({ one: largeBinary, maybe: nullable(largeBinary), some: list(nullable(largeBinary)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

/** Filters rows of these columns. */
export const keptLargeBinary = transform({
  input: {
    stays: bool,
    one: largeBinary,
    maybe: nullable(largeBinary),
    some: list(largeBinary),
    few: nullable(list(nullable(largeBinary))),
    deep: list(nullable(list(nullable(largeBinary)))),
    at: nullable(struct({ one: largeBinary, maybe: nullable(largeBinary), some: list(largeBinary) })),
    all: list(nullable(struct({ one: largeBinary, maybe: nullable(largeBinary), some: list(nullable(largeBinary)) }))),
  },
  output: { count: int32 },
  keep: ['one', 'maybe', 'some', 'few', 'deep', 'at', 'all'],
  where: ({ stays }) => stays,
  row: ({ all }) => ({ count: all.length }),
});

export const passedDate32 = transform({
  input: {
    one: date32,
    maybe: nullable(date32),
    some: list(date32),
    few: nullable(list(nullable(date32))),
    deep: list(nullable(list(nullable(date32)))),
    at: nullable(struct({ one: date32, maybe: nullable(date32), some: list(date32) })),
    all: list(nullable(struct({ one: date32, maybe: nullable(date32), some: list(nullable(date32)) }))),
  },
  output: {
    one: date32,
    maybe: nullable(date32),
    some: list(date32),
    few: nullable(list(nullable(date32))),
    deep: list(nullable(list(nullable(date32)))),
    at: nullable(struct({ one: date32, maybe: nullable(date32), some: list(date32) })),
    all: list(nullable(struct({ one: date32, maybe: nullable(date32), some: list(nullable(date32)) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedSeconds = transform({
  input: {
    one: timestamp('s'),
    maybe: nullable(timestamp('s')),
    some: list(timestamp('s')),
    few: nullable(list(nullable(timestamp('s')))),
    deep: list(nullable(list(nullable(timestamp('s'))))),
    at: nullable(struct({ one: timestamp('s'), maybe: nullable(timestamp('s')), some: list(timestamp('s')) })),
    all: list(nullable(struct({ one: timestamp('s'), maybe: nullable(timestamp('s')), some: list(nullable(timestamp('s'))) }))),
  },
  output: {
    one: timestamp('s'),
    maybe: nullable(timestamp('s')),
    some: list(timestamp('s')),
    few: nullable(list(nullable(timestamp('s')))),
    deep: list(nullable(list(nullable(timestamp('s'))))),
    at: nullable(struct({ one: timestamp('s'), maybe: nullable(timestamp('s')), some: list(timestamp('s')) })),
    all: list(nullable(struct({ one: timestamp('s'), maybe: nullable(timestamp('s')), some: list(nullable(timestamp('s'))) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({
    one: told(one),
    maybe: maybe === null ? null : told(maybe),
    some: some.map(told),
    few: few === null ? null : few.map((time) => (time === null ? null : told(time))),
    deep: deep.map((inner) => (inner === null ? null : inner.map((time) => (time === null ? null : told(time))))),
    at:
      at === null
        ? null
        : { one: told(at.one), maybe: at.maybe === null ? null : told(at.maybe), some: at.some.map(told) },
    all: all.map((each) =>
      each === null
        ? null
        : {
            one: told(each.one),
            maybe: each.maybe === null ? null : told(each.maybe),
            some: each.some.map((time) => (time === null ? null : told(time))),
          },
    ),
  }),
});

/** Filters rows of these columns. */
export const keptSeconds = transform({
  input: {
    stays: bool,
    one: timestamp('s'),
    maybe: nullable(timestamp('s')),
    some: list(timestamp('s')),
    few: nullable(list(nullable(timestamp('s')))),
    deep: list(nullable(list(nullable(timestamp('s'))))),
    at: nullable(struct({ one: timestamp('s'), maybe: nullable(timestamp('s')), some: list(timestamp('s')) })),
    all: list(nullable(struct({ one: timestamp('s'), maybe: nullable(timestamp('s')), some: list(nullable(timestamp('s'))) }))),
  },
  output: { count: int32 },
  keep: ['one', 'maybe', 'some', 'few', 'deep', 'at', 'all'],
  where: ({ stays }) => stays,
  row: ({ all }) => ({ count: all.length }),
});

export const passedMilliseconds = transform({
  input: {
    one: timestamp('ms', 'UTC'),
    maybe: nullable(timestamp('ms', 'UTC')),
    some: list(timestamp('ms', 'UTC')),
    few: nullable(list(nullable(timestamp('ms', 'UTC')))),
    deep: list(nullable(list(nullable(timestamp('ms', 'UTC'))))),
    at: nullable(struct({ one: timestamp('ms', 'UTC'), maybe: nullable(timestamp('ms', 'UTC')), some: list(timestamp('ms', 'UTC')) })),
    all: list(nullable(struct({ one: timestamp('ms', 'UTC'), maybe: nullable(timestamp('ms', 'UTC')), some: list(nullable(timestamp('ms', 'UTC'))) }))),
  },
  output: {
    one: timestamp('ms', 'UTC'),
    maybe: nullable(timestamp('ms', 'UTC')),
    some: list(timestamp('ms', 'UTC')),
    few: nullable(list(nullable(timestamp('ms', 'UTC')))),
    deep: list(nullable(list(nullable(timestamp('ms', 'UTC'))))),
    at: nullable(struct({ one: timestamp('ms', 'UTC'), maybe: nullable(timestamp('ms', 'UTC')), some: list(timestamp('ms', 'UTC')) })),
    all: list(nullable(struct({ one: timestamp('ms', 'UTC'), maybe: nullable(timestamp('ms', 'UTC')), some: list(nullable(timestamp('ms', 'UTC'))) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({
    one: told(one),
    maybe: maybe === null ? null : told(maybe),
    some: some.map(told),
    few: few === null ? null : few.map((time) => (time === null ? null : told(time))),
    deep: deep.map((inner) => (inner === null ? null : inner.map((time) => (time === null ? null : told(time))))),
    at:
      at === null
        ? null
        : { one: told(at.one), maybe: at.maybe === null ? null : told(at.maybe), some: at.some.map(told) },
    all: all.map((each) =>
      each === null
        ? null
        : {
            one: told(each.one),
            maybe: each.maybe === null ? null : told(each.maybe),
            some: each.some.map((time) => (time === null ? null : told(time))),
          },
    ),
  }),
});

export const passedMicroseconds = transform({
  input: {
    one: timestamp('us'),
    maybe: nullable(timestamp('us')),
    some: list(timestamp('us')),
    few: nullable(list(nullable(timestamp('us')))),
    deep: list(nullable(list(nullable(timestamp('us'))))),
    at: nullable(struct({ one: timestamp('us'), maybe: nullable(timestamp('us')), some: list(timestamp('us')) })),
    all: list(nullable(struct({ one: timestamp('us'), maybe: nullable(timestamp('us')), some: list(nullable(timestamp('us'))) }))),
  },
  output: {
    one: timestamp('us'),
    maybe: nullable(timestamp('us')),
    some: list(timestamp('us')),
    few: nullable(list(nullable(timestamp('us')))),
    deep: list(nullable(list(nullable(timestamp('us'))))),
    at: nullable(struct({ one: timestamp('us'), maybe: nullable(timestamp('us')), some: list(timestamp('us')) })),
    all: list(nullable(struct({ one: timestamp('us'), maybe: nullable(timestamp('us')), some: list(nullable(timestamp('us'))) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

export const passedNanoseconds = transform({
  input: {
    one: timestamp('ns', '+05:30'),
    maybe: nullable(timestamp('ns', '+05:30')),
    some: list(timestamp('ns', '+05:30')),
    few: nullable(list(nullable(timestamp('ns', '+05:30')))),
    deep: list(nullable(list(nullable(timestamp('ns', '+05:30'))))),
    at: nullable(struct({ one: timestamp('ns', '+05:30'), maybe: nullable(timestamp('ns', '+05:30')), some: list(timestamp('ns', '+05:30')) })),
    all: list(nullable(struct({ one: timestamp('ns', '+05:30'), maybe: nullable(timestamp('ns', '+05:30')), some: list(nullable(timestamp('ns', '+05:30'))) }))),
  },
  output: {
    one: timestamp('ns', '+05:30'),
    maybe: nullable(timestamp('ns', '+05:30')),
    some: list(timestamp('ns', '+05:30')),
    few: nullable(list(nullable(timestamp('ns', '+05:30')))),
    deep: list(nullable(list(nullable(timestamp('ns', '+05:30'))))),
    at: nullable(struct({ one: timestamp('ns', '+05:30'), maybe: nullable(timestamp('ns', '+05:30')), some: list(timestamp('ns', '+05:30')) })),
    all: list(nullable(struct({ one: timestamp('ns', '+05:30'), maybe: nullable(timestamp('ns', '+05:30')), some: list(nullable(timestamp('ns', '+05:30'))) }))),
  },
  row: ({ one, maybe, some, few, deep, at, all }) => ({ one, maybe, some, few, deep, at, all }),
});

/** Filters rows of these columns. */
export const keptNanoseconds = transform({
  input: {
    stays: bool,
    one: timestamp('ns', '+05:30'),
    maybe: nullable(timestamp('ns', '+05:30')),
    some: list(timestamp('ns', '+05:30')),
    few: nullable(list(nullable(timestamp('ns', '+05:30')))),
    deep: list(nullable(list(nullable(timestamp('ns', '+05:30'))))),
    at: nullable(struct({ one: timestamp('ns', '+05:30'), maybe: nullable(timestamp('ns', '+05:30')), some: list(timestamp('ns', '+05:30')) })),
    all: list(nullable(struct({ one: timestamp('ns', '+05:30'), maybe: nullable(timestamp('ns', '+05:30')), some: list(nullable(timestamp('ns', '+05:30'))) }))),
  },
  output: { count: int32 },
  keep: ['one', 'maybe', 'some', 'few', 'deep', 'at', 'all'],
  where: ({ stays }) => stays,
  row: ({ all }) => ({ count: all.length }),
});
