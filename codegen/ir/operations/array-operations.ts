/**
 * An operation of an array. `item` is an element that is known to be there.
 * Operations that change an array in JavaScript return the changed one here. `push`, `set`, `with`, `withoutLast` and `withoutFirst` take
 * over its memory: the old array must not be used any more. `set` takes a place inside or at the end, and any other fails the row; `with`
 * takes an index inside. `sorted`, `reversed`, `slice`, `concat`, `store` and `loosened` (whose elements may be undefined) have their own
 * memory.
 * `sum` to `periods` are operations of windows. `count` counts values that are not null, `periods` rows in which no window of several has a
 * null.
 */
export type ArrayOperation =
  | 'length'
  | 'element'
  | 'item'
  | 'at'
  | 'includes'
  | 'indexOf'
  | 'lastIndexOf'
  | 'join'
  | 'slice'
  | 'concat'
  | 'reversed'
  | 'sorted'
  | 'store'
  | 'loosened'
  | 'subarray'
  | 'places'
  | 'undefinedPlaces'
  | 'gathered'
  | 'zipped'
  | 'masked'
  | 'judged'
  | 'allThere'
  | 'push'
  | 'set'
  | 'with'
  | 'withoutLast'
  | 'withoutFirst'
  | WindowOperation;

export type WindowOperation = 'sum' | 'mean' | 'min' | 'max' | 'variance' | 'stddev' | 'count' | 'periods';
