import type { AggregateName } from '../../dsl/aggregate.js';
import type { Constant, ConstantValue } from './constant-value.js';
import type { Expression } from './expression.js';
import type { ForOf, LoopId, Statement } from './statement.js';
import type { Variable, VariableId } from './variable.js';

/** A column as the IR sees it: Arrow's type name and whether null may come. */
export interface Column {
  readonly name: string;
  readonly type: ColumnTypeName;
  readonly nullable: boolean;
  /** Of a timestamp with a time zone. */
  readonly timezone?: string;
  /** Of a list: what its elements are. */
  readonly element?: ElementType;
  /**
   * Of a field of the structs of a list, which is a column of lists by itself: how many of the names of its path lead to the list.
   * All fields of one list have its offsets. Of lists in lists, and of lists within such structs, one number for each, from outside.
   */
  readonly listed?: readonly number[];
  /** Of a field of a struct: the names from the column on, which {@link name} joins. */
  readonly path?: readonly string[];
  /** Of a struct that may be null, in front of its fields: true where it is there. It has the struct's path. */
  readonly presence?: true;
  /**
   * Of a field of a struct that may be null, declared without `nullable`: null says that the struct is, and nobody asks for the
   * field there.
   */
  readonly required?: true;
  /**
   * Of no column of the user's: the number of rows that came to a stage of a pipe before those of this one, which a pass before
   * has counted; or where the windows of a row begin and end.
   */
  readonly counted?: 'rows' | 'bound';
  /** Its type was reported: what reads it, or is written to it, is not judged. */
  readonly broken?: true;
  /** Marks a stand-in for the columns that could not be read. */
  readonly unread?: true;
  /**
   * Of a rolling transform: the row function sees an array, the `element`s of the rows around its own, or of those from one number
   * to another that columns say.
   */
  readonly window?: RowRange | 'bounds';
  /** Of no column in memory: a text is cut into rows behind each of these, which row functions do not see. */
  readonly separator?: string;
  /** Of one value for all rows: what a call passes, or the number of the first row, to which a row's own is added. */
  readonly scalar?: 'param' | 'index';
}

/** The windows of a rolling transform. */
export interface RowWindow {
  /** The rows that they have: so many around the row, or those with close values in a column, by its place. */
  readonly rows: RowRange | ValueRange;
  /** The columns whose values the rows of a window share, by their places. */
  readonly partitionBy: readonly number[];
  /** How many rows must be there. */
  readonly minPeriods: number;
  /** Sums of loops may be added in the order of `sum()`. */
  readonly reorder: boolean;
}

/** What becomes of the rows that a row function makes, where these are grouped. */
export interface Grouping {
  /** So many columns come first whose values the rows of a group share. */
  readonly keys: number;
  /** Whether groups come in the order of their keys. */
  readonly isOrdered: boolean;
  readonly aggregates: readonly Aggregate[];
}

/** What is computed of each group: of a column, by its place, or of the rows as such. */
export interface Aggregate {
  /** Of the result's column. */
  readonly name: string;
  readonly operation: AggregateOperation | 'reduce';
  readonly column?: number;
  /** Of an aggregate of the user's own: the columns that it reads, by their places. */
  readonly columns?: readonly number[];
}

export type AggregateOperation = AggregateName;

/** An associative operation over a value of each row of a window. Nulls change nothing. */
export interface Reduction {
  readonly operation: ReductionOperation;
  /** Of the variables that are elements of columns, of params and constants alone. */
  readonly value: Expression;
}

/**
 * `sum` of doubles in their documented order, `exact sum` of bigints and `sum of integers` of numbers; `least` and `greatest` as
 * comparisons keep them, which NaN never is; `present` values that are not null, a `count` of what is true, whether `any` or `all` are.
 */
export type ReductionOperation =
  | 'sum'
  | 'exact sum'
  | 'sum of integers'
  | 'min'
  | 'max'
  | 'least'
  | 'greatest'
  | 'min of integers'
  | 'max of integers'
  | 'moments'
  | 'present'
  | 'count'
  | 'any'
  | 'all';

/** What was found of a loop over a window. */
export interface LoopFinding {
  readonly line: number;
  /** In words: the shapes that its variables have, or why it is taken step by step. */
  readonly shapes: readonly string[];
  readonly isReduced: boolean;
}

/** A loop whose sums are added in the order of `sum()`. */
export interface ReorderedLoop {
  readonly loop: LoopId;
  /** The variables, as the source calls them. */
  readonly sums: readonly string[];
}

/** A loop over a whole window: what it carries from step to step, from a constant on. */
export interface Fold {
  /** It stands in the function's body as it is. */
  readonly loop: ForOf;
  /** The place of the column. */
  readonly column: number;
  readonly states: readonly { readonly variable: VariableId; readonly begin: Expression }[];
}

/** Values of a sorted column, from so far below a row's own to so far above it. */
export interface ValueRange {
  readonly on: number;
  readonly preceding: number | bigint;
  readonly following: number | bigint;
}

/** The rows around a row: so many before it, and so many behind it. */
export interface RowRange {
  readonly preceding: number;
  readonly following: number;
}

/** What the elements of a list are. */
export type ElementType = Pick<Column, 'type' | 'nullable' | 'timezone' | 'element' | 'required'>;

export type ColumnTypeName =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'utf8'
  | 'dictionary'
  | 'largeUtf8'
  | 'binary'
  | 'largeBinary'
  | 'list'
  | 'date32'
  | TimestampTypeName;

