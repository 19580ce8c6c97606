import { isBinaryType, isTextType } from '../../schema/column-types.js';
import { type DeclaredType, describeType, pathOf } from '../../schema/columns.js';
import type { CallWatch } from '../call/watch-call.js';
import { type ChunkLimits, limitsOf } from '../chunk-limits.js';
import {
  type ComputedTransform,
  computedPart,
  type InputColumn,
  type OutputColumn,
  sameColumn,
  type TransformDescription,
} from '../description.js';
import { DeviceError, SchemaError } from '../errors.js';
import type { FailedRows } from '../faults/failed-rows.js';
import { missingColumn, undeclaredNull } from '../input/checks/check-columns.js';
import { matches } from '../input/checks/check-type.js';
import { nullStruct } from '../input/struct-fields.js';
import type { MemoryBudget } from '../memory-budget.js';
import type { Backend, CheckedOptions } from '../options.js';
import type { Params } from '../params.js';
import { firstOnlyIn } from '../values/bitmap.js';
import { nullAmongElements } from './check-list.js';
import { columnBuffers } from './column-buffers.js';
import { type DeviceTable as AnyDeviceTable, DeviceTable, openTable } from './device-table.js';
import { isAround, refuseNullsInLists } from './nulls-in-lists.js';
import { type Block, releaseAll, retainAll, type StoredColumn, storedBytes } from './stored-column.js';
import { mayHaveMoreNulls } from './stored-element.js';
import { rowsOf, type TableContent } from './table-content.js';

/** A call of a transform with a device table. */
export interface ResidentCall extends ChunkLimits {
  readonly transform: TransformDescription;
  readonly table: unknown;
  /** The runtime that the transform belongs to. */
  readonly owner: object;
  readonly options: CheckedOptions;
  readonly params: Params;
  /** Takes the rows that fail; undefined if the first of them ends the call. */
  readonly failed?: FailedRows | undefined;
  readonly memory: MemoryBudget;
  readonly watch: CallWatch | undefined;
}

/** Runs the transform where the table is, and leaves the result there. */
export async function runResident(call: ResidentCall): Promise<AnyDeviceTable> {
  const { transform, owner, options, memory, watch } = call;
  const content = openTable(call.table, transform.name);
  const { storage } = content;
  if (storage.owner !== owner) {
    throw new DeviceError(
      `${transform.name}: the device table was made by the toDevice of another generated folder, whose addon owns its memory. ` +
        'Make it with the toDevice that is exported beside the transform, or pass await table.toArrow().',
    );
  }
  const backend = backendFor(transform.name, content, options.backend);
  if (watch !== undefined) watch.backend = backend;
  const places = inputPlaces(transform, content);
  const taken = content.blocks.map(({ length, columns }) => ({ length, columns: pick(columns, places) }));
  // Before the first await, because the table may be disposed of while this runs.
  retainAll(taken);
  const made: StoredColumn[] = [];
  const present: MakePresent = async (length, lists, other) => {
    const column = other ? await storage.presentIn(other, lists, length) : await storage.present(length);
    made.push(column);
    return column;
  };
  try {
    const blocks = await inputBlocks(places, taken, present);
    await refuseNullStructs(transform, content, memory);
    await refuseNulls(transform, content, blocks, memory);
    // Structs are checked first, because the fields of a null struct are null as well.
    await refuseNullsInLists(transform, content, blocks, memory);
    await refuseNullElements(transform, content, blocks, memory);
    const computed = computedPart(transform);
    watch?.read(
      rowsOf(content),
      storedBytes(blocks, (place) => transform.input[place]?.read === true),
    );
    const result = await storage.run({
      transform: { ...computed, shares: [] },
      blocks,
      backend,
      params: call.params,
      valuesInErrors: options.valuesInErrors ?? true,
      failed: call.failed,
      signal: options.signal,
      memory,
      ...limitsOf(call),
    });
    watch?.wroteBytes(storedBytes(result.blocks));
    const shown = shareBlocks(computed, blocks, result.blocks);
    return new DeviceTable({ storage, columns: transform.output, ...result, blocks: shown });
  } finally {
    releaseAll(taken);
    for (const column of made) column.release();
  }
}

/** Replaces a presence column that the table does not have, because the struct or list is never null there. */
interface Present {
  /** For elements, `lists` lists deep in the column at `place`. */
  readonly within?: { readonly place: number; readonly lists: number };
}

type Place = number | Present;

/** Returns the columns of the table that a call takes, one per place that has one. */
function pick(columns: Block['columns'], places: readonly Place[]): Block['columns'] {
  return places.flatMap((place) => {
    const at = typeof place === 'number' ? place : place.within?.place;
    return at === undefined ? [] : columns.slice(at, at + 1);
  });
}

