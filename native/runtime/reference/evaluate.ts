import type { TransformDescription } from '../description.js';
import { RowError } from '../errors.js';
import type { FailedRows } from '../failed-rows.js';
import { maxTextBytes } from '../input/chunk.js';
import type { Piece, PieceSource } from '../input/input-rows.js';
import type { ResultChunk } from '../output/result-columns.js';
import type { Params } from '../params.js';
import { decoder } from './decode.js';
import { ColumnEncoder } from './encode.js';
import { RowFailures } from './row-failure.js';
import { rowView } from './row-view.js';

/** How the reference runs. */
export interface EvaluateOptions {
  readonly params: Params;
  readonly valuesInErrors: boolean;
  /** Takes the rows that fail, which are null then; undefined where the first of them ends the call. */
  readonly failed?: FailedRows | undefined;
  /** The most bytes of text in one chunk of a column. */
  readonly maxBytes?: number;
}

/** Rows between two chances to stop, or to let the event loop turn: some milliseconds of work. */
const rowsAtATime = 8192;

/** Evaluates all rows in plain JavaScript. Yields now and then; the last value has the chunks of the result. */
export function* evaluate(
  transform: TransformDescription,
  rows: PieceSource,
  options: EvaluateOptions,
): Generator<void, ResultChunk[]> {
  const chunks: ResultChunk[] = [];
  for (const piece of rows.pieces(options.maxBytes)) {
    for (const chunk of evaluatePiece(transform, piece, options)) {
      if (chunk === undefined) {
        yield;
        piece.verify();
      } else chunks.push(chunk);
    }
  }
  return chunks;
}

/**
 * Evaluates the rows of one piece: decode, call the row function, encode. Yields undefined every few thousand rows.
 *
 * @throws RowError for the first row that fails, unless the options take those.
 */
export function* evaluatePiece(
  transform: TransformDescription,
  piece: Piece,
  options: EvaluateOptions,
): Generator<ResultChunk | undefined, void> {
  const { maxBytes = maxTextBytes, failed } = options;
  const failures = new RowFailures(transform.name, piece.start, options.valuesInErrors);
  const encodersFor = (capacity: number) =>
    transform.output.map((column) => new ColumnEncoder(column, capacity, maxBytes, failures));
  const evaluateRow = rowEvaluator(transform, piece, options.params, failures);
  let encoders = encodersFor(piece.length);
  let first = 0;
  const finish = (end: number): ResultChunk => ({
    length: end - first,
    columns: encoders.map((encoder) => encoder.finish()),
  });
  const nulls = transform.output.map(() => null);
  const attempt = (row: number, failedRows: FailedRows): readonly unknown[] => {
    try {
      const values = evaluateRow(row);
      encoders.forEach((encoder, index) => {
        encoder.judge(values[index], row);
      });
      return values;
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      failedRows.add(() => error);
      return nulls;
    }
  };
  for (let row = 0; row < piece.length; row += 1) {
    const values = failed === undefined ? evaluateRow(row) : attempt(row, failed);
    if (!encoders.every((encoder, index) => encoder.hasRoom(values[index])) && row > first) {
      yield finish(row);
      first = row;
      encoders = encodersFor(piece.length - row);
    }
    for (let index = 0; index < encoders.length; index += 1) encoders[index]?.append(values[index], row);
    if ((row + 1) % rowsAtATime === 0) yield undefined;
  }
  yield finish(piece.length);
}

/** A function that gives the output values of a row, before they are judged. */
function rowEvaluator(
  transform: TransformDescription,
  piece: Piece,
  params: Params,
  failures: RowFailures,
): (row: number) => readonly unknown[] {
  const read = transform.input.flatMap((column, index) => {
    const buffers = piece.buffers[index];
    return column.read && buffers !== undefined ? [{ column, decode: decoder(column, buffers, failures) }] : [];
  });
  const view = rowView(read.map(({ column }) => column.name));
  const context = { params: params.values, index: 0 };
  const outputs: unknown[] = transform.output.map(() => undefined);
  return (row) => {
    for (let index = 0; index < read.length; index += 1) view.values[index] = read[index]?.decode(row);
    context.index = piece.start + row;
    let result: unknown;
    try {
      result = transform.row(view.row, context);
    } catch (error) {
      throw failures.thrown(row, error, view.row);
    }
    if (transform.single) outputs[0] = result;
    else spread(transform, result, row, outputs, failures);
    return outputs;
  };
}

/** Own properties only: a column called `constructor` must not find the one every object inherits. */
function spread(
  transform: TransformDescription,
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
    const name = transform.output[index]?.name ?? '';
    outputs[index] = Object.hasOwn(result, name) ? (result as { readonly [name: string]: unknown })[name] : undefined;
  }
}
