import type { Cases } from './case.js';

/** Returns entries of an inventory from triples of article, quantity and price. */
const entries = (...triples: readonly (readonly [string, number, number])[]) =>
  triples.map(([article, quantity, price]) => ({ article, quantity, price }));

/** Returns accounts from triples of owner, balance and number of bookings. */
const accounts = (...triples: readonly (readonly [string, number, number])[]) =>
  triples.map(([owner, balance, bookings]) => ({ owner, balance, bookings }));

/** Returns transfers from triples of payer, payee and amount. */
const transfers = (...triples: readonly (readonly [string, string, number])[]) =>
  triples.map(([from, to, amount]) => ({ from, to, amount }));

/** Returns scores from pairs of a score and its letters. */
const scores = (...pairs: readonly (readonly [number, string])[]) =>
  pairs.map(([score, letters]) => ({ score, letters: [...letters] }));

/** Returns letters with scores from pairs. */
const scored = (...pairs: readonly (readonly [string, number])[]) =>
  pairs.map(([letter, score]) => ({ letter, score }));

/** Returns totals of an inventory from triples of article, quantity and value. */
const totals = (...triples: readonly (readonly [string, number, number])[]) =>
  triples.map(([article, quantity, value]) => ({ article, quantity, value }));

export const records: Cases = {
  inventoryTotals: [
    [{ entries: [] }, []],
    [{ entries: entries(['tea', 2, 1.5]) }, totals(['tea', 2, 3])],
    [
      { entries: entries(['apple', 2, 0.5], ['pear', 1, 2], ['apple', 3, 0.5]) },
      totals(['apple', 5, 2.5], ['pear', 1, 2]),
    ],
    [{ entries: entries(['cup', 1, 1], ['cup', -1, 1]) }, []],
    [{ entries: entries(['10', 1, 1], ['2', 1, 1]) }, totals(['10', 1, 1], ['2', 1, 1])],
    [{ entries: entries(['__proto__', 1, 4], ['', 2, 2]) }, totals(['__proto__', 1, 4], ['', 2, 4])],
    [{ entries: entries(['a', 0, 9], ['b', 1, 9]) }, totals(['b', 1, 9])],
  ],
  lruCache: [
    [
      { requests: [], capacity: 2 },
      { hits: 0, evicted: [], cached: [] },
    ],
    [
      { requests: ['a', 'b', 'a', 'c', 'b'], capacity: 2 },
      { hits: 1, evicted: ['b', 'a'], cached: ['c:1', 'b:1'] },
    ],
    [
      { requests: ['a', 'a', 'a'], capacity: 1 },
      { hits: 2, evicted: [], cached: ['a:3'] },
    ],
    [
      { requests: ['a', 'b', 'c'], capacity: 1 },
      { hits: 0, evicted: ['a', 'b'], cached: ['c:1'] },
    ],
    [
      { requests: ['a', 'b', 'c', 'a'], capacity: 3 },
      { hits: 1, evicted: [], cached: ['b:1', 'c:1', 'a:2'] },
    ],
    [
      { requests: ['a'], capacity: 0 },
      { hits: 0, evicted: [], cached: ['a:1'] },
    ],
  ],
  bankAccounts: [
    [
      { owners: [], deposit: 1, transfers: transfers(['x', 'y', 1]) },
      { accounts: [], refused: 1 },
    ],
    [
      { owners: ['ada'], deposit: 10, transfers: [] },
      { accounts: accounts(['ada', 9, 0]), refused: 0 },
    ],
    [
      { owners: ['ada', 'bob'], deposit: 10, transfers: transfers(['ada', 'bob', 4]) },
      { accounts: accounts(['ada', 6, 1], ['bob', 14, 1]), refused: 0 },
    ],
    [
      { owners: ['ada', 'bob'], deposit: 10, transfers: transfers(['ada', 'bob', 11]) },
      { accounts: accounts(['ada', 9, 0], ['bob', 9, 0]), refused: 1 },
    ],
    [
      { owners: ['ada'], deposit: 10, transfers: transfers(['ada', 'ada', 5]) },
      { accounts: accounts(['ada', 10, 2]), refused: 0 },
    ],
    [
      { owners: ['ada', 'ada'], deposit: 10, transfers: transfers(['ada', 'ada', 1]) },
      { accounts: accounts(['ada', 10, 2], ['ada', 9, 0]), refused: 0 },
    ],
    [
      {
        owners: ['ada', 'bob', 'cy'],
        deposit: 10,
        transfers: transfers(['ada', 'bob', 10], ['bob', 'cy', 20], ['cy', 'ada', 31]),
      },
      { accounts: accounts(['ada', 0, 1], ['bob', 0, 2], ['cy', 30, 1]), refused: 1 },
    ],
  ],
  shapeAreas: [
    [{ shapes: '' }, []],
    [{ shapes: 'hexagon 2' }, []],
    [{ shapes: 'rectangle 3 4' }, [12]],
    [{ shapes: 'circle 1' }, [Math.PI]],
    [{ shapes: 'triangle 3 4; rectangle 2 2' }, [6, 4]],
    [{ shapes: 'circle 2;' }, [4 * Math.PI]],
    [{ shapes: 'circle;rectangle 2' }, [0, 0]],
    [{ shapes: 'rectangle x 2' }, [Number.NaN]],
  ],
  etl: [
    [{ scores: [] }, []],
    [{ scores: scores([1, '']) }, []],
    [{ scores: scores([1, 'AE'], [2, 'DG']) }, scored(['a', 1], ['d', 2], ['e', 1], ['g', 2])],
    [{ scores: scores([5, 'K'], [8, 'JX']) }, scored(['j', 8], ['k', 5], ['x', 8])],
    [{ scores: scores([1, 'A'], [3, 'a']) }, scored(['a', 3])],
    // Keys that are integers come in ascending order, so the score 10 comes last.
    [{ scores: scores([10, 'Q'], [2, 'Q']) }, scored(['q', 10])],
    [{ scores: scores([3, 'b'], [3, 'c']) }, scored(['c', 3])],
  ],
  robotSimulator: [
    [{ instructions: '' }, { direction: 'north', x: 0, y: 0, visited: 1 }],
    [{ instructions: 'A' }, { direction: 'north', x: 0, y: 1, visited: 2 }],
    [{ instructions: 'LLL' }, { direction: 'east', x: 0, y: 0, visited: 1 }],
    [{ instructions: 'RAALAL' }, { direction: 'west', x: 2, y: 1, visited: 4 }],
    [{ instructions: 'AAAA' }, { direction: 'north', x: 0, y: 4, visited: 5 }],
    [{ instructions: 'RARARALA' }, { direction: 'south', x: 0, y: -2, visited: 5 }],
    [{ instructions: 'xyz' }, { direction: 'north', x: 0, y: 0, visited: 1 }],
  ],
};
