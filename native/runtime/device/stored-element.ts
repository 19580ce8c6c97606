import type { InputBuffers } from '../backend/addon.js';
import { type ElementType, hasOffsets } from '../columns/column-types.js';
import { partCount } from '../input/lower-list.js';
import { countedBy } from '../output/raise-lists.js';

/** What the elements of stored lists are: nullable where a null is among them, whatever is declared. */
export function storedElement(element: ElementType, elements: InputBuffers | undefined): ElementType {
  const nullable = elements?.validity !== undefined;
  if (element.element === undefined) return { ...element, nullable };
  return { ...element, nullable, element: storedElement(element.element, elements?.elements) };
}

/** Whether nulls may be among stored elements where none are declared. */
export function mayHaveMoreNulls(stored: ElementType, declared: ElementType): boolean {
  if (stored.nullable && !declared.nullable) return true;
  return stored.element !== undefined && declared.element !== undefined
    ? mayHaveMoreNulls(stored.element, declared.element)
    : false;
}

/** A part of a list: the place of a stored one, or what says of all elements that they are there. */
export type TakenPart = number | { readonly counted: number; readonly width: number };

/**
 * The parts that a transform reads of a stored list, which may say of its elements where nulls are and need not. Elements that are
 * declared nullable, and stored without nulls, are all there: as many as the bytes of the part `counted`, of `width` an element.
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

/** What the elements of a column are that says of elements, so many lists deep in another one, that they are there. */
export function presentElement(element: ElementType, lists: number): ElementType {
  if (lists === 1) return { type: 'bool', nullable: false };
  if (element.element === undefined) throw new RangeError('a list has elements');
  return { type: 'list', nullable: element.nullable, element: presentElement(element.element, lists - 1) };
}

/** Its parts: those of the other column, but for the last, of which there is one for each of the elements that are counted. */
export function presentParts(element: ElementType, lists: number): readonly TakenPart[] {
  if (lists === 1 || element.element === undefined) {
    const { part, width } = countedBy(element);
    return [{ counted: part, width }];
  }
  const own = [...presentParts(element.element, lists - 1), partCount(element.element)];
  return element.nullable ? [...own, partCount(element) - 1] : own;
}
