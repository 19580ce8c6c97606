import { type Column, columnsRead, hasBytes, isText, type RowFunction, storedColumnsRead } from '../ir/row-function.js';
import { verify } from '../ir/verify/verify.js';
import { branchReturns } from './branch-returns.js';
import { isBulkText } from './bulk-text.js';
import { checkedIntegers } from './checked/checked-integers.js';
import { describeAttempt } from './checked/describe-attempt.js';
import { claimsOf } from './claims.js';
import { copies } from './copies.js';
import { countedArrays } from './counted-arrays.js';
import { countedMatches } from './counted-matches.js';
import { describeGroups, describeLines } from './describe-groups.js';
import { describeWindows, windowKernels } from './describe-windows.js';
import { fold } from './fold.js';
import { comparedQuotients } from './integers/compared-quotients.js';
import { decimalIntegers } from './integers/decimal-integers.js';
import { integers } from './integers/integers.js';
import { modularVariables } from './integers/modular-variables.js';
import { wholeDays } from './integers/whole-days.js';
import { withinText } from './integers/within-text.js';
import { wrapping } from './integers/wrapping.js';
import { isLarge } from './large.js';
import { describeMemberships } from './lookups/membership.js';
import { findFolds } from './loops/folds.js';
import { loopReductions } from './loops/loop-reductions.js';
import { multipleTests } from './loops/multiple-tests.js';
import { reductions } from './loops/reductions.js';
import { outputBound } from './output-bound.js';
import { positions } from './positions.js';
import { type Segments, segments } from './segments.js';
import { singleTextSearches } from './single-text-searches.js';
import type { Bound } from './size-bound.js';
import { flattenReadText } from './text/flatten-read-text.js';
import { unmovedSearches } from './unmoved-searches.js';
import { unreadVariables } from './unread-variables.js';
import { writeLazily } from './write-lazily.js';

/** The way in which a row function runs, and the reasons. */
export interface Plan {
  readonly fn: RowFunction;
  /** The row function with checked integers, which the CPU attempts first: see {@link checkedIntegers}. */
  readonly attempt: RowFunction | undefined;
  /** The strategy of each backend, and the reason. */
  readonly strategies: readonly string[];
  /** The kernels, in the order in which a call launches them. */
  readonly kernels: readonly string[];
  /** True if the row function is too large for a row loop into which everything that it calls is merged. */
  readonly isLarge: boolean;
  /** True if one evaluation serves all rows of the same values: see {@link isOncePerValue}. */
  readonly isOncePerValue: boolean;
  /** True if a warp takes a row of long text on the device: see {@link isBulkText}. */
  readonly isBulkText: boolean;
  /** The search that each test for membership of a constant list uses. */
  readonly memberships: readonly string[];
  /** One bound per output column of text, in the order of the columns. */
  readonly bounds: readonly { readonly column: string; readonly bound: Bound }[];
  /** The pieces of text that one evaluation leaves to be copied: see {@link segments}. Undefined without text, or without bounds. */
  readonly segments: Segments | undefined;
  /** Bytes that each pass reads per row, text aside. */
  readonly fixedBytesRead: number;
  /** Bytes written per row, text aside. */
  readonly fixedBytesWritten: number;
}

const passes = [
  unmovedSearches,
  fold,
  branchReturns,
  loopReductions,
  reductions,
  countedArrays,
  countedMatches,
  flattenReadText,
  writeLazily,
  positions,
  wholeDays,
  decimalIntegers,
  withinText,
  comparedQuotients,
  integers,
  modularVariables,
  wrapping,
  copies,
  // Again: a comparison of a variable with its copy is decided by now.
  fold,
  unreadVariables,
  singleTextSearches,
  multipleTests,
] as const;

/** The settings of {@link plan}. */
export interface PlanOptions {
  /** True if generated code verifies the claims of the plan: see {@link claimsOf}. */
  readonly checked?: boolean;
  /** False for functions that run without memory of the row, into which computed text could be written. */
  readonly hasMemory?: boolean;
}

