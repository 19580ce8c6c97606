import type { Cases } from './case.js';

export const words: Cases = {
  wordCount: [
    [{ text: '' }, []],
    [{ text: '  ...  ' }, []],
    [
      { text: 'one fish two fish red fish blue fish' },
      [
        { word: 'one', count: 1 },
        { word: 'fish', count: 4 },
        { word: 'two', count: 1 },
        { word: 'red', count: 1 },
        { word: 'blue', count: 1 },
      ],
    ],
    [
      { text: "Don't you? don't YOU!" },
      [
        { word: "don't", count: 2 },
        { word: 'you', count: 2 },
      ],
    ],
    [
      { text: 'testing 1, 2 testing' },
      [
        { word: 'testing', count: 2 },
        { word: '1', count: 1 },
        { word: '2', count: 1 },
      ],
    ],
    [
      { text: "'quoted' word" },
      [
        { word: 'quoted', count: 1 },
        { word: 'word', count: 1 },
      ],
    ],
    [
      { text: 'naïve' },
      [
        { word: 'na', count: 1 },
        { word: 've', count: 1 },
      ],
    ],
    [{ text: 'constructor Constructor' }, [{ word: 'constructor', count: 2 }]],
  ],
  topFiveWords: [
    [{ text: '' }, []],
    [{ text: '?!' }, []],
    [{ text: 'the cat and the dog and the bird' }, ['the', 'and', 'cat', 'dog', 'bird']],
    [{ text: 'f e d c b a' }, ['f', 'e', 'd', 'c', 'b']],
    [{ text: 'a b c d e f f' }, ['f', 'a', 'b', 'c', 'd']],
    [{ text: 'Word word WORD' }, ['word']],
    [{ text: 'x-y x_y, y' }, ['y', 'x', 'x_y']],
  ],
  firstRepeatedWord: [
    [{ text: '' }, null],
    [{ text: '   ' }, null],
    [{ text: 'a b c' }, null],
    [{ text: 'he had had enough' }, 'had'],
    [{ text: 'To be or not to be' }, 'to'],
    [{ text: 'a  a' }, 'a'],
    [{ text: 'tab\ttab tab\ttab' }, 'tab\ttab'],
    [{ text: 'x ÄPFEL y äpfel x' }, 'äpfel'],
  ],
  wordsInCommon: [
    [{ first: '', second: '' }, []],
    [{ first: 'x', second: '' }, []],
    [{ first: 'a b', second: 'c d' }, []],
    [{ first: 'the quick brown fox', second: 'the lazy brown dog' }, ['brown', 'the']],
    [{ first: 'a a b', second: 'b a a' }, ['a', 'b']],
    [{ first: '  pad  ', second: 'pad\n' }, ['pad']],
    [{ first: 'Upper upper', second: 'UPPER upper' }, ['upper']],
    [{ first: 'zeta Alpha beta', second: 'beta zeta Alpha' }, ['Alpha', 'beta', 'zeta']],
  ],
  tokenJaccard: [
    [{ left: '', right: '' }, 1],
    [{ left: 'a', right: '' }, 0],
    [{ left: 'a b c', right: 'b c d' }, 0.5],
    [{ left: 'same text', right: 'Same, text!' }, 1],
    [{ left: 'red green', right: 'green blue' }, 1 / 3],
    [{ left: 'x', right: 'y' }, 0],
    [{ left: 'a a a b', right: 'a' }, 0.5],
  ],
  likelySuccessors: [
    [{ text: '' }, []],
    [{ text: 'alone' }, []],
    [{ text: 'x x x' }, [{ word: 'x', next: 'x', count: 2 }]],
    [
      { text: 'a b a b a c' },
      [
        { word: 'a', next: 'b', count: 2 },
        { word: 'b', next: 'a', count: 2 },
      ],
    ],
    [
      { text: 'a b a c' },
      [
        { word: 'a', next: 'b', count: 1 },
        { word: 'b', next: 'a', count: 1 },
      ],
    ],
    [
      { text: 'to be  or not to be' },
      [
        { word: 'to', next: 'be', count: 2 },
        { word: 'be', next: 'or', count: 1 },
        { word: 'or', next: 'not', count: 1 },
        { word: 'not', next: 'to', count: 1 },
      ],
    ],
    [
      { text: 'a c a b a b' },
      [
        { word: 'a', next: 'b', count: 2 },
        { word: 'c', next: 'a', count: 1 },
        { word: 'b', next: 'a', count: 1 },
      ],
    ],
  ],
  groupByFirstLetter: [
    [{ words: [] }, []],
    [{ words: ['', 'x'] }, [{ letter: 'X', words: ['x'] }]],
    [
      { words: ['apple', 'Avocado', 'banana'] },
      [
        { letter: 'A', words: ['apple', 'Avocado'] },
        { letter: 'B', words: ['banana'] },
      ],
    ],
    [
      { words: ['b', 'a', 'b'] },
      [
        { letter: 'A', words: ['a'] },
        { letter: 'B', words: ['b', 'b'] },
      ],
    ],
    [
      { words: ['2nd', '1st', '10th'] },
      [
        { letter: '1', words: ['1st', '10th'] },
        { letter: '2', words: ['2nd'] },
      ],
    ],
    [
      { words: ['éclair', 'egg'] },
      [
        { letter: 'E', words: ['egg'] },
        { letter: 'É', words: ['éclair'] },
      ],
    ],
  ],
  groupAnagrams: [
    [{ words: [] }, []],
    [{ words: ['abc'] }, []],
    [{ words: ['listen', 'silent', 'enlist', 'google'] }, [['listen', 'silent', 'enlist']]],
    [
      { words: ['Evil', 'vile', 'tea', 'eat', 'live'] },
      [
        ['Evil', 'vile', 'live'],
        ['tea', 'eat'],
      ],
    ],
    [{ words: ['a', 'a'] }, [['a', 'a']]],
    [{ words: ['', 'x', ''] }, [['', '']]],
    [
      { words: ['ab', 'ba', 'abb', 'bab'] },
      [
        ['ab', 'ba'],
        ['abb', 'bab'],
      ],
    ],
  ],
};
