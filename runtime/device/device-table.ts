import { inspect } from 'node:util';
import type { Table, TypeMap } from 'apache-arrow';
import { describeType } from '../../schema/columns.js';
import { DeviceError, SchemaError } from '../errors.js';
import { MemoryBudget } from '../memory-budget.js';
import { assemble } from '../output/assemble.js';
import type { ResultChunk } from '../output/result-columns.js';
import { counted } from '../words.js';
import { assignColumns, renameColumns, selectColumns } from './derive-content.js';
import { releaseAll, retainAll } from './stored-column.js';
import { type DeviceTableColumn, describeColumns, rootsOf } from './table-columns.js';
import { isContent, rowsOf, type TableContent } from './table-content.js';

/** Marks device tables for every copy of this package, so that a table of another copy is recognised as one. */
const brand = Symbol.for('rowfuse.DeviceTable');

/** Returns the content of a table for a caller, which the error names. */
let contentOf: (table: DeviceTable, caller: string) => TableContent;

/**
 * Columns that stay on a GPU, or in memory of this process where there is no GPU. `toDevice` makes a device table of Arrow data, and
 * a transform of a device table makes another. Nothing is copied back to the host before `toArrow`.
 *
 * Its memory is freed by `dispose`, at the end of the scope of `using`, or, if neither happens, some time after the last
 * reference is gone. Tables share columns: each is freed with the last table that shows it.
 *
 * @example
 * using people = await toDevice(table);
 * using masked = await redact(people);
 * const result = await masked.toArrow(); // an Arrow table
 */
// biome-ignore lint/suspicious/noExplicitAny: as Arrow's own Table has it; columns that are not known at compile time
export class DeviceTable<Columns extends TypeMap = any> implements Disposable {
  /**
   * For the type checker alone: there is no such property.
   *
   * @internal
   */
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

  /** The number of rows. */
  get numRows(): number {
    return rowsOf(this.#open('numRows'));
  }

  /** The number of columns. */
  get numCols(): number {
    return rootsOf(this.#open('numCols').columns).length;
  }

  /** The columns in order. */
  get columns(): readonly DeviceTableColumn[] {
    return describeColumns(this.#open('columns'));
  }

  /** The place of the columns: `cuda:0` and so on, or `cpu`. */
  get device(): string {
    return this.#open('device').storage.device;
  }

  /** Bytes of memory that the columns take. A column that several tables share counts in each. */
  get byteLength(): number {
    let bytes = 0;
    for (const { columns } of this.#open('byteLength').blocks) for (const column of columns) bytes += column.bytes;
    return bytes;
  }

  /** Milliseconds of device time that the transform which made this table took; undefined for any other table. */
  get deviceMs(): number | undefined {
    return this.#open('deviceMs').deviceMs;
  }

  /** True once `dispose` was called. Everything but `dispose` throws from then on. */
  get disposed(): boolean {
    return this.#content === undefined;
  }

  /**
   * Returns a table of some of the columns. Nothing is copied.
   *
   * @throws SchemaError for a column that is not there.
   */
  select<Name extends keyof Columns & string>(names: readonly Name[]): DeviceTable<Pick<Columns, Name>> {
    return new DeviceTable(selectColumns(this.#open('select'), names));
  }

  /**
   * Returns the same table with other names for some columns, as the next transform calls them. Nothing is copied.
   *
   * @throws SchemaError for a column that is not there, or two of one name.
   * @example
   * using people = await toDevice(table);
   * using masked = await redact(people); // its column is called redact
   * using named = masked.rename({ redact: 'text' });
   */
  rename<const Names extends { readonly [Name in keyof Columns]?: string }>(
    names: Names,
  ): DeviceTable<Renamed<Columns, Names>> {
    return new DeviceTable(renameColumns(this.#open('rename'), names));
  }

  /**
   * Returns a table of this table's columns and those of `other`, which replace columns of the same name. Nothing is copied. Both must
   * be on the same device, of the same length, and cut into the same blocks; tables made from one table are.
   *
   * @throws DeviceError or SchemaError if they do not fit together.
   * @example
   * using people = await toDevice(table);
   * using masked = await redact(people);
   * using both = people.assign(masked);
   */
  assign<Others extends TypeMap>(other: DeviceTable<Others>): DeviceTable<Omit<Columns, keyof Others> & Others> {
    return new DeviceTable(assignColumns(this.#open('assign'), openTable(other, 'assign')));
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

  /** Releases the columns. Calls that are running over this table go on. A second call does nothing. */
  dispose(): void {
    if (this.#content === undefined) return;
    releaseAll(this.#content.blocks);
    this.#content = undefined;
  }

  /** For `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** For `console.log`, which would show no content otherwise. */
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

/** True if a value is a device table, of this copy of the package or of another. */
export function isDeviceTable(value: unknown): value is DeviceTable {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return brand in value;
  } catch {
    return false;
  }
}

/**
 * Returns the content of a table.
 *
 * @throws DeviceError if it was disposed of, or is of another copy of this package.
 */
export function openTable(table: unknown, caller: string): TableContent {
  if (table instanceof DeviceTable) return contentOf(table, caller);
  throw isDeviceTable(table)
    ? new DeviceError(
        `${caller}: the device table was made by another installed copy of rowfuse. Keep one copy in the project (npm dedupe).`,
      )
    : new SchemaError(`${caller}: this is no device table. toDevice makes one.`);
}