/** Simplifies the IR, pass by pass, and decides how it runs. */
export function plan(analyzed: RowFunction, { checked = false, hasMemory = true }: PlanOptions = {}): Plan {
  verify(analyzed, 'analyze');
  let fn = analyzed;
  for (const pass of passes) {
    if (pass === flattenReadText && !hasMemory) continue;
    fn = pass(fn);
    verify(fn, pass.name);
  }
  const folds = findFolds(fn);
  if (folds.length > 0) fn = { ...fn, folds };
  let attempt = checkedIntegers(fn);
  if (attempt) verify(attempt, checkedIntegers.name);
  if (attempt && checked) attempt = { ...attempt, claims: claimsOf(attempt) };
  if (checked) fn = { ...fn, claims: claimsOf(fn) };
  const text = fn.output.flatMap((column, index) => (hasBytes(column) ? [{ column: column.name, index }] : []));
  const bounds = text.map(({ column, index }) => ({ column, bound: outputBound(fn, index) }));
  const bounded = text.length > 0 && bounds.every(({ bound }) => bound.constant < Number.POSITIVE_INFINITY);
  const comesAndGoes = fn.emits !== 'one';
  const columns = storedColumnsRead(fn);
  const isPlainText = [...columns, ...fn.output].every((column) => isText(column) || !hasBytes(column));
  const isWritten = !comesAndGoes && !fn.grouping;
  const pieces = bounded && isPlainText && (isWritten || fn.grouping) ? segments(fn) : undefined;
  const readsText = columns.some(isText);
  const isBulk = readsText && isPlainText && isWritten && isBulkText(fn);
  const once = isOncePerValue(fn);
  return {
    fn,
    attempt,
    ...withAttempt(
      withFlattenedText(
        withLines(withWindows(withOncePerValue(withLongRows(strategyOf(fn, bounded, pieces), isBulk), once), fn), fn),
        fn,
      ),
      attempt,
    ),
    isOncePerValue: once,
    isLarge: isLarge(fn),
    isBulkText: isBulk,
    memberships: describeMemberships(fn),
    bounds,
    segments: pieces,
    fixedBytesRead: sumBytes(columns),
    fixedBytesWritten: fn.grouping ? 0 : sumBytes(fn.output),
  };
}

/** True if the row function reads only dictionary columns, so that its result depends on their values alone. */
function isOncePerValue(fn: RowFunction): boolean {
  const read = columnsRead(fn);
  const readsIndex = fn.input.some(({ scalar }, place) => scalar === 'index' && read.has(place));
  const columns = storedColumnsRead(fn);
  if (fn.emits !== 'one' || readsIndex || fn.grouping) return false;
  return columns.length > 0 && columns.every(({ type }) => type === 'dictionary');
}

/** Chooses how each backend finds the places of rows and of their text. */
function strategyOf(fn: RowFunction, bounded: boolean, pieces: Segments | undefined) {
  if (fn.grouping) return describeGroups(fn, fn.grouping);
  if (fn.emits !== 'one') return countedRows(fn);
  if (!fn.output.some(hasBytes)) return fixedWidth;
  if (!bounded) return unboundedText;
  return pieces ? boundedText(pieces) : boundedBytes;
}

const onceAValue = [
  'every call: once per distinct value. The row function reads columns of dictionaries alone, so a row of each combination of',
  '      their values is evaluated, as below, and its result copied to all others, where the rows are at least twice as many.',
] as const;

const fixedWidth = {
  strategies: ['every backend: one pass. Every output column has a fixed width, so each row knows its place.'],
  kernels: ['map       evaluates the row and writes its values; checks offsets and UTF-8 where text is read'],
} as const;

const twoPasses = [
  'sizes     evaluates the row into a counting sink; checks offsets and UTF-8; 64-bit totals',
  'scan      exclusive prefix sum of the sizes: the offsets of the result (one for each text column)',
  'fill      evaluates the row again into a writing sink',
] as const;

/** The strategy for rows that filter or expand: a row's place is only known after the rows before it are counted. */
function countedRows({ emits, output }: RowFunction) {
  const text = output.some(hasBytes) ? ' and the bytes of their text' : '';
  const most = emits === 'any' ? 'any number of rows' : 'one row or none';
  return {
    strategies: [
      `rows: each input row becomes ${most}.`,
      'cpu: one pass. Each tile is evaluated once into memory that grows, and its rows are copied behind those of the tile before it.',
      `cuda: two passes. The first counts the rows of each input row${text}; scans make places of the counts.`,
    ],
    kernels: [
      `count     evaluates the row, counts the rows that it becomes${text}; checks offsets and UTF-8; 64-bit totals`,
      `scan      exclusive prefix sum of the counts: the place of each input row's first row${text && ', and of its text'}`,
      'fill      evaluates the row again, and writes its rows from their place on',
    ],
  };
}

