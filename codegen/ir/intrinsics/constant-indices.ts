import { intType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

const header = 'value/lookup.hpp';

/** The index of a constant in a list, or -1. The last argument is the list's length. */
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
    // The index of a constant that is present: reading a property of null or undefined fails the row.
    name: 'present index',
    parameters: ['value', 'value'],
    typeOf: () => intType,
    cpp: 'present_index',
    header,
    services: ['out'],
    range: ([, count]) => (count ? { min: 0, max: count.max - 1 } : undefined),
  },
  {
    // The index of an own property of an object. Indices after the own properties are inherited names, which fail the row.
    name: 'own index',
    parameters: ['value', 'value'],
    typeOf: () => intType,
    cpp: 'own_index',
    header,
    services: ['out'],
    range: ([, count]) => (count ? { min: -1, max: count.max - 1 } : undefined),
  },
  {
    // The index in a table of tables that have `count` places each.
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
