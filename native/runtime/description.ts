import type { DeclaredType } from './columns/column-types.js';

/** A declared column of either side. */
export interface DescribedColumn extends DeclaredType {
  readonly name: string;
  /** Null may come: in the input elsewhere it is a `SchemaError`; null and undefined that are written elsewhere fail the row. */
  readonly nullable: boolean;
  /** Of a field of a struct: the names from the column on, which {@link name} joins. */
  readonly path?: readonly string[];
  /**
   * Of a field of the structs of a list, which is a column of lists by itself: how many of the names of its path lead to the list.
   * All fields of one list have its offsets. Of lists in lists, and of lists within such structs, one number for each, from outside.
   */
  readonly listed?: readonly number[];
  /** Of a field of a struct that may be null, declared without `nullable`: it is null where the struct is, and nowhere else. */
  readonly required?: true;
}

/** A declared output column. */
export interface OutputColumn extends DescribedColumn {
  /** Of a kept column: the place of the input column that it is. */
  readonly keep?: number;
}

/** A declared input column. */
export interface InputColumn extends DescribedColumn {
  /**
   * Of no column of the user's: how many rows came to a stage of a pipe before those of this one, as a pass has counted; or where
   * windows begin and end.
   */
  readonly counted?: true;
  /** The row function sees it as windows: the values of the rows around its own. */
  readonly window?: true;
  /** What it holds says which rows windows have. */
  readonly orders?: true;
  /** Rows are cut out of text behind each of these, which are part of the bytes of a row, and not of what row functions see. */
  readonly separator?: string;
  /** False where the row function never looks at it: its bytes are then neither decoded nor judged. */
  readonly read: boolean;
  /** Rows keep their places, and the result has the column as it is. */
  readonly kept?: boolean;
}

/** The row's values by column name: frozen, without a prototype. */
export type Row = { readonly [column: string]: unknown };

/** What a row function is told besides its row. */
export interface RowContext {
  readonly params: Row;
  readonly index: number;
}

/** The rows around a row, and how many of them must have no null for there to be a result. */
export interface RowWindow {
  /** Rows, or how far the values of the column `on` may be below the row's own. */
  readonly preceding: number | bigint;
  /** The same of rows behind it, and of values above. */
  readonly following: number | bigint;
  /** The place of the sorted column of windows by value. */
  readonly on?: number;
  /** The places of the columns whose values rows of a window share. */
  readonly partitionBy?: readonly number[];
  readonly minPeriods: number;
}

/** What is computed of each group. */
export type Aggregate = ColumnAggregate | ReduceAggregate;

/** Of a column of the rows, or of the rows as such. */
export interface ColumnAggregate {
  readonly operation: AggregateOperation;
  readonly column?: number;
}

/** By functions of the user's own. */
export interface ReduceAggregate {
  readonly operation: 'reduce';
  /** The columns that it reads, by their places, and as it declares them. */
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

export type AggregateOperation =
  | 'count'
  | 'sum'
  | 'mean'
  | 'min'
  | 'max'
  | 'variance'
  | 'stddev'
  | 'first'
  | 'last'
  | 'any'
  | 'every'
  | 'countDistinct'
  | 'collect';

/** What becomes of the rows of an aggregate. */
export interface Grouping {
  /** So many of their columns come first whose values the rows of a group share. */
  readonly keys: number;
  readonly isOrdered: boolean;
  readonly aggregates: readonly Aggregate[];
  /** The columns of the result: keys, then aggregates. */
  readonly output: readonly OutputColumn[];
}

/** One transform, as generated code describes it. */
export interface TransformDescription {
  /** The exported name, also the name of the native entry. */
  readonly name: string;
  /** The project-relative module that declares it. */
  readonly source: string;
  readonly input: readonly InputColumn[];
  readonly output: readonly OutputColumn[];
  /** Values that each call passes. */
  readonly params?: readonly InputColumn[];
  /** The row function asks for the row's number. */
  readonly readsIndex?: boolean;
  /** It reads columns of dictionaries alone: one evaluation serves all rows of the same values. */
  readonly oncePerValue?: boolean;
  /** Of a rolling transform: the rows around a row that its windows have. */
  readonly window?: RowWindow;
  /** True for one unnamed output column: `row` returns the value itself, and the result is a `Vector` where no column is kept. */
  readonly single: boolean;
  /** The Unicode version of its case mappings on the native backends, where it has any. */
  readonly unicode?: string;
  /** The row function as plain JavaScript, of transforms that make one row of each, or none. */
  readonly row?: (row: Row, context: RowContext) => unknown;
  /** False for rows that are dropped. */
  readonly where?: (row: Row, context: RowContext) => unknown;
  /** In the place of `row`, of transforms that make any number of rows of each. */
  readonly rows?: (row: Row, context: RowContext) => Iterable<unknown>;
  /** In the place of `row`, of rolling transforms: what it makes of the windows of a row. */
  readonly frame?: (windows: Row, context: RowContext) => unknown;
  /** Of an aggregate, whose `output` are the columns of the rows that are grouped. */
  readonly grouping?: Grouping;
  /** Passes before this one, one for each of its counted columns: each tells how many rows a row becomes at that stage. */
  readonly counts?: readonly TransformDescription[];
}

/** One aggregate, as generated code describes it. */
export type AggregateDescription = TransformDescription & { readonly grouping: Grouping };

/** The names by which a column is found: of a field of a struct several. */
export function pathOf({
  name,
  path,
}: {
  readonly name: string;
  readonly path?: readonly string[];
}): readonly string[] {
  return path ?? [name];
}

/** Whether two columns are called the same, and are the same kind of column. */
export function sameColumn(a: OutputColumn, b: OutputColumn): boolean {
  const [first, second] = [pathOf(a), pathOf(b)];
  const isSame = first.length === second.length && first.every((name, depth) => name === second[depth]);
  const isOfSame = (a.listed?.length ?? 0) === (b.listed?.length ?? 0);
  return isSame && isOfSame && (a.presence === true) === (b.presence === true);
}

/** The columns that a call passes. */
export function passedColumns({ input }: Pick<TransformDescription, 'input'>): readonly InputColumn[] {
  return input.filter(({ counted }) => !counted);
}

/**
 * A transform as backends compute it: without the columns that its results share with the input. `shares` are the places of
 * these in the input.
 */
export interface ComputedTransform extends TransformDescription {
  readonly shares: readonly number[];
}

/** Where rows come and go, kept columns are computed as others are. */
export function computedPart(transform: TransformDescription): ComputedTransform {
  if (emitsRows(transform)) return { ...transform, shares: [] };
  const shares = transform.output.flatMap(({ keep }) => (keep === undefined ? [] : [keep]));
  return { ...transform, output: transform.output.slice(shares.length), shares };
}

/** Whether rows come and go: a result has as many as its rows say, or those of an aggregate as its groups. */
export function emitsRows({
  where,
  rows,
  grouping,
}: Pick<TransformDescription, 'where' | 'rows' | 'grouping'>): boolean {
  return where !== undefined || rows !== undefined || grouping !== undefined;
}

/** Whether rows are grouped in blocks, by their numbers in the input. */
export function groupsInBlocks({ grouping }: Pick<TransformDescription, 'grouping'>): boolean {
  return grouping?.aggregates.some(({ operation }) => operation === 'reduce') === true;
}

/** Whether rows are cut out of text. */
export function takesLines({ input }: Pick<TransformDescription, 'input'>): boolean {
  return input.some(({ separator }) => separator !== undefined);
}
