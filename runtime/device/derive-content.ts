import { DeviceError, OptionError, SchemaError } from '../errors.js';
import { counted } from '../words.js';
import { type Block, retainAll } from './stored-column.js';
import { placesOf, refuseSameNames, renamedRoot, rootOf, rootsOf } from './table-columns.js';
import { rowsOf, type TableContent } from './table-content.js';

/** Returns the content of a table of some columns, with a reference to each. */
export function selectColumns({ columns, ...content }: TableContent, names: readonly string[]): TableContent {
  if (!Array.isArray(names)) throw new OptionError('select takes an array of names.');
  const places = names.flatMap((name) => placesOf(columns, name, 'select'));
  return share({ ...content, columns: pick(columns, places) }, (block) => pick(block.columns, places));
}

/** Returns the content of a table whose columns have new names, with a reference to each. */
export function renameColumns({ columns, ...content }: TableContent, names: object): TableContent {
  if (typeof names !== 'object' || names === null)
    throw new OptionError('rename takes an object with new names: { present: next }.');
  const renamed = [...columns];
  for (const [name, next] of Object.entries(names)) {
    const places = placesOf(columns, name, 'rename');
    if (typeof next !== 'string')
      throw new OptionError(`rename: the new name of ${JSON.stringify(name)} is no string.`);
    for (const place of places) {
      const column = columns[place];
      if (column !== undefined) renamed[place] = renamedRoot(column, next);
    }
  }
  refuseSameNames(renamed);
  return share({ ...content, columns: renamed }, (block) => block.columns);
}

/** Returns the content of a table of the columns of both, with a reference to each. `others` wins where names are the same. */
export function assignColumns(content: TableContent, others: TableContent): TableContent {
  const { columns, storage } = content;
  if (others.storage !== storage) {
    throw new DeviceError(
      `assign: the tables are on different devices or of different generated folders (${storage.device} and ${others.storage.device}). ` +
        'Make both with one toDevice, under one configuration.',
    );
  }
  refuseOtherBlocks(content, others);
  const replaced = rootsOf(others.columns);
  const kept = columns.flatMap((column, at) => (replaced.includes(rootOf(column)) ? [] : [at]));
  return share({ ...content, columns: [...pick(columns, kept), ...others.columns] }, (block, at) => [
    ...pick(block.columns, kept),
    ...(others.blocks[at]?.columns ?? []),
  ]);
}

/** @throws SchemaError for tables of different lengths, or cut into different blocks */
function refuseOtherBlocks(content: TableContent, others: TableContent): void {
  const { blocks } = content;
  const isSame =
    blocks.length === others.blocks.length && blocks.every(({ length }, at) => length === others.blocks[at]?.length);
  if (isSame) return;
  const [rows, otherRows] = [rowsOf(content), rowsOf(others)];
  throw new SchemaError(
    rows === otherRows
      ? 'assign: the tables are cut into different blocks of rows (from batches of other lengths, or because a result passed 2 GB of text). Make them from tables with the same batches.'
      : `assign: the tables have ${counted(rows, 'row')} and ${counted(otherRows, 'row')}. Columns of a table are of one length.`,
  );
}

/** Retains the columns of a derived table. No transform made it, so it has no `deviceMs`. */
function share(
  { storage, columns, blocks }: TableContent,
  columnsOf: (block: Block, index: number) => Block['columns'],
): TableContent {
  const shared = blocks.map((block, index) => ({ length: block.length, columns: columnsOf(block, index) }));
  retainAll(shared);
  return { storage, columns, blocks: shared };
}

function pick<Item>(items: readonly Item[], places: readonly number[]): Item[] {
  return places.flatMap((place) => items.slice(place, place + 1));
}
