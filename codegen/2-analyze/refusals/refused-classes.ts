import { type PlatformRefusal, platformRefusal } from './refused-functions.js';

const arrayOfNumbers =
  'Use `new Float64Array(26)`, `new Uint8Array(26)` and their like, with a length or numbers; or an array: `const counts: number[] = new Array(26).fill(0)`.';
const nothingCollected = 'The memory of a row ends with the row, and nothing in it is collected before.';

/** Built-in classes that a row function cannot instantiate. */
const classes: ReadonlyMap<string, PlatformRefusal> = new Map([
  [
    'Map',
    {
      reason: 'A `Map` begins empty, or with the pairs of an array or of another `Map`.',
      advice: 'Begin empty, `const counts = new Map<string, number>()`, and call `counts.set(key, value)`.',
    },
  ],
  [
    'Set',
    {
      reason: 'A `Set` begins empty, or with the elements of an array, a text or another `Set`.',
      advice: 'Begin empty, `const seen = new Set<string>()`, and call `seen.add(word)`.',
    },
  ],
  ['WeakMap', { reason: nothingCollected, advice: 'Use a `Map`: `const sizes = new Map<Node, number>()`.' }],
  ['WeakSet', { reason: nothingCollected, advice: 'Use a `Set`: `const seen = new Set<Node>()`.' }],
  ['WeakRef', { reason: nothingCollected, advice: 'Use the object itself.' }],
  [
    'URL',
    {
      reason: 'URLs are not parsed by row functions.',
      advice:
        "Cut the text: `url.split('/')[2] ?? ''` is the host of 'https://host/path', `url.slice(url.indexOf('?') + 1)` is the query.",
    },
  ],
  [
    'URLSearchParams',
    {
      reason: 'URLs are not parsed by row functions.',
      advice: "Cut the text: `query.split('&').find((part) => part.startsWith('q='))?.slice(2) ?? ''`.",
    },
  ],
  [
    'TextEncoder',
    {
      reason: 'An encoder is no value; its bytes are made in one expression.',
      advice: 'Write `new TextEncoder().encode(text)`, or declare the column `binary`, which reads its bytes.',
    },
  ],
  [
    'TextDecoder',
    {
      reason: 'Text columns are strings in a row function, and `binary` columns are bytes.',
      advice: 'Declare the column `utf8`.',
    },
  ],
  [
    'Array',
    {
      reason: 'Its argument is a length, which must be a number in each row.',
      advice: 'Give a default, `new Array(size ?? 0)`, or start from `[]`, and `push`.',
    },
  ],
  ['String', { reason: 'It makes an object of the value.', advice: 'Call it without `new`: `String(x)`.' }],
  ['Number', { reason: 'It makes an object of the value.', advice: 'Call it without `new`: `Number(x)`.' }],
  ['Boolean', { reason: 'It makes an object of the value.', advice: 'Call it without `new`: `Boolean(x)`.' }],
  ['Object', { reason: 'There is a shorter form.', advice: 'Write a literal: `{ name, size: 1 }`.' }],
  ['Function', { reason: 'Row functions are compiled before they run.', advice: 'Write the code out.' }],
  ...[
    'Error',
    'TypeError',
    'RangeError',
    'SyntaxError',
    'EvalError',
    'ReferenceError',
    'URIError',
    'AggregateError',
  ].map(
    (name) =>
      [
        name,
        {
          reason: 'An error ends its row, and is no value.',
          advice: 'Throw it where it is made: `throw new Error(text)`.',
        },
      ] as const,
  ),
]);

const typedArray = /^(Big)?(Ui|I)nt\d+(Clamped)?Array$|^Float\d+Array$/;

/** Returns the reason why `new` is refused for a built-in class such as `Map` or `Intl.NumberFormat`. Undefined for unknown classes. */
export function refusedClass(path: string): PlatformRefusal | undefined {
  const known = classes.get(path) ?? platformRefusal(path);
  return known && typedArray.test(path) ? { ...known, advice: arrayOfNumbers } : known;
}

/** The refusal of user-defined classes. */
export const noClasses: PlatformRefusal = {
  reason: 'Classes have no native form: a row function has plain objects, arrays, maps and sets.',
  advice:
    'Write functions that take and give plain objects: `const nameOf = (first: string, last: string) => ({ first, last });`.',
};
