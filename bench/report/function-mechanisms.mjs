// The witnesses of the mechanisms for ordinary row functions: one function of the benchmark each, before and after.
import { count, digits, table } from './format.mjs';
import { titles } from './function-kinds.mjs';

/** Each mechanism, a function that shows it at one content and length, and the prediction made before the change. */
const witnesses = [
  ['computed text is flattened once', 'lowerVowels', 'non-ascii', 1000, 'at most 1.5 times V8'],
  ['units and places of indexed text in a table', 'isPalindrome', 'non-ascii', 1000, 'at most 1.5 times V8'],
  ['the same for slices', 'countTrigrams', 'non-ascii', 1000, 'at most 1.5 times V8'],
  ['indices proved within their text', 'javaHash', 'ascii', 1000, '–'],
  ['hashes modulo 2^32', 'fnv1a', 'ascii', 1000, '1,700 ns'],
  ['one ASCII unit compared by its byte', 'camelToSnake', 'ascii', 1000, '–'],
  ['a table of units for lookups', 'keypadDigits', 'ascii', 1000, '–'],
  ['needles compared at both ends, 16 places at once', 'countOccurrences', 'ascii', 100, 'a factor of 2 to 4'],
  ['replacements copied by ranges of bytes', 'unescapeHtml', 'ascii', 100, '250 ns'],
  ['a cut is pushed through case mapping', 'upperStart', 'ascii', 10, '–'],
  ['positions kept in variables', 'urlHost', 'non-ascii', 100, '60 ns'],
  ['ranges of divided numbers, exact quotients', 'digitSum', 'ascii', null, '–'],
  ['zeros whose sign cannot be seen', 'luhnOfNumber', 'ascii', null, '–'],
  ['the ASCII copy for each run of rows', 'wordCountByState', 'mixed', 100, '–'],
  ['short passes on the calling thread', 'celsius', 'ascii', null, '3 ns above the loop'],
];

function shapeOf({ functions }, name, content, length) {
  const found = functions.find((each) => each.name === name);
  const shape = found?.shapes.find((each) => each.content === content && each.length === length);
  if (shape === undefined) throw new Error(`the results lack ${name}, ${content}, ${length}`);
  return shape;
}

export function functionMechanismsSection(newest, baseline) {
  const lines = witnesses.map(([mechanism, name, content, length, predicted]) => {
    const before = shapeOf(baseline, name, content, length);
    const after = shapeOf(newest, name, content, length);
    return [
      mechanism,
      `${name}, ${titles[content]}${length === null ? '' : `, ${count(length)}`}`,
      predicted,
      digits(before.oneThread.cpu),
      digits(after.oneThread.cpu),
      digits(after.plain.cpu),
    ];
  });
  return [
    `\`${baseline.file}\` and \`${newest.file}\`, one thread, ns per row:`,
    '',
    table(['mechanism', 'function, text, characters', 'predicted', 'before', 'now', 'V8 now'], lines),
  ].join('\n');
}
