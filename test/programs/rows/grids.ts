import type { Cases } from './case.js';

/** Returns a board whose `#` are true. */
const board = (...lines: readonly string[]) => lines.map((line) => [...line].map((cell) => cell === '#'));

const square = [
  [1, 2],
  [3, 4],
];

export const grids: Cases = {
  rotateMatrix: [
    [{ matrix: [], turns: 1 }, []],
    [{ matrix: square, turns: 0 }, square],
    [
      { matrix: square, turns: 1 },
      [
        [3, 1],
        [4, 2],
      ],
    ],
    [
      { matrix: square, turns: 2 },
      [
        [4, 3],
        [2, 1],
      ],
    ],
    [
      { matrix: square, turns: 3 },
      [
        [2, 4],
        [1, 3],
      ],
    ],
    [{ matrix: square, turns: 4 }, square],
    [{ matrix: [[1, 2, 3]], turns: 1 }, [[1], [2], [3]]],
    [{ matrix: [[1], [2]], turns: 1 }, [[2, 1]]],
    [{ matrix: square, turns: -1 }, square],
  ],
  spiralMatrix: [
    [{ size: 0 }, []],
    [{ size: 1 }, [[1]]],
    [
      { size: 2 },
      [
        [1, 2],
        [4, 3],
      ],
    ],
    [
      { size: 3 },
      [
        [1, 2, 3],
        [8, 9, 4],
        [7, 6, 5],
      ],
    ],
    [
      { size: 4 },
      [
        [1, 2, 3, 4],
        [12, 13, 14, 5],
        [11, 16, 15, 6],
        [10, 9, 8, 7],
      ],
    ],
    [
      { size: 5 },
      [
        [1, 2, 3, 4, 5],
        [16, 17, 18, 19, 6],
        [15, 24, 25, 20, 7],
        [14, 23, 22, 21, 8],
        [13, 12, 11, 10, 9],
      ],
    ],
  ],
  matrixProduct: [
    [{ a: [], b: [] }, []],
    [{ a: [[], []], b: [] }, [[], []]],
    [{ a: [[1, 2]], b: [[1, 2]] }, null],
    [
      {
        a: square,
        b: [
          [5, 6],
          [7, 8],
        ],
      },
      [
        [19, 22],
        [43, 50],
      ],
    ],
    [{ a: [[1, 2, 3]], b: [[4], [5], [6]] }, [[32]]],
    [
      { a: [[1], [2]], b: [[3, 4]] },
      [
        [3, 4],
        [6, 8],
      ],
    ],
    [
      {
        a: [
          [1, 0],
          [0, 1],
        ],
        b: [
          [0.5, -1],
          [2, 4],
        ],
      },
      [
        [0.5, -1],
        [2, 4],
      ],
    ],
  ],
  gridPaths: [
    [{ grid: '' }, 0],
    [{ grid: '.' }, 1],
    [{ grid: '#' }, 0],
    [{ grid: '..\n..' }, 2],
    [{ grid: '...\n.#.\n...' }, 2],
    [{ grid: '...\n...\n...' }, 6],
    [{ grid: '.#\n#.' }, 0],
    [{ grid: '.\n.\n.' }, 1],
    [{ grid: '..#\n...\n#..' }, 4],
  ],
  countIslands: [
    [{ map: '' }, { islands: 0, largest: 0 }],
    [{ map: '...' }, { islands: 0, largest: 0 }],
    [{ map: '##\n##' }, { islands: 1, largest: 4 }],
    [{ map: '#.#\n...\n#.#' }, { islands: 4, largest: 1 }],
    [{ map: '#..\n##.\n..#' }, { islands: 2, largest: 3 }],
    [{ map: '#\n##\n#' }, { islands: 1, largest: 4 }],
    [{ map: '.#.\n###\n.#.' }, { islands: 1, largest: 5 }],
  ],
  gameOfLife: [
    [{ board: [] }, []],
    [{ board: board('#') }, board('.')],
    [{ board: board('...', '###', '...') }, board('.#.', '.#.', '.#.')],
    [{ board: board('##', '##') }, board('##', '##')],
    [{ board: board('##', '#.') }, board('##', '##')],
    [{ board: board('..', '..') }, board('..', '..')],
    [{ board: board('###', '###', '###') }, board('#.#', '...', '#.#')],
  ],
};
