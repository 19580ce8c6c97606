import type { Cases } from './case.js';

/** Returns intervals from pairs of their ends. */
const intervals = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([start, end]) => ({ start, end }));

export const lists: Cases = {
  mergeIntervals: [
    [{ intervals: [] }, []],
    [{ intervals: intervals([1, 2]) }, intervals([1, 2])],
    [{ intervals: intervals([1, 3], [2, 6], [8, 10], [15, 18]) }, intervals([1, 6], [8, 10], [15, 18])],
    [{ intervals: intervals([1, 4], [4, 5]) }, intervals([1, 5])],
    [{ intervals: intervals([5, 6], [1, 2]) }, intervals([1, 2], [5, 6])],
    [{ intervals: intervals([1, 10], [2, 3], [11, 12]) }, intervals([1, 10], [11, 12])],
    [{ intervals: intervals([-2, 0], [-3, -1]) }, intervals([-3, 0])],
  ],
  twoSum: [
    [{ numbers: [], target: 0 }, null],
    [{ numbers: [5], target: 10 }, null],
    [
      { numbers: [2, 7, 11, 15], target: 9 },
      { first: 0, second: 1 },
    ],
    [
      { numbers: [3, 2, 4], target: 6 },
      { first: 1, second: 2 },
    ],
    [
      { numbers: [3, 3], target: 6 },
      { first: 0, second: 1 },
    ],
    [
      { numbers: [0, 2, 11, 19, 90], target: 21 },
      { first: 1, second: 3 },
    ],
    [{ numbers: [1, 2, 3], target: 7 }, null],
  ],
  slidingWindowMaximum: [
    [{ values: [], size: 3 }, []],
    [{ values: [1], size: 1 }, [1]],
    [{ values: [1, 3, -1, -3, 5, 3, 6, 7], size: 3 }, [3, 3, 5, 5, 6, 7]],
    [{ values: [9, 8, 7], size: 2 }, [9, 8]],
    [{ values: [1, 2], size: 3 }, []],
    [{ values: [4, 4, 4], size: 2 }, [4, 4]],
    [{ values: [0.5, -0.5, 1.5], size: 2 }, [0.5, 1.5]],
  ],
  quicksorted: [
    [{ numbers: [] }, []],
    [{ numbers: [1] }, [1]],
    [{ numbers: [3, 1, 2] }, [1, 2, 3]],
    [{ numbers: [2, 2, 1] }, [1, 2, 2]],
    [{ numbers: [5, 4, 3, 2, 1] }, [1, 2, 3, 4, 5]],
    [{ numbers: [0.5, -1, 1e9, -1] }, [-1, -1, 0.5, 1e9]],
    [{ numbers: [1, 2, 3] }, [1, 2, 3]],
  ],
  flattenArray: [
    [{ text: '' }, []],
    [{ text: '[]' }, []],
    [{ text: '[[[]]]' }, []],
    [{ text: '[1, [2, 3], [[4]]]' }, [1, 2, 3, 4]],
    [{ text: '[0,2,[[2,3],8,[[100]],4,50]]' }, [0, 2, 2, 3, 8, 100, 4, 50]],
    [{ text: '1]2[3' }, [1, 2, 3]],
    [{ text: '[1, [2]' }, [1, 2]],
  ],
  setAlgebra: [
    [
      { a: [], b: [] },
      { either: [], both: [], one: [] },
    ],
    [
      { a: [1, 2, 3], b: [3, 4] },
      { either: [1, 2, 3, 4], both: [3], one: [1, 2, 4] },
    ],
    [
      { a: [1, 1], b: [1] },
      { either: [1], both: [1], one: [] },
    ],
    [
      { a: [5], b: [] },
      { either: [5], both: [], one: [5] },
    ],
    [
      { a: [], b: [2, 2, 3] },
      { either: [2, 3], both: [], one: [2, 3] },
    ],
    [
      { a: [3, 1, 2], b: [2, 1, 3] },
      { either: [3, 1, 2], both: [3, 1, 2], one: [] },
    ],
  ],
};
