import { inspect } from 'node:util';
import type { DataType, Table, TypeMap } from 'apache-arrow';
import { type ColumnTypeName, describeType, type ElementType } from '../columns/column-types.js';
import { type OutputColumn, pathOf, sameColumn } from '../description.js';
import { DeviceError, OptionError, SchemaError } from '../errors.js';
import { MemoryBudget } from '../memory-budget.js';
import { assemble } from '../output/assemble.js';
import type { ResultChunk } from '../output/result-columns.js';
import { showValue } from '../values/show-value.js';
import { counted } from '../words.js';
import type { DeviceStorage } from './device-storage.js';
import { type Block, releaseAll, retainAll } from './stored-column.js';

/** What a device table is made of. */
export interface TableContent {
  readonly storage: DeviceStorage;
  readonly columns: readonly OutputColumn[];
  readonly blocks: readonly Block[];
  readonly deviceMs?: number | undefined;
}

/** A column of a device table. */
export interface DeviceTableColumn {
  readonly name: string;
  readonly type: ColumnTypeName | 'struct';
  /** Of a list of values: what its elements are. */
  readonly element?: ElementType;
  /** Of a timestamp with a time zone. */
  readonly timezone?: string;
  readonly nullCount: number;
}

/** Known to every copy of this package: a table of another copy is told apart from no table at all. */
const brand = Symbol.for('rowfuse.DeviceTable');

/** The content of a table for a caller, which the error names. */
let contentOf: (table: DeviceTable, caller: string) => TableContent;

/**
 * Columns that stay on a GPU, or, where there is none, in memory of this process. `toDevice` makes one of Arrow data, and
 * a transform of one gives another: nothing comes back to the host before `toArrow`.
 *
 * Its memory is freed by `dispose`, at the end of the scope of `using`, or, if neither happens, some time after the last
 * reference is gone. Tables share columns: each is freed with the last table that shows it.
 *
 * @example
 * using people = await toDevice(table);
 * using masked = await redact(people);
 * const result = await masked.toArrow();
 */
// biome-ignore lint/suspicious/noExplicitAny: as Arrow's own Table has it; columns that are not known at compile time
export class DeviceTable<Columns extends TypeMap = any> implements Disposable {
  /** For the type checker alone: there is no such property. */
  declare readonly types: Columns;

  #content: TableContent | undefined;

  static {
    contentOf = (table, caller) => table.#open(caller);
  }

