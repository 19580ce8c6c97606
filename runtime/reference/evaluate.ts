import type { DeclaredType } from '../../schema/columns.js';
import type { ChunkLimits } from '../chunk-limits.js';
import {
  type ComputedTransform,
  emitsRows,
  type OutputColumn,
  type TransformDescription,
  takesLines,
} from '../description.js';
import { RowError } from '../errors.js';
import type { FailedRows } from '../faults/failed-rows.js';
import { unsoundError } from '../input/checks/unsound-rows.js';
import { maxTextBytes } from '../input/chunks/chunk.js';
import type { PieceSource } from '../input/input-rows.js';
import type { Piece } from '../input/piece.js';
import { inputCut } from '../input/windows/window-pieces.js';
import type { MemoryBudget } from '../memory-budget.js';
import { bytesOf, type ResultChunk } from '../output/result-columns.js';
import { sharedColumns } from '../output/shared-columns.js';
import { atOnce, Pace } from '../pace.js';
import type { Params } from '../params.js';
import { decoder } from './decode.js';
import { ColumnEncoder } from './encode.js';
import { missing, nameOfSingle, nullableStructs, type ResultShape, resultValue } from './result-value.js';
import { RowFailures } from './row-failure.js';
import { rowView } from './row-view.js';
import { RowWindows, WholeColumns } from './window/row-windows.js';

/** Options of the reference. */
export interface EvaluateOptions extends ChunkLimits {
  readonly params: Params;
  readonly valuesInErrors: boolean;
  /** Takes the rows that fail, which become null. Undefined if the first of them ends the call. */
  readonly failed?: FailedRows | undefined;
  /** The pace of the whole call, if it evaluates several inputs. */
  readonly pace?: Pace | undefined;
  /** The budget of the call. */
  readonly memory: MemoryBudget;
}

/** Evaluates all rows in plain JavaScript and returns the chunks of the result. Yields when the event loop should turn. */
export function* evaluate(
  transform: TransformDescription & Partial<ComputedTransform>,
  rows: PieceSource,
  options: EvaluateOptions,
): Generator<void, ResultChunk[]> {
  const chunks: ResultChunk[] = [];
  const { pace = new Pace(), memory } = options;
  const whole = new WholeColumns();
  const call = { ...options, pace };
  const shared = sharedColumns(transform);
  for (const piece of inputCut(transform)(rows, call)) {
    if (piece === undefined) {
      yield;
      continue;
    }
    const made: ResultChunk[] = [];
    const before = memory.used - whole.bytes;
    for (const chunk of evaluatePiece(transform, piece, call, whole)) {
      if (chunk === undefined) {
        yield;
        piece.verify();
      } else made.push(chunk);
    }
    memory.settle(before, bytesOf(made) + whole.bytes);
    chunks.push(...(shared?.add(piece, made, call) ?? made));
  }
  return chunks;
}

/** Does the same as {@link evaluate}, at once. */
export function evaluateNow(transform: ComputedTransform, rows: PieceSource, options: EvaluateOptions): ResultChunk[] {
  return atOnce(evaluate(transform, rows, options));
}

/**
 * Evaluates the rows of one piece: decodes, calls the row function, encodes. Yields undefined when the event loop should turn.
 *
 * @throws RowError for the first row that fails, unless the options take those
 */
