import type { AggregateName } from '../schema/aggregate-names.js';
import { type DescribedColumn, pathOf, samePath } from '../schema/columns.js';

/** A declared output column. */
export interface OutputColumn extends DescribedColumn {
  /** For a kept column: the place of its input column. */
  readonly keep?: number;
}

/** A declared input column. */
export interface InputColumn extends DescribedColumn {
  /**
   * Marks a column that the runtime adds. It holds the number of rows that reached a stage of a pipe before this row's, as a pass has
   * counted, or a bound of the row's window.
   *
   * @internal
   */
  readonly counted?: true;
  /** True if the row function sees the column as windows: the values of the rows around its own. */
  readonly window?: true;
  /**
   * True if the column's values determine the rows of windows.
   *
   * @internal
   */
  readonly orders?: true;
  /** For lines: the text is cut into rows after each separator. It counts among the bytes of a row, but row functions do not see it. */
  readonly separator?: string;
  /** False if the row function never reads the column. Its bytes are then neither decoded nor validated. */
  readonly read: boolean;
  /** True if rows keep their places and the result has the column as it is. */
  readonly kept?: boolean;
}

/**
 * The values of a row by column name. The object is frozen and has no prototype.
 *
 * @internal
 */
export type Row = { readonly [column: string]: unknown };

/**
 * The second argument of a row function: the params of the call, and the row's number from 0.
 *
 * @internal
 */
export interface RowContext {
  readonly params: Row;
  readonly index: number;
}

/** The rows around a row, and how many of them must not be null for a result. */
export interface RowWindow {
  /** The number of rows before the row; with `on`, how far values may be below the row's own. */
  readonly preceding: number | bigint;
  /** The number of rows after the row; with `on`, how far values may be above the row's own. */
  readonly following: number | bigint;
  /** The place of the sorted column, for windows by value. */
  readonly on?: number;
  /** The places of the columns whose values all rows of a window share. */
  readonly partitionBy?: readonly number[];
  readonly minPeriods: number;
}

/** An aggregate of each group. */
export type Aggregate = ColumnAggregate | ReduceAggregate;

/** An aggregate of one column, or, without `column`, of the rows themselves. */
export interface ColumnAggregate {
  readonly operation: AggregateName;
  readonly column?: number;
}

/** An aggregate by user-defined functions. */
export interface ReduceAggregate {
  readonly operation: 'reduce';
  /** The places of the columns that it reads. `input` has their declarations in the aggregate. */
  readonly columns: readonly number[];
  readonly input: readonly DescribedColumn[];
  readonly state: readonly DescribedColumn[];
  readonly functions: {
    readonly init: () => unknown;
    readonly step: (state: Row, row: Row) => unknown;
    readonly merge: (earlier: Row, later: Row) => unknown;
    readonly finish: (state: Row) => unknown;
  };
}

/** The grouping of an aggregate's rows. */
export interface Grouping {
  /** The number of key columns, which come first. The rows of a group share their values. */
  readonly keys: number;
  readonly isOrdered: boolean;
  readonly aggregates: readonly Aggregate[];
  /** The columns of the result: keys, then aggregates. */
  readonly output: readonly OutputColumn[];
}

/**
 * A transform, as generated code describes it.
 *
 * @internal
 */
export interface TransformDescription {
  /** The exported name, which is also the name of the native entry. */
  readonly name: string;
  /** The module that declares it, relative to the project. */
  readonly source: string;
  readonly input: readonly InputColumn[];
  readonly output: readonly OutputColumn[];
  /** Values that each call passes. */
  readonly params?: readonly InputColumn[];
  /** True if the row function uses the row's number. */
  readonly readsIndex?: boolean;
  /** True if the transform reads only columns of dictionaries. One evaluation then serves all rows of the same values. */
  readonly oncePerValue?: boolean;
  /** For a rolling transform: the rows around a row that its windows have. */
  readonly window?: RowWindow;
  /** True for one unnamed output column. `row` then returns the value itself, and the result is a `Vector` unless a column is kept. */
  readonly single: boolean;
  /** The Unicode version of its case mappings on the native backends, if it has any. */
  readonly unicode?: string;
  /** The row function as plain JavaScript, for transforms that make one row of each, or none. */
  readonly row?: (row: Row, context: RowContext) => unknown;
  /** Returns false for rows that are dropped. */
  readonly where?: (row: Row, context: RowContext) => unknown;
  /** Replaces `row` in transforms that make any number of rows of each. */
  readonly rows?: (row: Row, context: RowContext) => Iterable<unknown>;
  /** Replaces `row` in rolling transforms: computes a result from the windows of a row. */
  readonly frame?: (windows: Row, context: RowContext) => unknown;
  /** For an aggregate, whose `output` has the columns of the rows that are grouped. */
  readonly grouping?: Grouping;
  /** The passes before this one, one per counted column. Each computes the number of rows that a row becomes at that stage. */
  readonly counts?: readonly TransformDescription[];
}

/**
 * An aggregate, as generated code describes it.
 *
 * @internal
 */
export type AggregateDescription = TransformDescription & { readonly grouping: Grouping };

/** True if two columns have the same names and are the same kind of column. */
export function sameColumn(a: OutputColumn, b: OutputColumn): boolean {
  const isSame = samePath(pathOf(a), pathOf(b));
  const isOfSame = (a.listed?.length ?? 0) === (b.listed?.length ?? 0);
  return isSame && isOfSame && (a.presence === true) === (b.presence === true);
}

/** Returns the columns that a call passes. */
export function passedColumns({ input }: Pick<TransformDescription, 'input'>): readonly InputColumn[] {
  return input.filter(({ counted }) => !counted);
}

/**
 * A transform as backends compute it, without the columns that its results share with the input. `shares` are the places of these columns
 * in the input.
 */
export interface ComputedTransform extends TransformDescription {
  readonly shares: readonly number[];
}

/** Leaves out the kept columns. A transform that filters or expands computes them like other columns. */
export function computedPart(transform: TransformDescription): ComputedTransform {
  if (emitsRows(transform)) return { ...transform, shares: [] };
  const shares = transform.output.flatMap(({ keep }) => (keep === undefined ? [] : [keep]));
  return { ...transform, output: transform.output.slice(shares.length), shares };
}

/** True if the number of result rows is computed: the transform filters or expands, or is an aggregate. */
export function emitsRows({
  where,
  rows,
  grouping,
}: Pick<TransformDescription, 'where' | 'rows' | 'grouping'>): boolean {
  return where !== undefined || rows !== undefined || grouping !== undefined;
}

/** True if rows are grouped in blocks, by their numbers in the input. */
export function groupsInBlocks({ grouping }: Pick<TransformDescription, 'grouping'>): boolean {
  return grouping?.aggregates.some(({ operation }) => operation === 'reduce') === true;
}

/** True if rows are cut out of text. */
export function takesLines({ input }: Pick<TransformDescription, 'input'>): boolean {
  return input.some(({ separator }) => separator !== undefined);
}