/** Arrow's timestamps by their unit. */
export type TimestampTypeName = `timestamp[${'s' | 'ms' | 'us' | 'ns'}]`;

export type { Constant };

/** A module-level constant whose value the row function uses. */
export interface Capture {
  readonly name: string;
  readonly value: ConstantValue;
  /** It is asked for keys that are not known at build time: the reference then guards its objects' inherited names. */
  readonly guarded: boolean;
  /** Where it is declared: `examples/limits.ts:3`. */
  readonly origin: string;
}

/** An import from `rowfuse`: of a function, or of the module where `exported` is `*`. */
export interface Import {
  readonly exported: string;
  readonly local: string;
}

/** How many output rows an input row becomes. */
export type RowsOut = 'one' | 'at most one' | 'any';

/** One row function: what comes out of the analysis, and what every later phase works on. Never modified. */
export interface RowFunction {
  readonly name: string;
  /** The module it stands in, relative to the project, with `/` between the parts. */
  readonly source: string;
  /** The columns, then the scalars. */
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  readonly emits: RowsOut;
  readonly captures: readonly Capture[];
  /** Functions of `rowfuse` that the reference calls. */
  readonly imports: readonly Import[];
  /** The functions of modules that it calls. */
  readonly functions: readonly { readonly name: string; readonly origin: string }[];
  /** The transforms that a pipe runs one after the other; of an `expand` the places where the later ones are inlined. */
  readonly stages: readonly { readonly name: string; readonly yields?: number }[];
  /** Of a rolling transform. */
  readonly window?: RowWindow;
  /** What is computed of each window, in steps that do not depend on its size, before the row function runs. */
  readonly reductions?: readonly Reduction[];
  /** Of an aggregate: what its rows are grouped by, and what is computed of them. */
  readonly grouping?: Grouping;
  /** What its loops over windows were found to compute. */
  readonly loops?: readonly LoopFinding[];
  readonly reordered?: readonly ReorderedLoop[];
  /** Its loops over whole windows whose steps several rows can take at once. */
  readonly folds?: readonly Fold[];
  readonly variables: readonly Variable[];
  readonly body: readonly Statement[];
}

/** The column that says where a struct is null; undefined for one that never is. */
export function presenceOfStruct(columns: readonly Column[], path: readonly string[]): Column | undefined {
  return columns.find((column) => column.presence && !column.listed && samePath(pathOf(column), path));
}

/** Whether two paths name the same. */
export function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, depth) => name === b[depth]);
}

/** A column as calls pass it: of windows that of their elements. */
export function passedColumn(column: Column): Column {
  const { window, element, ...passed } = column;
  return window && element ? { ...passed, ...element } : column;
}

/** The names by which a column is found: of a field of a struct several. */
export function pathOf({ path, name }: Pick<Column, 'path' | 'name'>): readonly string[] {
  return path ?? [name];
}

/** The numbers of the input columns that the function reads. */
export function columnsRead({ variables, input }: Pick<RowFunction, 'variables' | 'input'>): ReadonlySet<number> {
  const read = new Set(variables.flatMap(({ column }) => (column === undefined ? [] : [column])));
  const areBounded = [...read].some((place) => input[place]?.window === 'bounds');
  return areBounded ? new Set([...read, ...boundsPlaces(input)]) : read;
}

/** The columns that say where the windows of a row begin, where they end, and where the row's partition begins. */
export function boundsPlaces(input: readonly Column[]): readonly number[] {
  return input.flatMap(({ counted }, place) => (counted === 'bound' ? [place] : []));
}

/**
 * Whether the windows of all rows are reduced together. Where columns say which rows they have, and where text makes the size of each
 * result its own, rows are evaluated one by one.
 */
export function areReducedTogether({ input, output }: Pick<RowFunction, 'input' | 'output'>): boolean {
  return boundsPlaces(input).length === 0 && !output.some(hasBytes);
}

export const windowBounds: readonly Column[] = ['window begin', 'window end', 'partition begin'].map((name) =>
  Object.freeze({ name, type: 'int32', nullable: false, counted: 'bound' }),
);

/** What ends a row, where rows are cut out of text. */
export function separatorOf(input: readonly Column[]): string | undefined {
  return input.find(({ separator }) => separator !== undefined)?.separator;
}

/** Whether a column's values are strings; those of `dictionary` are, of `utf8`. */
export function isText({ type }: Pick<Column, 'type'>): boolean {
  return type === 'utf8' || type === 'dictionary' || type === 'largeUtf8';
}

/** Whether a column's values are bytes of any number, those of strings, lists or bytes as such. */
export function hasBytes(column: Pick<Column, 'type'>): boolean {
  return isText(column) || column.type === 'binary' || column.type === 'largeBinary' || column.type === 'list';
}

/**
 * Whether a kept column has to be read as it is stored: the milliseconds that row functions see of it are numbers, which do not
 * tell all of them apart.
 */
export function isStoredWider({ type, element }: Pick<Column, 'type' | 'element'>): boolean {
  return element ? isStoredWider(element) : type === 'timestamp[s]' || type === 'timestamp[ms]';
}

/** The input columns that it reads, as calls pass them, params and the row's number aside: what lies in memory row by row. */
export function storedColumnsRead(fn: RowFunction): readonly Column[] {
  const read = columnsRead(fn);
  return fn.input.filter(({ scalar }, index) => scalar === undefined && read.has(index)).map(passedColumn);
}