export function* evaluatePiece(
  transform: TransformDescription,
  piece: Piece,
  options: EvaluateOptions,
  whole: WholeColumns = new WholeColumns(),
): Generator<ResultChunk | undefined, void> {
  const { maxBytes = maxTextBytes, maxRows = roomAtMost, failed, pace = new Pace(), memory } = options;
  const emits = emitsRows(transform);
  const failures = new RowFailures(
    transform.name,
    piece.start,
    options.valuesInErrors,
    takesLines(transform) ? 'line' : 'row',
  );
  const encodersFor = (capacity: number) =>
    transform.output.map((column) => new ColumnEncoder(asStored(column), capacity, maxBytes, failures, memory));
  const evaluateRow = yield* rowEvaluator(transform, piece, options.params, failures, whole, pace, memory);
  let capacity = transform.rows === undefined ? piece.length : Math.min(4 * piece.length + leastRows, maxRows);
  let encoders = encodersFor(capacity);
  let length = 0;
  const finished: ResultChunk[] = [];
  const finish = (): ResultChunk => ({ length, columns: encoders.map((encoder) => encoder.finish()) });
  const nulls = transform.output.map(() => missing);
  const append = (values: readonly unknown[], row: number): void => {
    const hasRoom = length < capacity && encoders.every((encoder, index) => encoder.hasRoom(values[index]));
    if (!hasRoom && length > 0) {
      finished.push(finish());
      if (transform.rows === undefined) capacity = piece.length - row;
      length = 0;
      encoders = encodersFor(capacity);
    }
    for (let index = 0; index < encoders.length; index += 1) encoders[index]?.append(values[index], row);
    length += 1;
  };
  const judge = (values: readonly unknown[], row: number): void => {
    for (let index = 0; index < encoders.length; index += 1) encoders[index]?.judge(values[index], row);
  };
  /** Evaluates a row twice. A row that fails must not be part of the result, so all its output is judged first. Row functions are pure. */
  function* attempt(row: number, failedRows: FailedRows): Generator<undefined, void> {
    try {
      yield* turnsOf(evaluateRow(row, judge));
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      failedRows.add(() => error);
      if (!emits) append(nulls, row);
      return;
    }
    yield* turnsOf(evaluateRow(row, append));
  }
  for (let row = 0; row < piece.length; row += 1) {
    if (failed !== undefined) yield* attempt(row, failed);
    else {
      const turns = evaluateRow(row, append);
      if (turns !== undefined) yield* turns;
    }
    if (finished.length > 0) yield* finished.splice(0);
    if (pace.isDue()) yield undefined;
  }
  yield finish();
}

function* turnsOf(turns: RowTurns): Generator<undefined, void> {
  if (turns !== undefined) yield* turns;
}

/** The rows that a chunk has room for if their number is unknown. Further rows go to further chunks. */
const leastRows = 1024;
const roomAtMost = 2 ** 22;

/** Takes the values of an output row, which are valid during the call only. `row` is the input row that it comes from. */
type VisitRow = (values: readonly unknown[], row: number) => void;

/** The remaining work of a row that makes any number of rows. It yields when the event loop should turn. */
type RowTurns = Generator<undefined, void> | undefined;

