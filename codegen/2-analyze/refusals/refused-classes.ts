import { type PlatformRefusal, platformRefusal } from './refused-functions.js';

const arrayOfNumbers = 'Use an array: `const counts: number[] = new Array(26).fill(0)`.';

/** Built-in classes that a row function cannot instantiate. */
const classes: ReadonlyMap<string, PlatformRefusal> = new Map([
  [
    'Map',
    {
      reason: 'Maps that a row function makes are not supported yet; those of constants are.',
      advice:
        'Keep keys and values in two arrays, `const at = keys.indexOf(key); if (at < 0) { keys.push(key); counts.push(1); } else counts[at] = (counts[at] ?? 0) + 1;`, or declare a constant `Map` in the module, and ask it by `get` and `has`.',
    },
  ],
  [
    'Set',
    {
      reason: 'Sets that a row function makes are not supported yet; those of constants are.',
      advice:
        'Take distinct values by an array, `words.filter((word, i) => words.indexOf(word) === i)`, or declare a constant `Set` in the module, and ask it by `has`.',
    },
  ],
  [
    'WeakMap',
    {
      reason: 'Objects are not built when a row runs.',
      advice: 'Keep keys and values in two arrays of the same length.',
    },
  ],
  ['WeakSet', { reason: 'Objects are not built when a row runs.', advice: 'Use an array, and its `includes`.' }],
  ['WeakRef', { reason: 'Objects are not built when a row runs.', advice: 'Use the value itself.' }],
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
      reason: 'Text columns are strings in a row function, and `binary` columns are bytes.',
      advice: 'Declare the column `binary`, which reads its bytes: `data.length`, `data[i]`.',
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
      reason: 'An array of empty places has no elements.',
      advice:
        '`new Array(26).fill(0)` makes elements where the length is known to be small; or start from `[]`, and `push`.',
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
  reason: 'Classes have no native form: a row function has plain objects, whose properties are known when it is built.',
  advice:
    'Write functions that take and give plain objects: `const nameOf = (first: string, last: string) => ({ first, last });`.',
};