/** Adds the input columns that the result keeps to its blocks. Tables share columns. */
function shareBlocks(
  { name, shares }: ComputedTransform,
  input: readonly Block[],
  made: readonly Block[],
): readonly Block[] {
  if (shares.length === 0) return made;
  if (made.length !== input.length || made.some(({ length }, index) => length !== input[index]?.length)) {
    releaseAll(made);
    throw new DeviceError(
      `${name}: the result's text takes more blocks than the table has, and columns that it keeps cannot be cut where they are. ` +
        'Make the device table of fewer rows.',
    );
  }
  return made.map(({ length, columns }, index) => {
    const shared = shares.flatMap((place) => input[index]?.columns.slice(place, place + 1) ?? []);
    for (const column of shared) column.retain();
    return { length, columns: [...shared, ...columns] };
  });
}

function backendFor(name: string, { storage }: TableContent, asked: Backend | undefined): Backend {
  const backend = storage.backends.find((candidate) => asked === undefined || candidate === asked);
  if (backend !== undefined) return backend;
  throw new DeviceError(
    `${name}: the call asks for the ${asked} backend, but the device table is on ${storage.device}. ` +
      `Leave the backend out: a call runs where its table is. For ${asked}, make the table with toDevice(table, { backend: '${asked}' }).`,
  );
}

/**
 * Returns the places of the transform's inputs among the table's columns. A presence column that the table lacks, because the struct or
 * list is never null, gets a {@link Present}.
 */
function inputPlaces(transform: TransformDescription, { columns }: TableContent): readonly Place[] {
  if (transform.counts !== undefined) {
    throw new DeviceError(
      `${transform.name}: a stage of the pipe asks for \`index\` after a filter or an expansion, and only calls over Arrow data count those rows. Pass Arrow data: await ${transform.name}(await table.toArrow()).`,
    );
  }
  if (transform.window !== undefined) {
    throw new DeviceError(
      `${transform.name}: windows are of Arrow data, not of device tables yet. Pass that: await ${transform.name}(await table.toArrow()).`,
    );
  }
  return transform.input.map((column) => {
    const place = columns.findIndex((other) => sameColumn(other, column));
    const found = columns[place];
    const present = found === undefined && column.presence ? presentBelow(column, columns) : undefined;
    if (present !== undefined) return present;
    if (found === undefined) {
      throw missingColumn(
        column,
        columns.flatMap(({ name, presence }) => (presence ? [] : [name])),
      );
    }
    if (!holds(found, column)) throw wrongType(column, describeType(found));
    return place;
  });
}

/** Returns the replacement of a presence column that the table lacks; undefined if the table has no column below it. */
function presentBelow(column: InputColumn, columns: readonly OutputColumn[]): Present | undefined {
  const { listed = [] } = column;
  const place = columns.findIndex(
    (other) => isBelow(other, pathOf(column)) && listed.every((depth, at) => other.listed?.[at] === depth),
  );
  if (place < 0) return undefined;
  return listed.length === 0 ? {} : { within: { place, lists: listed.length } };
}

/** Makes a column that marks rows, or elements `lists` lists deep in another column, as present. */
type MakePresent = (length: number, lists: number, other: StoredColumn | undefined) => Promise<StoredColumn>;

/** Returns blocks with the transform's inputs, in its order. */
async function inputBlocks(
  places: readonly Place[],
  taken: readonly Block[],
  present: MakePresent,
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const { length, columns } of taken) {
    const own = [...columns];
    const inputs: StoredColumn[] = [];
    for (const place of places) {
      const { within } = typeof place === 'number' ? {} : place;
      const stored = typeof place === 'number' || within ? own.shift() : undefined;
      const column = typeof place === 'number' ? stored : await present(length, within?.lists ?? 0, stored);
      if (column !== undefined) inputs.push(column);
    }
    blocks.push({ length, columns: inputs });
  }
  return blocks;
}

/** True if a column of a device table has the declared type. Nulls are checked by the data, not by the declaration. */
function holds(found: DeclaredType, declared: DeclaredType): boolean {
  if (found.element && declared.element) return holds(found.element, declared.element);
  return matches(residentType(found), residentType(declared));
}

/** Returns the type that device tables store. They hold text and bytes in one layout each, `utf8` and `binary`. */
function residentType(column: DeclaredType): DeclaredType {
  if (isTextType(column.type)) return { type: 'utf8' };
  return isBinaryType(column.type) ? { type: 'binary' } : column;
}

function wrongType(column: InputColumn, found: string): SchemaError {
  return new SchemaError(
    `Column ${JSON.stringify(column.name)}: the device table has ${found}, declared ${describeType(column)}. ` +
      `Declare it ${found}, or convert the column before toDevice.`,
    { column: column.name },
  );
}