const unboundedText = {
  strategies: [
    'cpu: one pass. No upper bound of the text is known, so each tile is evaluated once into memory that grows.',
    'cuda: two passes.',
  ],
  kernels: twoPasses,
} as const;

function withLongRows({ strategies, kernels }: Pick<Plan, 'strategies' | 'kernels'>, isBulk: boolean) {
  if (!isBulk) return { strategies, kernels };
  const long = 'long_rows a warp for each row of more than 2048 bytes of text, which the other passes leave out';
  return { strategies, kernels: [...kernels, long] };
}

function withWindows({ strategies, kernels }: Pick<Plan, 'strategies' | 'kernels'>, fn: RowFunction) {
  return { strategies: [...describeWindows(fn), ...strategies], kernels: windowKernels(fn, kernels) };
}

function withLines({ strategies, kernels }: Pick<Plan, 'strategies' | 'kernels'>, fn: RowFunction) {
  return { strategies: [...describeLines(fn), ...strategies], kernels };
}

function withOncePerValue({ strategies, kernels }: Pick<Plan, 'strategies' | 'kernels'>, isOnce: boolean) {
  return { strategies: isOnce ? [...onceAValue, ...strategies] : strategies, kernels };
}

/** Says which variables have their computed text in the row's memory. */
function withFlattenedText({ strategies, kernels }: Pick<Plan, 'strategies' | 'kernels'>, fn: RowFunction) {
  const lines = (fn.flattened ?? []).map(
    ({ name, line, reason }) =>
      `text: \`${name}\` of line ${line} is computed once, into the row's memory, because ${reason}.`,
  );
  // A function that is inlined several times has its variables several times.
  return { strategies: [...strategies, ...new Set(lines)], kernels };
}

/** Says which numbers the CPU attempts to hold as integers. */
function withAttempt({ strategies, kernels }: Pick<Plan, 'strategies' | 'kernels'>, attempt: RowFunction | undefined) {
  return { strategies: [...strategies, ...describeAttempt(attempt)], kernels };
}

const boundedBytes = {
  strategies: [
    'cpu: one pass. The bytes have an upper bound, so each tile is evaluated once and copied behind the one before it.',
    'cuda: two passes, as for all that is not text throughout.',
  ],
  kernels: twoPasses,
} as const;

function boundedText(pieces: Segments) {
  const { count } = pieces;
  const once = `each row once: its text consists of at most ${count} ${count === 1 ? 'piece' : 'pieces'} of columns and literals`;
  const evaluation =
    count === 0
      ? 'each row twice in shared memory: some of its text has no bytes before it is written'
      : pieces.mapped
        ? `${once}; rows that are not ASCII twice, since their case has no bytes before it is written`
        : once;
  const slower =
    count === 0 || pieces.mapped ? 'some much longer than others, or many not ASCII' : 'some much longer than others';
  return {
    strategies: [
      'cpu: one pass. The text has an upper bound, so each tile is evaluated once and copied behind the one before it.',
      'cuda: one pass, where the device has compute capability 9.0 and rows fit shared memory.',
      `      Two passes after a call whose rows those are better at: ${slower}.`,
      '      ROWFUSE_CUDA_STRATEGY=one-pass or two-passes decides for all calls of a process.',
    ],
    kernels: [`one_pass  tiles in shared memory; evaluates ${evaluation}`, 'or:', ...twoPasses],
  };
}

/** Arrow's layout: offsets for text, values for fixed widths, one bit for validity. */
function sumBytes(columns: readonly Column[]): number {
  return columns.reduce((sum, { type, nullable }) => sum + widths[type] + (nullable ? 1 / 8 : 0), 0);
}

const widths: Readonly<Record<Column['type'], number>> = {
  bool: 1 / 8,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  int64: 8,
  uint64: 8,
  float64: 8,
  utf8: 4,
  dictionary: 4,
  largeUtf8: 8,
  binary: 4,
  largeBinary: 8,
  list: 4,
  date32: 4,
  'timestamp[s]': 8,
  'timestamp[ms]': 8,
  'timestamp[us]': 8,
  'timestamp[ns]': 8,
};
