/** The reason why a built-in cannot be used in a row function, and the code to write instead. */
export interface PlatformRefusal {
  readonly reason: string;
  readonly advice: string;
}

const sameResult = 'The same row must give the same result each time it is evaluated, on every backend.';
const noWaiting = 'A row function returns its value at once and cannot wait.';
const fetchBefore = 'Get the data before the call, and pass it in a column or as a param.';
const fixedKeys = 'The properties of such an object are only known when the row runs.';
const noMeta =
  'Objects of a row have neither prototypes, symbols nor accessors, and their properties follow from types.';
const escapes = 'The escapes of URIs are not compiled.';
const base64 = 'Base64 is not compiled.';

const passTime: PlatformRefusal = {
  reason: sameResult,
  advice:
    "Declare the time as a param, `params: { now: timestamp('ms') }`, and pass it at the call: `{ params: { now: Date.now() } }`.",
};
const passRandom: PlatformRefusal = {
  reason: sameResult,
  advice: 'Pass random values in a column of their own, or take a hash of a column: `sha256(s)`.',
};
const replaceEscapes: PlatformRefusal = {
  reason: escapes,
  advice:
    "Convert the text before or after the call, or replace the few escapes that occur: `s.replaceAll('%20', ' ')`.",
};
const encodeOutside: PlatformRefusal = {
  reason: base64,
  advice: 'Encode or decode the column before or after the call.',
};
const writeColumnsOut: PlatformRefusal = {
  reason: fixedKeys,
  advice:
    'Write the values out, `[row.a, row.b]`, or declare the object as a dictionary: `const counts: Record<string, number> = {}`.',
};
const noGroups: PlatformRefusal = {
  reason: 'Its types come with ES2024, and it takes values and a function that gives their keys.',
  advice:
    'Add `"lib": ["ES2024"]` to tsconfig.json, or keep an array per key: `const groups = new Map<string, string[]>();`.',
};

/** Refused built-in functions, by path. */
const functions: ReadonlyMap<string, PlatformRefusal> = new Map([
  ['Date.now', passTime],
  ['performance.now', passTime],
  [
    'Date.parse',
    {
      reason: 'Engines parse dates differently, and some forms depend on the local time zone.',
      advice:
        'Take the text apart: `Date.UTC(Number(s.slice(0, 4)), Number(s.slice(5, 7)) - 1, Number(s.slice(8, 10)))`.',
    },
  ],
  ['Math.random', passRandom],
  ['crypto.randomUUID', passRandom],
  ['crypto.getRandomValues', passRandom],
  [
    'Math.f16round',
    { reason: 'Not all supported versions of Node have this function.', advice: 'Use `Math.fround`, for 32 bits.' },
  ],
  [
    'Math.sumPrecise',
    { reason: 'Not all supported versions of Node have this function.', advice: 'Add the numbers one by one.' },
  ],
  [
    'JSON.parse',
    {
      reason: 'JSON is not supported yet.',
      advice:
        'Parse it before the call, and pass the fields as columns; or cut one field out of the text: `const at = s.indexOf(\'"id":\'); const id = at < 0 ? null : parseFloat(s.slice(at + 5));`.',
    },
  ],
  [
    'JSON.stringify',
    {
      reason: 'JSON is not supported yet.',
      advice: "Write the text yourself, `'{\"size\":' + size + '}'`, or return the values as columns.",
    },
  ],
  ['Object.keys', writeColumnsOut],
  ['Object.values', writeColumnsOut],
  ['Object.entries', writeColumnsOut],
  [
    'Object.fromEntries',
    {
      reason: 'Its result is a dictionary, whose values have one type.',
      advice: 'Declare it, `const sizes: Record<string, number> = Object.fromEntries(pairs)`, or use `new Map(pairs)`.',
    },
  ],
  [
    'Object.assign',
    {
      reason: noMeta,
      advice: 'Spread the objects into a new one, `{ ...first, ...second }`, or assign each property.',
    },
  ],
  ['Object.groupBy', noGroups],
  ['Map.groupBy', noGroups],
  [
    'Array.isArray',
    {
      reason: 'It is asked of values that may be arrays: variables, elements and parts of objects.',
      advice: 'Leave the test out: the type of this value already tells.',
    },
  ],
  [
    'Array.from',
    {
      reason: 'It takes a string, an array, a `Map`, a `Set`, or a length with a function.',
      advice: 'Write `Array.from({ length: 3 }, (_, i) => i)`, or `push` in a loop.',
    },
  ],
  ['Array.of', { reason: 'There is a shorter form.', advice: 'Write a literal: `[a, b]`.' }],
  ['fetch', { reason: noWaiting, advice: fetchBefore }],
  [
    'require',
    { reason: 'Modules are read when the transform is built.', advice: 'Write an `import` at the top of the module.' },
  ],
  ['eval', { reason: 'Row functions are compiled before they run.', advice: 'Write the code out.' }],
  [
    'structuredClone',
    {
      reason: 'The depth of the copy depends on the value.',
      advice: 'Copy an object by `{ ...object }` and an array by `array.slice()`.',
    },
  ],
  ['encodeURIComponent', replaceEscapes],
  ['decodeURIComponent', replaceEscapes],
  ['encodeURI', replaceEscapes],
  ['decodeURI', replaceEscapes],
  ['escape', replaceEscapes],
  ['unescape', replaceEscapes],
  ['btoa', encodeOutside],
  ['atob', encodeOutside],
]);