async function refuseNulls(
  transform: TransformDescription,
  { storage }: TableContent,
  blocks: readonly Block[],
  memory: MemoryBudget,
): Promise<void> {
  for (const [index, column] of transform.input.entries()) {
    if (column.required) await refuseFieldNulls(transform, index, { storage }, blocks, memory);
    if (column.nullable) continue;
    let start = 0;
    for (const { length, columns } of blocks) {
      const stored = columns[index];
      if (stored !== undefined && stored.nullCount > 0) {
        const row = start + (await storage.firstNull(stored, length));
        throw new SchemaError(
          `Column ${JSON.stringify(column.name)}: row ${row} is null, but the column is declared ${describeType(column)}, not nullable(${describeType(column)}). ` +
            'Declare it nullable and handle null in the row function, or fill the nulls before the call.',
          { column: column.name, row },
        );
      }
      start += length;
    }
  }
}

/** Rejects nulls among elements of lists that are declared without. Columns are copied back only if they may have some. */
async function refuseNullElements(
  { input }: TransformDescription,
  { storage }: TableContent,
  blocks: readonly Block[],
  memory: MemoryBudget,
): Promise<void> {
  for (const [index, column] of input.entries()) {
    let start = 0;
    for (const { length, columns } of blocks) {
      const [stored] = columns.slice(index, index + 1);
      const isSuspect = column.element && stored?.element && mayHaveMoreNulls(stored.element, column.element);
      const before = memory.used;
      const [copy] = stored && isSuspect ? await storage.download({ length, columns: [stored] }, [column], memory) : [];
      memory.settle(before, 0);
      const error = copy && nullAmongElements(columnBuffers(copy, column, length), column, { start, length });
      if (error !== undefined) throw error;
      start += length;
    }
  }
}

/** True if a column is a field of the struct at a path. */
function isBelow(column: OutputColumn, struct: readonly string[]): boolean {
  const path = pathOf(column);
  return path.length > struct.length && struct.every((name, depth) => name === path[depth]);
}

/** True if a presence column describes a list. */
function isListOf(struct: OutputColumn, columns: readonly OutputColumn[]): boolean {
  const path = pathOf(struct);
  return columns.some((column) => column.listed?.[0] === path.length && isBelow(column, path));
}

/**
 * Rejects nulls of a field that must be present where its struct is. Everything below a null is null, so a valid field has no more nulls
 * than its struct.
 */
async function refuseFieldNulls(
  { input }: TransformDescription,
  index: number,
  { storage }: Pick<TableContent, 'storage'>,
  blocks: readonly Block[],
  memory: MemoryBudget,
): Promise<void> {
  const column = input[index];
  if (column === undefined) return;
  const struct = input.findLastIndex((other) => !other.listed && isAround(other, column));
  const row = await firstNullOutside(index, struct, input, blocks, storage, memory);
  if (row >= 0) throw undeclaredNull(column, row);
}

/** Returns the first row where a column is null and the struct around it, if there is one, is not; -1 if there is no such row. */
async function firstNullOutside(
  place: number,
  struct: number,
  declared: readonly OutputColumn[],
  blocks: readonly Block[],
  storage: TableContent['storage'],
  memory: MemoryBudget,
): Promise<number> {
  let start = 0;
  for (const { length, columns } of blocks) {
    const [own, outer] = [columns[place], columns[struct]];
    if (own !== undefined && own.nullCount > (outer?.nullCount ?? 0)) {
      if (outer === undefined) return start + (await storage.firstNull(own, length));
      const pair = [declared[place], declared[struct]].flatMap((one) => one ?? []);
      const before = memory.used;
      const [values, present] = await storage.download({ length, columns: [own, outer] }, pair, memory);
      memory.settle(before, 0);
      const validityOf = (one: typeof values) => one?.validity && { bits: one.validity, offset: 0 };
      return start + firstOnlyIn(validityOf(present), validityOf(values), length);
    }
    start += length;
  }
  return -1;
}

/** Rejects null structs of the table that are not declared nullable, except where a declared nullable struct around them is null. */
async function refuseNullStructs(
  { input }: TransformDescription,
  { storage, columns, blocks }: TableContent,
  memory: MemoryBudget,
): Promise<void> {
  const isDeclared = (struct: OutputColumn) => input.some((column) => sameColumn(column, struct));
  for (const [place, struct] of columns.entries()) {
    const isTaken = struct.presence && !struct.listed && input.some((column) => isBelow(column, pathOf(struct)));
    if (!isTaken || isDeclared(struct)) continue;
    const around = columns.findLastIndex(
      (other) => other.presence && !other.listed && isBelow(struct, pathOf(other)) && isDeclared(other),
    );
    const row = await firstNullOutside(place, around, columns, blocks, storage, memory);
    if (row >= 0) throw nullStruct(struct.name, row, isListOf(struct, columns));
  }
}
