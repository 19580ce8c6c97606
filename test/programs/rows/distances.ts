import type { Cases } from './case.js';

const martha = (6 / 6 + 6 / 6 + 5 / 6) / 3;
const dwayne = (4 / 6 + 4 / 5 + 4 / 4) / 3;
const dixon = (4 / 5 + 4 / 8 + 4 / 4) / 3;

export const distances: Cases = {
  levenshteinTwoRows: [
    [{ a: '', b: '' }, 0],
    [{ a: '', b: 'abc' }, 3],
    [{ a: 'abc', b: '' }, 3],
    [{ a: 'same', b: 'same' }, 0],
    [{ a: 'kitten', b: 'sitting' }, 3],
    [{ a: 'saturday', b: 'sunday' }, 3],
    [{ a: 'rosettacode', b: 'raisethysword' }, 8],
    [{ a: 'a', b: 'b' }, 1],
    [{ a: '😀', b: 'a' }, 2],
  ],
  levenshteinMatrix: [
    [{ a: '', b: '' }, 0],
    [{ a: null, b: 'x' }, null],
    [{ a: 'x', b: null }, null],
    [{ a: 'intention', b: 'execution' }, 5],
    [{ a: 'gumbo', b: 'gambol' }, 2],
    [{ a: 'flaw', b: 'lawn' }, 2],
    [{ a: '', b: 'four' }, 4],
    [{ a: 'four', b: '' }, 4],
  ],
  damerauLevenshtein: [
    [{ source: '', target: '' }, 0],
    [{ source: 'abc', target: '' }, 3],
    [{ source: 'ab', target: 'ba' }, 1],
    [{ source: 'teh', target: 'the' }, 1],
    [{ source: 'ca', target: 'abc' }, 3],
    [{ source: 'kitten', target: 'sitting' }, 3],
    [{ source: 'a cat', target: 'an abct' }, 4],
    [{ source: 'same', target: 'same' }, 0],
  ],
  longestCommonSubsequence: [
    [{ x: '', y: 'abc' }, ''],
    [{ x: 'abc', y: 'abc' }, 'abc'],
    [{ x: 'abc', y: 'xyz' }, ''],
    [{ x: 'AGGTAB', y: 'GXTXAYB' }, 'GTAB'],
    [{ x: 'thisisatest', y: 'testing123testing' }, 'tsitest'],
    [{ x: '1234', y: '1224533324' }, '1234'],
    [{ x: 'ab', y: 'ba' }, 'a'],
  ],
  jaroWinkler: [
    [{ a: 'MARTHA', b: 'MARHTA' }, martha + 3 * 0.1 * (1 - martha)],
    [{ a: 'DWAYNE', b: 'DUANE' }, dwayne + 1 * 0.1 * (1 - dwayne)],
    [{ a: 'DIXON', b: 'DICKSONX' }, dixon + 2 * 0.1 * (1 - dixon)],
    [{ a: '', b: '' }, 1],
    [{ a: 'abc', b: '' }, 0],
    [{ a: 'abc', b: 'xyz' }, 0],
    [{ a: 'same', b: 'same' }, 1],
    [{ a: 'ab', b: 'ba' }, 0],
  ],
  editScript: [
    [{ before: [], after: [] }, []],
    [{ before: [], after: ['x'] }, [{ operation: 'insert', line: 'x' }]],
    [{ before: ['x'], after: [] }, [{ operation: 'delete', line: 'x' }]],
    [
      { before: ['a', 'b', 'c'], after: ['a', 'c'] },
      [
        { operation: 'keep', line: 'a' },
        { operation: 'delete', line: 'b' },
        { operation: 'keep', line: 'c' },
      ],
    ],
    [
      { before: ['a'], after: ['b'] },
      [
        { operation: 'delete', line: 'a' },
        { operation: 'insert', line: 'b' },
      ],
    ],
    [
      { before: ['a', 'b'], after: ['b', 'a'] },
      [
        { operation: 'delete', line: 'a' },
        { operation: 'keep', line: 'b' },
        { operation: 'insert', line: 'a' },
      ],
    ],
    [
      { before: ['same', 'same'], after: ['same'] },
      [
        { operation: 'keep', line: 'same' },
        { operation: 'delete', line: 'same' },
      ],
    ],
    [
      { before: ['one', 'two', 'three'], after: ['zero', 'one', 'three', 'four'] },
      [
        { operation: 'insert', line: 'zero' },
        { operation: 'keep', line: 'one' },
        { operation: 'delete', line: 'two' },
        { operation: 'keep', line: 'three' },
        { operation: 'insert', line: 'four' },
      ],
    ],
  ],
};
