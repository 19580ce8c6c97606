import type { Cases } from './case.js';

export const letters: Cases = {
  letterFrequency: [
    [{ text: '' }, []],
    [{ text: '123' }, []],
    [
      { text: 'aab' },
      [
        { letter: 'a', share: 2 / 3 },
        { letter: 'b', share: 1 / 3 },
      ],
    ],
    [{ text: 'Zz' }, [{ letter: 'z', share: 1 }]],
    [
      { text: 'banana' },
      [
        { letter: 'a', share: 0.5 },
        { letter: 'b', share: 1 / 6 },
        { letter: 'n', share: 1 / 3 },
      ],
    ],
    [
      { text: 'Hi, hi!' },
      [
        { letter: 'h', share: 0.5 },
        { letter: 'i', share: 0.5 },
      ],
    ],
    [{ text: 'ñ a' }, [{ letter: 'a', share: 1 }]],
  ],
  runLengthEncode: [
    [{ text: '' }, ''],
    [{ text: 'WWWWBBBW' }, '4W3BW'],
    [{ text: 'XYZ' }, 'XYZ'],
    [{ text: '  hsqq qww  ' }, '2 hs2q q2w2 '],
    [{ text: 'aaaaaaaaaaaa' }, '12a'],
    [{ text: '😀😀b' }, '2😀b'],
    [{ text: 'aAa' }, 'aAa'],
  ],
  runLengthDecode: [
    [{ code: '' }, ''],
    [{ code: '4W3BW' }, 'WWWWBBBW'],
    [{ code: 'XYZ' }, 'XYZ'],
    [{ code: '2 hs2q q2w2 ' }, '  hsqq qww  '],
    [{ code: '12a' }, 'aaaaaaaaaaaa'],
    [{ code: '2😀b' }, '😀😀b'],
    [{ code: '0ab' }, 'b'],
    [{ code: '3' }, ''],
  ],
  longestUniqueSubstring: [
    [{ text: '' }, ''],
    [{ text: ' ' }, ' '],
    [{ text: 'abcabcbb' }, 'abc'],
    [{ text: 'bbbbb' }, 'b'],
    [{ text: 'pwwkew' }, 'wke'],
    [{ text: 'abba' }, 'ab'],
    [{ text: 'dvdf' }, 'vdf'],
    [{ text: 'tmmzuxt' }, 'mzuxt'],
    [{ text: 'äöäü' }, 'öäü'],
  ],
  // The first three are published test vectors of Fletcher-16: 0xc8f0, 0x2057 and 0x0627.
  byteChecksum: [
    [{ text: 'abcde' }, { checksum: 51440, bytes: 5, distinct: 5 }],
    [{ text: 'abcdef' }, { checksum: 8279, bytes: 6, distinct: 6 }],
    [{ text: 'abcdefgh' }, { checksum: 1575, bytes: 8, distinct: 8 }],
    [{ text: '' }, { checksum: 0, bytes: 0, distinct: 0 }],
    [{ text: 'aa' }, { checksum: 9410, bytes: 2, distinct: 1 }],
    [{ text: 'é' }, { checksum: 12653, bytes: 2, distinct: 2 }],
  ],
};