/** Returns a function that visits the values of each output row of a row, before they are judged. */
function* rowEvaluator(
  transform: TransformDescription,
  piece: Piece,
  params: Params,
  failures: RowFailures,
  whole: WholeColumns,
  pace: Pace,
  memory: MemoryBudget,
): Generator<undefined, (row: number, visit: VisitRow) => RowTurns> {
  const read = transform.input.flatMap((column, index) => {
    const buffers = piece.buffers[index];
    return column.read && buffers !== undefined ? [{ column, decode: decoder(column, buffers, failures) }] : [];
  });
  const stored = transform.input.map((column, index) => {
    const buffers = piece.buffers[index];
    return column.read && buffers !== undefined
      ? decoder(asStored({ ...column, keep: index }), buffers, failures)
      : undefined;
  });
  const windows =
    transform.window &&
    (yield* RowWindows.over(transform.window, transform.input, piece, failures, whole, pace, memory));
  const view = rowView(read.map(({ column }) => column));
  const context = { params: params.values, index: 0 };
  const outputs: unknown[] = transform.output.map(() => undefined);
  const kept = transform.output.flatMap(({ keep }, index) =>
    keep === undefined ? [] : [{ index, decode: stored[keep] }],
  );
  const unsound = unsoundError(piece, transform.input, failures);
  let current = 0;
  const shape: ResultShape = {
    nullableStructs: nullableStructs(transform.output),
    absentStruct: (struct, value) =>
      failures.at(current, {
        column: struct,
        what: (shown) => `the row function returned ${shown} for a struct that is not nullable`,
        fix: 'Return an object, or declare the struct nullable',
        value,
      }),
    noList: (list, value) =>
      failures.at(current, {
        column: list,
        what: (shown) => `the row function returned ${shown}, but a list of structs holds an array of objects`,
        fix: 'Return an array',
        value,
      }),
  };
  const name = nameOfSingle(transform);
  const isPlain = name !== undefined && transform.output[kept.length]?.path === undefined;
  const visitResult = (result: unknown, row: number, visit: VisitRow) => {
    current = row;
    // The rows of an aggregate that only counts rows have no columns.
    if (outputs.length === 0) {
      visit(outputs, row);
      return;
    }
    if (isPlain) outputs[kept.length] = result;
    else spread(transform, shape, name === undefined ? result : { [name]: result }, row, outputs, failures);
    for (const { index, decode } of kept) outputs[index] = decode?.(row) ?? missing;
    visit(outputs, row);
  };
  /** Converts an error that a function of the user's throws, but not errors about its results. */
  const asked = <Result>(row: number, ask: () => Result): Result => {
    try {
      return ask();
    } catch (error) {
      throw failures.thrown(row, error, view.row);
    }
  };
  const { row: rowFunction = transform.frame, where, rows } = transform;
  const missed = transform.output.map(({ path }) => (path === undefined ? null : missing));
  function* visitAll(made: Iterator<unknown>, row: number, visit: VisitRow): Generator<undefined, void> {
    for (;;) {
      const step = asked(row, () => made.next());
      if (step.done === true) return;
      visitResult(step.value, row, visit);
      if (pace.isDue()) yield undefined;
    }
  }
  return (row, visit) => {
    const malformed = unsound?.(row);
    if (malformed !== undefined) throw malformed;
    if (windows === undefined)
      for (let index = 0; index < read.length; index += 1) view.values[index] = read[index]?.decode(row);
    else if (!windows.read(row, view.values)) {
      visit(missed, row);
      return undefined;
    }
    context.index = piece.start + row;
    if (rows !== undefined) {
      const made = asked(row, () => rows(view.row, context)[Symbol.iterator]());
      return visitAll(made, row, visit);
    }
    if (where !== undefined && !asked(row, () => where(view.row, context))) return undefined;
    visitResult(
      asked(row, () => rowFunction?.(view.row, context)),
      row,
      visit,
    );
    return undefined;
  };
}

/**
 * Returns the type in which a kept column is decoded. Kept times are copied as stored, because the milliseconds that row functions see do
 * not distinguish all of them. Required elements were judged when the column was read.
 */
function asStored<Column extends OutputColumn>(column: Column): Column {
  return column.keep === undefined ? column : { ...column, ...storedType(column) };
}

function storedType({ type, timezone, element }: DeclaredType): DeclaredType {
  if (element !== undefined) return { type, element: { ...storedType(element), nullable: element.nullable } };
  const isTime = type === 'timestamp[s]' || type === 'timestamp[ms]';
  return { type: isTime ? 'int64' : type, ...(timezone !== undefined && { timezone }) };
}

/** Sets the values of all columns of a result. */
function spread(
  transform: TransformDescription,
  shape: ResultShape,
  result: unknown,
  row: number,
  outputs: unknown[],
  failures: RowFailures,
): void {
  if (typeof result !== 'object' || result === null) {
    throw failures.at(row, {
      what: (shown) => `the row function returned ${shown}, but the transform declares several columns`,
      fix: 'Return an object with a property for each output column',
      value: result,
    });
  }
  for (let index = 0; index < transform.output.length; index += 1) {
    if (transform.output[index]?.keep !== undefined) continue;
    const column = transform.output[index];
    if (column !== undefined) outputs[index] = resultValue(result, column, shape);
  }
}