  /** Not for use by programs: `toDevice` makes tables. Takes over one reference to each column. */
  constructor(content: TableContent) {
    if (!isContent(content))
      throw new SchemaError('DeviceTable has no constructor for programs: await toDevice(table).');
    this.#content = content;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Rows. */
  get numRows(): number {
    return this.#open('numRows').blocks.reduce((sum, { length }) => sum + length, 0);
  }

  /** Columns. */
  get numCols(): number {
    return rootsOf(this.#open('numCols').columns).length;
  }

  /** The columns in order. */
  get columns(): readonly DeviceTableColumn[] {
    const { columns, blocks } = this.#open('columns');
    return rootsOf(columns).map((root) => {
      const [index = -1] = placesOf(columns, root);
      const column = columns[index];
      const isStruct = column?.path !== undefined;
      const hasNulls = !isStruct || column?.presence === true;
      const nullCount = blocks.reduce((sum, block) => sum + (hasNulls ? (block.columns[index]?.nullCount ?? 0) : 0), 0);
      const isList = isStruct && columns.some(({ path, listed }) => path?.[0] === root && listed?.[0] === 1);
      const { type = isList ? 'list' : 'struct', timezone, element } = isStruct ? {} : (column ?? {});
      return {
        name: root,
        type,
        ...(timezone !== undefined && { timezone }),
        ...(element !== undefined && { element }),
        nullCount,
      };
    });
  }

  /** Where the columns lie: `cuda:0` and so on, or `cpu`. */
  get device(): string {
    return this.#open('device').storage.device;
  }

  /** Bytes of memory that the columns take. A column that several tables share counts in each. */
  get byteLength(): number {
    let bytes = 0;
    for (const { columns } of this.#open('byteLength').blocks) for (const column of columns) bytes += column.bytes;
    return bytes;
  }

  /** Milliseconds of the device's time that the transform took which made this table; undefined for any other table. */
  get deviceMs(): number | undefined {
    return this.#open('deviceMs').deviceMs;
  }

  /** Whether `dispose` was called. All else but `dispose` throws from then on. */
  get disposed(): boolean {
    return this.#content === undefined;
  }

  /**
   * A table of some of the columns. Nothing is copied.
   *
   * @throws SchemaError for a column that is not there.
   */
  select<Name extends keyof Columns & string>(names: readonly Name[]): DeviceTable<Pick<Columns, Name>> {
    const { columns, ...content } = this.#open('select');
    if (!Array.isArray(names)) throw new OptionError('select takes an array of names.');
    const places = names.flatMap((name) => placesOf(columns, name, 'select'));
    return share({ ...content, columns: pick(columns, places) }, (block) => pick(block.columns, places));
  }

  /**
   * The same table with other names for some columns: what the next transform calls them. Nothing is copied.
   *
   * @throws SchemaError for a column that is not there, or two of one name.
   * @example
   * using masked = await redact(people); // its column is called redact
   * using named = masked.rename({ redact: 'name' });
   */
  rename<const Names extends { readonly [Name in keyof Columns]?: string }>(
    names: Names,
  ): DeviceTable<Renamed<Columns, Names>> {
    const { columns, ...content } = this.#open('rename');
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

  /**
   * This table's columns and those of `other`, which replace columns of the same name. Nothing is copied. Both must be on
   * the same device, of the same length, and cut into the same blocks; tables made from one table are.
   *
   * @throws DeviceError or SchemaError where they do not fit together.
   * @example
   * using masked = await redact(people);
   * using both = people.assign(masked);
   */
  assign<Others extends TypeMap>(other: DeviceTable<Others>): DeviceTable<Omit<Columns, keyof Others> & Others> {
    const { columns, ...content } = this.#open('assign');
    const others = openTable(other, 'assign');
    if (others.storage !== content.storage) {
      throw new DeviceError(
        `assign: the tables are on different devices or of different generated folders (${content.storage.device} and ${others.storage.device}). ` +
          'Make both with one toDevice, under one configuration.',
      );
    }
    const { blocks } = content;
    if (
      blocks.length !== others.blocks.length ||
      blocks.some(({ length }, at) => length !== others.blocks[at]?.length)
    ) {
      const [rows, otherRows] = [this.numRows, other.numRows];
      throw new SchemaError(
        rows === otherRows
          ? 'assign: the tables are cut into different blocks of rows (from batches of other lengths, or because a result passed 2 GB of text). Make them from tables with the same batches.'
          : `assign: the tables have ${counted(rows, 'row')} and ${counted(otherRows, 'row')}. Columns of a table are of one length.`,
      );
    }
    const replaced = rootsOf(others.columns);
    const kept = columns.flatMap((column, at) => (replaced.includes(rootOf(column)) ? [] : [at]));
    return share({ ...content, columns: [...pick(columns, kept), ...others.columns] }, (block, at) => [
      ...pick(block.columns, kept),
      ...(others.blocks[at]?.columns ?? []),
    ]);
  }

  /**
   * Copies the columns to Arrow memory of their own. A block of rows becomes a record batch.
   *
   * @throws DeviceError or MemoryError, as a rejection.
   */
  async toArrow(): Promise<Table<Columns>> {
    const { storage, columns, blocks } = this.#open('toArrow');
    retainAll(blocks);
    const memory = new MemoryBudget('toArrow');
    try {
      const chunks: ResultChunk[] = [];
      for (const block of blocks) {
        chunks.push({ length: block.length, columns: await storage.download(block, columns, memory) });
      }
      return assemble({ output: columns, single: false }, chunks, memory) as Table<Columns>;
    } catch (error) {
      throw memory.explain(error);
    } finally {
      releaseAll(blocks);
    }
  }

  /** Lets go of the columns. Calls that are running over this table go on. Again does nothing. */
  dispose(): void {
    if (this.#content === undefined) return;
    releaseAll(this.#content.blocks);
    this.#content = undefined;
  }

  /** For `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** For `console.log`, which would show nothing. */
  [inspect.custom](): string {
    if (this.#content === undefined) return 'DeviceTable { disposed }';
    const columns = this.columns.map((column) => `${column.name}: ${describeColumn(column)}`);
    return `DeviceTable { ${this.device}, ${counted(this.numRows, 'row')}, ${columns.join(', ')} }`;
  }

  #open(caller: string): TableContent {
    if (this.#content !== undefined) return this.#content;
    throw new DeviceError(
      `${caller}: this device table was disposed of. Call dispose, or leave the scope of \`using\`, after the last use; results of earlier calls stay.`,
    );
  }
}

function describeColumn({ type, ...details }: DeviceTableColumn): string {
  return type === 'struct' ? type : describeType({ type, ...details });
}

/** Column types by name, after a renaming. */
export type Renamed<Columns extends TypeMap, Names> = {
  [Name in keyof Columns as Name extends keyof Names
    ? Names[Name] extends string
      ? Names[Name]
      : Name
    : Name]: Columns[Name];
};

function isContent(value: unknown): value is TableContent {
  try {
    const { storage, columns, blocks } = value as Partial<TableContent>;
    return typeof storage?.owner === 'object' && Array.isArray(columns) && Array.isArray(blocks);
  } catch {
    return false;
  }
}

/** Whether a value is a device table, of this copy of the package or of another. */
export function isDeviceTable(value: unknown): value is DeviceTable {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return brand in value;
  } catch {
    return false;
  }
}

/**
 * The content of a table.
 *
 * @throws DeviceError when it was disposed of, or is of another copy of this package.
 */
export function openTable(table: unknown, caller: string): TableContent {
  if (table instanceof DeviceTable) return contentOf(table, caller);
  throw isDeviceTable(table)
    ? new DeviceError(
        `${caller}: the device table was made by another installed copy of rowfuse. Keep one copy in the project (npm dedupe).`,
      )
    : new SchemaError(`${caller}: this is no device table. toDevice makes one.`);
}

function share<Columns extends { [name: string]: DataType }>(
  content: TableContent,
  columnsOf: (block: Block, index: number) => Block['columns'],
): DeviceTable<Columns> {
  const { storage, columns } = content;
  const blocks = content.blocks.map((block, index) => ({ length: block.length, columns: columnsOf(block, index) }));
  retainAll(blocks);
  return new DeviceTable({ storage, columns, blocks });
}

function pick<Item>(items: readonly Item[], places: readonly number[]): Item[] {
  return places.flatMap((place) => items.slice(place, place + 1));
}

/** The name of the column that a part of it belongs to. */
function rootOf(column: OutputColumn): string {
  return pathOf(column)[0] ?? column.name;
}

function rootsOf(columns: readonly OutputColumn[]): readonly string[] {
  return [...new Set(columns.map(rootOf))];
}

function renamedRoot(column: OutputColumn, next: string): OutputColumn {
  if (column.path === undefined) return { ...column, name: next };
  const path = [next, ...column.path.slice(1)];
  return { ...column, name: path.join('.'), path };
}

/** The parts of a column: of a struct all of them. */
function placesOf(columns: readonly OutputColumn[], name: string, caller?: string): readonly number[] {
  const places = columns.flatMap((column, place) => (rootOf(column) === name ? [place] : []));
  if (places.length > 0 || caller === undefined) return places;
  const names = rootsOf(columns)
    .map((root) => JSON.stringify(root))
    .join(', ');
  throw new SchemaError(`${caller}: there is no column ${showValue(name)}: the device table has ${names}.`, {
    column: name,
  });
}

function refuseSameNames(columns: readonly OutputColumn[]): void {
  const seen: OutputColumn[] = [];
  for (const column of columns) {
    const name = rootOf(column);
    if (seen.some((other) => rootOf(other) === name && (!other.path || !column.path || sameColumn(other, column)))) {
      throw new SchemaError(`rename: two columns would be called ${JSON.stringify(name)}. Give them different names.`, {
        column: name,
      });
    }
    seen.push(column);
  }
}
