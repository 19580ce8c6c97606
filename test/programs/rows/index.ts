import type { Cases } from './case.js';
import { distances } from './distances.js';
import { graphs } from './graphs.js';
import { grids } from './grids.js';
import { letters } from './letters.js';
import { lists } from './lists.js';
import { numbers } from './numbers.js';
import { parsing } from './parsing.js';
import { records } from './records.js';
import { words } from './words.js';

/** Rows for all programs, by the name of the transform. */
export const cases: Cases = {
  ...distances,
  ...graphs,
  ...grids,
  ...letters,
  ...lists,
  ...numbers,
  ...parsing,
  ...records,
  ...words,
};
