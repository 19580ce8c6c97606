/** Operations of arrays, as JavaScript has them. An operation that changes an array gives a changed copy. */

import type { ArrayCall } from '../../codegen/ir/expression.js';
import type { ArrayOperation } from '../../codegen/ir/operations/array-operations.js';
import { Abandoned, fail } from './outcome.js';

type Elements = readonly unknown[];
type Operation = (array: Elements, ...args: readonly unknown[]) => unknown;

const operations: Readonly<Partial<Record<ArrayOperation, Operation>>> = {
  length: (array) => array.length,
  element: (array, at) => array[at as number],
  item: (array, at) => (Number.isInteger(at) && Number(at) in array ? array[at as number] : fail('no such element')),
  at: (array, at) => array.at(at as number),
  includes: (array, value, ...from) => array.includes(value, ...(from as [number?])),
  indexOf: (array, value, ...from) => array.indexOf(value, ...(from as [number?])),
  lastIndexOf: (array, value, ...from) => Reflect.apply(array.lastIndexOf, array, [value, ...from]),
  join: (array, ...separator) => array.join(...(separator as [string?])),
  slice: (array, ...bounds) => array.slice(...(bounds as [number?, number?])),
  subarray: (array, ...bounds) => array.slice(...(bounds as [number?, number?])),
  concat: (array, ...others) => array.concat(...(others as Elements[])),
  reversed: (array) => array.toReversed(),
  sorted: (array) => array.toSorted(),
  store: (array) => [...array],
  loosened: (array) => [...array],
  push: (array, ...values) => [...array, ...values],
  set: (array, at, value) => {
    if (!Number.isInteger(at) || Number(at) < 0 || Number(at) > array.length) fail('a place outside the array');
    return [...array.slice(0, Number(at)), value, ...array.slice(Number(at) + 1)];
  },
  with: (array, at, value) => array.with(at as number, value),
  withoutLast: (array) => array.slice(0, -1),
  withoutFirst: (array) => array.slice(1),
  places: (array) => [...array.keys()],
  gathered: (array, places) => (places as readonly number[]).map((place) => array[place]),
};

export function arrayOperation({ operation }: ArrayCall, array: Elements, args: Elements): unknown {
  const known = operations[operation];
  if (!known) throw new Abandoned(operation);
  return known(array, ...args);
}
