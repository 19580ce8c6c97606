import { hasOffsets } from '../../schema/column-types.js';
import type { ElementType } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import { partCount } from '../input/lower-list.js';
import { countedBy } from '../output/raise-lists.js';

/** Returns the type of stored list elements. It is nullable if there are nulls among them, whatever is declared. */
export function storedElement(element: ElementType, elements: InputBuffers | undefined): ElementType {
  const nullable = elements?.validity !== undefined;
  if (element.element === undefined) return { ...element, nullable };
  return { ...element, nullable, element: storedElement(element.element, elements?.elements) };
}

/** True if there may be nulls among stored elements where none are declared. */
export function mayHaveMoreNulls(stored: ElementType, declared: ElementType): boolean {
  if (stored.nullable && !declared.nullable) return true;
  return stored.element !== undefined && declared.element !== undefined
    ? mayHaveMoreNulls(stored.element, declared.element)
    : false;
}

/** A part of a list: the place of a stored part, or a part to be made that marks all elements as present. */
export type TakenPart = number | { readonly counted: number; readonly width: number };

/**
 * Returns the parts of a stored list that a transform reads. Elements that are declared nullable but stored without nulls are all present.
 * Their number is that of the bytes of the part `counted`, divided by `width`.
 */
export function takenParts(declared: ElementType, stored: ElementType): readonly TakenPart[] {
  const own = ownParts(declared, stored);
  if (!declared.nullable) return own;
  const { part, width } = countedBy(stored);
  return [...own, stored.nullable ? partCount(stored) - 1 : { counted: part, width }];
}

function ownParts(declared: ElementType, stored: ElementType): readonly TakenPart[] {
  if (declared.element !== undefined && stored.element !== undefined)
    return [...takenParts(declared.element, stored.element), partCount(stored.element)];
  return hasOffsets(stored.type) ? [0, 1] : [0];
}

/** Returns the type of the elements of a column that marks elements, `lists` lists deep in another column, as present. */
export function presentElement(element: ElementType, lists: number): ElementType {
  if (lists === 1) return { type: 'bool', nullable: false };
  if (element.element === undefined) throw new RangeError('a list has elements');
  return { type: 'list', nullable: element.nullable, element: presentElement(element.element, lists - 1) };
}

/** Returns the parts of such a column. They are the parts of the other column, except the last, which has one flag per counted element. */
export function presentParts(element: ElementType, lists: number): readonly TakenPart[] {
  if (lists === 1 || element.element === undefined) {
    const { part, width } = countedBy(element);
    return [{ counted: part, width }];
  }
  const own = [...presentParts(element.element, lists - 1), partCount(element.element)];
  return element.nullable ? [...own, partCount(element) - 1] : own;
}
