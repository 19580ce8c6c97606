import { intType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

const header = 'value/lookup.hpp';

/** Which of some constants is meant, by its number; -1 is none of them. The last argument is how many there are. */
export const constantIndices: readonly Intrinsic[] = [
  {
    // `list[i]`
    name: 'list index',
    parameters: ['value', 'value'],
    typeOf: () => intType,
    cpp: 'list_index',
    header,
    evaluate: ([index, count]) => (Number(index) in Array.from({ length: Number(count) }) ? Number(index) + 0 : -1),
    range: ([, count]) => (count ? { min: -1, max: count.max - 1 } : undefined),
  },
  {
    // `list.at(i)`
    name: 'list at',
    parameters: ['value', 'value'],
    typeOf: () => intType,
    cpp: 'list_at',
    header,
    evaluate: ([index, count]) => placeFromEnd(Math.trunc(Number(index)) || 0, Number(count)),
    range: ([, count]) => (count ? { min: -1, max: count.max - 1 } : undefined),
  },
  {
    // One that is there: a property of nothing fails the row.
    name: 'present index',
    parameters: ['value', 'value'],
    typeOf: () => intType,
    cpp: 'present_index',
    header,
    services: ['out'],
    range: ([, count]) => (count ? { min: 0, max: count.max - 1 } : undefined),
  },
  {
    // One of an object's own properties: those after them are inherited, and fail the row.
    name: 'own index',
    parameters: ['value', 'value'],
    typeOf: () => intType,
    cpp: 'own_index',
    header,
    services: ['out'],
    range: ([, count]) => (count ? { min: -1, max: count.max - 1 } : undefined),
  },
  {
    // One of the tables in a table, and in that one of `count` places.
    name: 'nested index',
    parameters: ['value', 'value', 'value'],
    typeOf: () => intType,
    cpp: 'nested_index',
    header,
    evaluate: ([outer, inner, count]) =>
      Number(outer) < 0 || Number(inner) < 0 ? -1 : Number(outer) * Number(count) + Number(inner),
    range: ([outer, , count]) => (outer && count ? { min: -1, max: (outer.max + 1) * count.max - 1 } : undefined),
  },
];

function placeFromEnd(index: number, count: number): number {
  const place = index < 0 ? count + index : index;
  return place >= 0 && place < count ? place : -1;
}