const laterOrNever: PlatformRefusal = { reason: noWaiting, advice: fetchBefore };
const noReflection: PlatformRefusal = {
  reason: noMeta,
  advice: 'Read the columns and properties by their names: `row.name`.',
};
const noNumberArrays: PlatformRefusal = {
  reason:
    'Row functions make typed arrays of 8 to 32 bits and of floats, from a length or from numbers; no views of buffers.',
  advice:
    'Use `new Float64Array(26)` and its like, or an array of numbers: `const counts: number[] = new Array(26).fill(0)`.',
};

/** Refused global objects. The reason holds for every member that is neither an intrinsic nor in {@link functions}. */
const objects: ReadonlyMap<string, PlatformRefusal> = new Map([
  [
    'console',
    {
      reason: 'Row functions run on many threads at once, or on a GPU, and their result is all that comes out of them.',
      advice: 'Leave it out, or return the value as a column.',
    },
  ],
  [
    'process',
    {
      reason: 'Its values are only known when the program runs.',
      advice:
        'Declare the value as a param, `params: { suffix: utf8 }`, and pass it at the call: `{ params: { suffix } }`.',
    },
  ],
  [
    'Intl',
    {
      reason: 'Its results follow the language data of the Node that runs, and differ between versions.',
      advice: "Write the text by `toFixed`: `amount.toFixed(2).replace('.', ',') + ' €'`.",
    },
  ],
  [
    'Buffer',
    {
      reason: 'Only text and columns of `binary` are compiled.',
      advice: 'Convert the column before or after the call.',
    },
  ],
  [
    'crypto',
    { reason: 'Only two hash functions are compiled.', advice: "Import `sha256` or `hmacSha256` from 'rowfuse'." },
  ],
  ['Promise', laterOrNever],
  ['setTimeout', laterOrNever],
  ['setInterval', laterOrNever],
  ['setImmediate', laterOrNever],
  ['queueMicrotask', laterOrNever],
  ['Reflect', noReflection],
  ['Proxy', noReflection],
  ['Symbol', noReflection],
  ['JSON', { reason: 'JSON is not supported yet.', advice: 'Convert the column before or after the call.' }],
  ['Int8Array', noNumberArrays],
  ['Uint8Array', noNumberArrays],
  ['Uint8ClampedArray', noNumberArrays],
  ['Int16Array', noNumberArrays],
  ['Uint16Array', noNumberArrays],
  ['Int32Array', noNumberArrays],
  ['Uint32Array', noNumberArrays],
  ['Float32Array', noNumberArrays],
  ['Float64Array', noNumberArrays],
  ['BigInt64Array', noNumberArrays],
  ['BigUint64Array', noNumberArrays],
  ['ArrayBuffer', noNumberArrays],
  ['DataView', noNumberArrays],
]);

/** Returns the reason why a global or its member is refused, such as `JSON.parse` or `process`. Undefined for unknown names. */
export function platformRefusal(path: string): PlatformRefusal | undefined {
  const [object = ''] = path.split('.');
  return functions.get(path) ?? objects.get(object);
}

/**
 * Like {@link platformRefusal}, but only for functions that are listed by their own path. For other members of a
 * compiled object such as `Math`, the message lists the members that are compiled.
 */
export function refusedFunctionOf(path: string): PlatformRefusal | undefined {
  return functions.get(path);
}
