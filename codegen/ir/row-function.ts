import type { AggregateName } from '../../schema/aggregate-names.js';
import { hasOffsets, isTextType } from '../../schema/column-types.js';
import { type DescribedColumn, pathOf, samePath } from '../../schema/columns.js';
import type { Span } from '../diagnostics/index.js';
import type { Claims } from './claim.js';
import type { Constant, ConstantValue } from './constant-value.js';
import type { Expression } from './expression.js';
import type { ForOf, LoopId, Statement } from './statement.js';
import type { Variable, VariableId } from './variable.js';

/** A column of the input or the output, with the facts that only the compiler needs. */
export interface Column extends DescribedColumn {
  /**
   * Set if the user declares no such column. `rows` is the number of rows that reached a stage of a pipe before those of this row, counted
   * by an earlier pass. `bound` says where the windows of a row begin and end.
   */
  readonly counted?: 'rows' | 'bound';
  /** Set if an error about its type was reported. Reads of it and writes to it are not checked. */
  readonly broken?: true;
  /** Set for a stand-in of columns that could not be read. */
  readonly unread?: true;
  /**
   * Set for a column of a rolling transform. The row function sees an array of `element`s: those of the rows around its own, or those
   * between two row numbers that columns hold.
   */
  readonly window?: RowRange | 'bounds';
  /**
   * Set for a text that is cut into rows after each occurrence of this string; row functions do not see the separator. It is no column in
   * memory.
   */
  readonly separator?: string;
  /** Set for one value that all rows share: a param of the call, or the number of the first row, to which a row adds its own. */
  readonly scalar?: 'param' | 'index';
}

/** The windows of a rolling transform. */
export interface RowWindow {
  /** The rows that they contain: a number of rows around the row, or rows whose values in a column are close. */
  readonly rows: RowRange | ValueRange;
  /** The places of the columns whose values the rows of a window share. */
  readonly partitionBy: readonly number[];
  /** The number of rows that must be present. */
  readonly minPeriods: number;
  /** True if sums of loops may be added in the order of `sum()`. */
  readonly reorder: boolean;
}

/** The grouping of the rows that a row function makes. */
export interface Grouping {
  /** The number of key columns, which come first; the rows of a group share their values. */
  readonly keys: number;
  /** True if groups come in the order of their keys. */
  readonly isOrdered: boolean;
  readonly aggregates: readonly Aggregate[];
}

/** An aggregate of each group: of a column, by its place, or of the rows as such. */
export interface Aggregate {
  /** The name of the result's column. */
  readonly name: string;
  readonly operation: AggregateName | 'reduce';
  readonly column?: number;
  /** The places of the columns that a user-defined aggregate reads. */
  readonly columns?: readonly number[];
}

/** An associative operation over one value per row of a window. Nulls change nothing. */
export interface Reduction {
  readonly operation: ReductionOperation;
  /** Reads only variables that are elements of columns, params and constants. */
  readonly value: Expression;
}

/**
 * `sum` adds doubles in their documented order, `exact sum` bigints, `sum of integers` numbers. `least` and `greatest` follow comparisons,
 * which never keep NaN. `present` counts values that are not null, and `count` those that are true. `any` and `all` test.
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

/** The verdict on a loop over a window. */
export interface LoopFinding {
  readonly line: number;
  /** The place of the loop in the source. */
  readonly span?: Span | undefined;
  /** In words: the shapes of its variables, or the reason why its steps are taken one by one. */
  readonly shapes: readonly string[];
  readonly isReduced: boolean;
}

/** A loop whose sums are added in the order of `sum()`. */
export interface ReorderedLoop {
  readonly loop: LoopId;
  /** The names of the variables in the source. */
  readonly sums: readonly string[];
}

/** A variable whose computed text is written into the row's memory, and the reason. */
export interface FlattenedText {
  /** The name in the source. */
  readonly name: string;
  /** The line of its declaration. */
  readonly line: number;
  readonly reason: string;
}

/** A loop over a whole window that carries values from step to step, beginning with constants. */
export interface Fold {
  /** The loop in the function's body, the same object. */
  readonly loop: ForOf;
  /** The place of the column that it goes over. */
  readonly column: number;
  readonly states: readonly { readonly variable: VariableId; readonly begin: Expression }[];
}

/** Values of a sorted column between two distances from the row's own value. */
export interface ValueRange {
  readonly on: number;
  readonly preceding: number | bigint;
  readonly following: number | bigint;
}

/** The rows around a row: so many before it, and so many after it. */
export interface RowRange {
  readonly preceding: number;
  readonly following: number;
}

export type { Constant };

/** A module-level constant whose value the row function uses. */
export interface Capture {
  readonly name: string;
  readonly value: ConstantValue;
  /**
   * True if the constant is read with keys that are unknown at build time. The reference then guards the inherited names of its objects.
   */
  readonly guarded: boolean;
  /** The place of its declaration: `examples/limits.ts:3`. */
  readonly origin: string;
}

/** An import from `rowfuse`: of a function, or of the module if `exported` is `*`. */
export interface Import {
  readonly exported: string;
  readonly local: string;
}

/** The number of output rows per input row. */
export type RowsOut = 'one' | 'at most one' | 'any';

