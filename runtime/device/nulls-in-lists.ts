import { type ElementType, pathOf } from '../../schema/columns.js';
import type { InputBuffers } from '../backend/addon.js';
import { type OutputColumn, sameColumn, type TransformDescription } from '../description.js';
import { nullElement } from '../input/chunks/list-chunk.js';
import { nullStruct } from '../input/struct-fields.js';
import type { MemoryBudget } from '../memory-budget.js';
import { isSet } from '../values/bitmap.js';
import { columnBuffers } from './column-buffers.js';
import type { Block, StoredColumn } from './stored-column.js';
import type { TableContent } from './table-content.js';

/** The row of a null, and its places in the row's lists. */
interface Found {
  readonly row: number;
  readonly places: readonly number[];
}

/**
 * Rejects nulls of structs in lists, and of their fields, that the transform does not declare, as a call with Arrow data would. Columns in
 * which there may be such nulls are copied back for this check. Results that declare none are not copied.
 *
 * @throws SchemaError for the first of them
 */
export async function refuseNullsInLists(
  { input }: TransformDescription,
  content: TableContent,
  blocks: readonly Block[],
  memory: MemoryBudget,
): Promise<void> {
  for (const [place, struct] of content.columns.entries()) {
    const { listed = [] } = struct;
    const isTaken = struct.presence && listed.length > 0 && input.some((column) => isWithin(column, struct));
    if (!isTaken || input.some((column) => sameColumn(column, struct))) continue;
    const around = content.columns.findLastIndex(
      (other) => isAround(other, struct) && input.some((column) => sameColumn(column, other)),
    );
    const found = await firstNull(content, content.columns, content.blocks, place, listed.length, around, memory);
    const isList = input.some(({ listed: own = [] }) => own[listed.length] === pathOf(struct).length);
    if (found) throw nullStruct(struct.name, found.row, isList, found.places);
  }
  for (const [place, column] of input.entries()) {
    for (const lists of requiredLevels(column.element)) {
      const around = input.findLastIndex((other) => isAround(other, column) && (other.listed?.length ?? 0) === lists);
      const found = await firstNull(content, input, blocks, place, lists, around, memory);
      if (found) throw nullElement(column.name, column.element ?? column, found.places, found.row);
    }
  }
}

/** Returns the depths in lists at which elements must be present where the struct around them is. */
function requiredLevels(element: ElementType | undefined, lists = 1): readonly number[] {
  if (element === undefined) return [];
  return [...(element.required ? [lists] : []), ...requiredLevels(element.element, lists + 1)];
}

/** True if a column lies in the struct or the list that a presence column describes. */
function isWithin(column: OutputColumn, struct: OutputColumn): boolean {
  const path = pathOf(struct);
  const lists = struct.listed ?? [];
  return (
    path.every((name, at) => pathOf(column)[at] === name) && lists.every((depth, at) => column.listed?.[at] === depth)
  );
}

/** True if a column is the presence column of a struct or a list around another column, within as many lists. */
export function isAround(outer: OutputColumn, column: OutputColumn): boolean {
  return outer.presence === true && !sameColumn(outer, column) && isWithin(column, outer);
}

/** Returns the first null of a column, `lists` lists deep, where the column at `around` has none; undefined if there is none. */
async function firstNull(
  { storage }: Pick<TableContent, 'storage'>,
  columns: readonly OutputColumn[],
  blocks: readonly Block[],
  place: number,
  lists: number,
  around: number,
  memory: MemoryBudget,
): Promise<Found | undefined> {
  const declared = [columns[place], columns[around]].flatMap((column) => column ?? []);
  let start = 0;
  for (const { length, columns: stored } of blocks) {
    const own = stored[place];
    if (own !== undefined && mayBeNull(own, lists)) {
      const outer = stored[around];
      const before = memory.used;
      const copies = await storage.download({ length, columns: outer ? [own, outer] : [own] }, declared, memory);
      memory.settle(before, 0);
      const [buffers, others] = copies.map((copy, index) => columnBuffers(copy, declared[index], length));
      for (let row = 0; buffers !== undefined && row < length; row += 1) {
        const places = nullIn(buffers, row, others, row, lists);
        if (places !== undefined) return { row: start + row, places };
      }
    }
    start += length;
  }
  return undefined;
}

function mayBeNull({ element }: StoredColumn, lists: number): boolean {
  let level = element;
  for (let depth = 1; depth < lists; depth += 1) level = level?.element;
  return level?.nullable === true && level.required !== true;
}

function nullIn(
  own: InputBuffers,
  at: number,
  outer: InputBuffers | undefined,
  outerAt: number,
  lists: number,
): readonly number[] | undefined {
  if (lists === 0) return isNull(own, at) && !(outer && isNull(outer, outerAt)) ? [] : undefined;
  const { elements, offsets } = own;
  if (elements === undefined || isNull(own, at)) return undefined;
  const begin = offsets?.[at] ?? 0;
  const outerBegin = outer?.offsets?.[outerAt] ?? 0;
  for (let inner = begin; inner < (offsets?.[at + 1] ?? 0); inner += 1) {
    const places = nullIn(elements, inner, outer?.elements, outerBegin + inner - begin, lists - 1);
    if (places !== undefined) return [inner - begin, ...places];
  }
  return undefined;
}

function isNull({ validity, validityBit }: InputBuffers, at: number): boolean {
  return validity !== undefined && !isSet(validity, validityBit + at);
}