/** One row function: the result of the analysis and the input of every later phase. Immutable. */
export interface RowFunction {
  readonly name: string;
  /** The module of the function, relative to the project, with `/` between the parts. */
  readonly source: string;
  /** The columns, followed by the scalars. */
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  readonly emits: RowsOut;
  readonly captures: readonly Capture[];
  /** The functions of `rowfuse` that the reference calls. */
  readonly imports: readonly Import[];
  /** The functions of modules that the row function calls. */
  readonly functions: readonly { readonly name: string; readonly origin: string }[];
  /** Its regular expressions that operations of strings stand for: no engine runs for these uses. */
  readonly stringOperations?: readonly { readonly pattern: string; readonly names: readonly string[] }[];
  /** Set if its objects lie in the memory of the row: what could not be compiled with objects as values, and its line. */
  readonly needsObjects?: { readonly line: number; readonly what: string };
  /**
   * The transforms that a pipe runs one after the other. `yields` is the number of places in an `expand` where the later ones are inlined.
   */
  readonly stages: readonly { readonly name: string; readonly yields?: number }[];
  /** Set for a rolling transform. */
  readonly window?: RowWindow;
  /**
   * The values that are computed of each window before the row function runs, in a number of steps that does not depend on the window's
   * size.
   */
  readonly reductions?: readonly Reduction[];
  /** The keys and aggregates of an aggregate transform. */
  readonly grouping?: Grouping;
  /** The verdicts on its loops over windows. */
  readonly loops?: readonly LoopFinding[];
  readonly reordered?: readonly ReorderedLoop[];
  /** Its loops over whole windows whose steps can be taken for several rows at once. */
  readonly folds?: readonly Fold[];
  /** The claims that generated code verifies. Only checked builds have them. */
  readonly claims?: Claims;
  /** True for an attempt with checked integers, which ends at a number that is none (`3-plan/checked`). */
  readonly isAttempt?: true;
  /**
   * True while such an attempt is looked for: numbers are integers that a `long` holds wherever nothing shows that they are not, because
   * each operation will be checked.
   */
  readonly assumesIntegers?: true;
  /** Its variables whose computed text is written into the row's memory once. */
  readonly flattened?: readonly FlattenedText[];
  readonly variables: readonly Variable[];
  readonly body: readonly Statement[];
}

/** Returns the column that says where a struct is present. Undefined if the struct is never null. */
export function presenceOfStruct(columns: readonly Column[], path: readonly string[]): Column | undefined {
  return columns.find((column) => column.presence && !column.listed && samePath(pathOf(column), path));
}

/** Returns a column as calls pass it: a column of windows is passed as its elements. */
export function passedColumn(column: Column): Column {
  const { window, element, ...passed } = column;
  return window && element ? { ...passed, ...element } : column;
}

/** Returns the places of the input columns that the function reads. */
export function columnsRead({ variables, input }: Pick<RowFunction, 'variables' | 'input'>): ReadonlySet<number> {
  const read = new Set(variables.flatMap(({ column }) => (column === undefined ? [] : [column])));
  const areBounded = [...read].some((place) => input[place]?.window === 'bounds');
  return areBounded ? new Set([...read, ...boundsPlaces(input)]) : read;
}

/** Returns the places of the columns that say where a row's windows begin and end, and where its partition begins. */
export function boundsPlaces(input: readonly Column[]): readonly number[] {
  return input.flatMap(({ counted }, place) => (counted === 'bound' ? [place] : []));
}

/**
 * True if the windows of all rows are reduced together. Rows are evaluated one by one if columns say which rows their windows contain, or
 * if results contain text, whose sizes differ per row.
 */
export function areReducedTogether({ input, output }: Pick<RowFunction, 'input' | 'output'>): boolean {
  return boundsPlaces(input).length === 0 && !output.some(hasBytes);
}

export const windowBounds: readonly Column[] = ['window begin', 'window end', 'partition begin'].map((name) =>
  Object.freeze({ name, type: 'int32', nullable: false, counted: 'bound' }),
);

/** Returns the string that ends a row, if rows are cut out of text. */
export function separatorOf(input: readonly Column[]): string | undefined {
  return input.find(({ separator }) => separator !== undefined)?.separator;
}

/** True if a column's values are strings; a `dictionary` contains `utf8`. */
export function isText({ type }: Pick<Column, 'type'>): boolean {
  return isTextType(type);
}

/** True if a column's values have any number of bytes: strings, binary values and lists. */
export function hasBytes({ type }: Pick<Column, 'type'>): boolean {
  return hasOffsets(type);
}

/**
 * True if a kept column has to be read as it is stored. Row functions see its times as milliseconds in a number, which cannot represent all
 * of them.
 */
export function isStoredWider({ type, element }: Pick<Column, 'type' | 'element'>): boolean {
  return element ? isStoredWider(element) : type === 'timestamp[s]' || type === 'timestamp[ms]';
}

/**
 * Returns the input columns that the function reads, as calls pass them, without params and the row's number: those that lie in memory row
 * by row.
 */
export function storedColumnsRead(fn: RowFunction): readonly Column[] {
  const read = columnsRead(fn);
  return fn.input.filter(({ scalar }, index) => scalar === undefined && read.has(index)).map(passedColumn);
}
