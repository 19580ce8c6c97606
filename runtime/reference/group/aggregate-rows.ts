import { type ColumnTypeName, type NumberType, numberTypes } from '../../../schema/column-types.js';
import { describeType } from '../../../schema/columns.js';
import type { InputBuffers } from '../../backend/addon.js';
import {
  type AggregateDescription,
  groupsInBlocks,
  type InputColumn,
  type OutputColumn,
  takesLines,
} from '../../description.js';
import { GroupError, RowError } from '../../errors.js';
import { reducedGroupError, reducedRowError } from '../../faults/reduce-failure.js';
import { maxTextBytes } from '../../input/chunks/chunk.js';
import { cutPiece } from '../../input/cut-piece.js';
import type { Piece } from '../../input/piece.js';
import type { ResultChunk, ResultColumn } from '../../output/result-columns.js';
import { Pace } from '../../pace.js';
import { showValue } from '../../values/show-value.js';
import { decoder } from '../decode.js';
import { ColumnEncoder } from '../encode.js';
import { type EvaluateOptions, evaluatePiece } from '../evaluate.js';
import { RowFailures } from '../row-failure.js';
import { FailedReduction, Groups } from './groups.js';
import type { KeyValue } from './keys.js';

/** The rows whose values are in memory at a time. */
const rowsAtATime = 8192;

/**
 * An aggregate in plain JavaScript, which is the specification of all others. The results of the row function are written to columns as
 * those of any transform, and the stored values are grouped.
 */
export class AggregatedRows {
  readonly #description: AggregateDescription;
  readonly #options: EvaluateOptions;
  readonly #pace: Pace;
  readonly #groups: Groups;
  readonly #failures: RowFailures;
  readonly #isInBlocks: boolean;

  constructor(description: AggregateDescription, options: EvaluateOptions) {
    this.#description = description;
    this.#pace = options.pace ?? new Pace();
    this.#options = { ...options, pace: this.#pace };
    this.#groups = new Groups(description.grouping, description.output, options.memory);
    this.#failures = new RowFailures(description.name, 0, options.valuesInErrors);
    this.#isInBlocks = groupsInBlocks(description);
  }

  /**
   * Adds the rows of a piece. Yields when the event loop should turn.
   *
   * @throws RowError for the first row that fails, unless the options take those
   */
  *add(piece: Piece): Generator<void, void> {
    const { input } = this.#description;
    for (let from = 0; from < piece.length; ) {
      const length = Math.min(this.#lengthAt(piece.start + from), piece.length - from);
      yield* this.#addRows(cutPiece(piece, input, from, length));
      from += length;
    }
  }

  /**
   * Returns how many rows are evaluated together, starting with a given one. They belong to one block. If a row may become any number of
   * rows, it is evaluated alone.
   */
  #lengthAt(row: number): number {
    const { where, rows } = this.#description;
    if (!this.#isInBlocks) return rowsAtATime;
    const isOneToOne = where === undefined && rows === undefined && this.#options.failed === undefined;
    return isOneToOne ? rowsAtATime - (row % rowsAtATime) : 1;
  }

  *#addRows(rows: Piece): Generator<void, void> {
    const { memory } = this.#options;
    const before = memory.used;
    let done = 0;
    const chunks = yield* this.#evaluated(rows);
    const evaluated = memory.used - before;
    for (const chunk of chunks) {
      const before = done;
      // All rows that one row has become have its number.
      yield* this.#addChunk(chunk, (row) => rows.start + (rows.length === 1 ? 0 : before + row));
      done += chunk.length;
    }
    memory.give(evaluated);
  }

  *#evaluated(rows: Piece): Generator<void, readonly ResultChunk[]> {
    const chunks: ResultChunk[] = [];
    try {
      for (const chunk of evaluatePiece(this.#description, rows, this.#options)) {
        if (chunk !== undefined) chunks.push(chunk);
        else {
          yield;
          rows.verify();
        }
      }
      return chunks;
    } catch (error) {
      // A user-defined aggregate may fail with a row before that one.
      const before = error instanceof RowError && this.#isInBlocks ? error.row - rows.start : 0;
      if (before > 0) yield* this.#addRows(cutPiece(rows, this.#description.input, 0, before));
      throw error;
    }
  }

  *#addChunk(chunk: ResultChunk, numberOf: (row: number) => number): Generator<void, void> {
    const { input } = this.#description;
    const valuesOf = rowReader(this.#description.output, chunk, this.#failures);
    for (let row = 0; row < chunk.length; row += 1) {
      try {
        this.#groups.add(valuesOf(row) as readonly KeyValue[], numberOf(row));
      } catch (error) {
        if (!(error instanceof FailedReduction)) throw error;
        const unit = takesLines({ input }) ? 'line' : 'row';
        const failures = new RowFailures(this.#description.name, 0, this.#options.valuesInErrors, unit);
        throw reducedRowError(this.#description, numberOf(row), error, failures, this.#causeOf(error));
      }
      if (this.#pace.isDue()) yield;
    }
  }

  #causeOf({ cause }: FailedReduction): unknown {
    return this.#options.valuesInErrors ? cause : undefined;
  }

  /**
   * Returns the groups so far. Yields when the event loop should turn.
   *
   * @throws GroupError for a sum that does not fit its type, and for a user-defined aggregate without an answer
   */
  *result(): Generator<void, ResultChunk[]> {
    const { grouping } = this.#description;
    const { maxBytes = maxTextBytes, memory } = this.#options;
    const rows = yield* this.#groups.rows(this.#pace);
    const chunks: ResultChunk[] = [];
    let encoders: ColumnEncoder[] = [];
    let length = 0;
    const finish = () => chunks.push({ length, columns: encoders.map((encoder) => encoder.finish()) });
    for (const [place, values] of rows.entries()) {
      const failed = values.find((value) => value instanceof FailedReduction);
      if (failed instanceof FailedReduction) {
        const { valuesInErrors } = this.#options;
        throw reducedGroupError(this.#description, values, failed, valuesInErrors, this.#causeOf(failed));
      }
      if (length === 0 || !encoders.every((encoder, index) => encoder.hasRoom(values[index]))) {
        if (length > 0) finish();
        length = 0;
        encoders = grouping.output.map(
          (column) => new ColumnEncoder(storedColumn(column), rows.length - place, maxBytes, this.#failures, memory),
        );
      }
      for (const [index, encoder] of encoders.entries()) {
        this.#checkSum(values, index);
        encoder.append(values[index], place);
      }
      length += 1;
      if (this.#pace.isDue()) yield;
    }
    if (length > 0) finish();
    return chunks;
  }

  /** Checks that a sum fits its column. Other aggregates are always values of their columns. */
  #checkSum(values: readonly unknown[], place: number): void {
    const { name, grouping } = this.#description;
    const aggregate = grouping.aggregates[place - grouping.keys];
    const value = values[place];
    const column = grouping.output[place];
    if (aggregate?.operation !== 'sum' || typeof value !== 'bigint' || column === undefined) return;
    const type: NumberType = numberTypes[column.type as 'int64' | 'uint64'];
    const [least = value, most = value] = type.range ?? [];
    if (value < least || value > most) throw sumOutOfRange(name, grouping, place, values, this.#options);
  }
}

/** Returns the error for a group's sum that does not fit its column. */
export function sumOutOfRange(
  name: string,
  { keys, output }: AggregateDescription['grouping'],
  place: number,
  values: readonly unknown[],
  { valuesInErrors }: Pick<EvaluateOptions, 'valuesInErrors'>,
): GroupError {
  const column = output[place];
  const key = output.slice(0, keys).map((one, index) => `${JSON.stringify(one.name)} ${showValue(values[index])}`);
  const group = keys === 0 || !valuesInErrors ? 'a group' : `the group with ${key.join(', ')}`;
  return new GroupError(
    `${name}: column ${JSON.stringify(column?.name)}: the sum of ${group} leaves ${column ? describeType(column) : ''}. ` +
      'Sum a float64 column, which a `from` makes of it, or make smaller groups.',
    { column: column?.name ?? '' },
  );
}

/** Returns a reader of the stored values of a finished chunk's rows. Lists read as undefined. */
export function rowReader(
  columns: readonly OutputColumn[],
  chunk: ResultChunk,
  failures: RowFailures,
): (row: number) => readonly unknown[] {
  const decoders = columns.map((column, place) =>
    column.type === 'list'
      ? () => undefined
      : decoder(storedColumn(column), buffersOf(column, chunk.columns[place], chunk.length), failures),
  );
  return (row) => decoders.map((decode) => decode(row));
}

/** Returns the type that a column stores, by which rows are grouped: for times, the integers of their unit. */
function storedColumn(column: OutputColumn): OutputColumn & Pick<InputColumn, 'read'> {
  const { element } = column;
  const stored = { ...column, type: storedType(column.type), read: true };
  return element === undefined ? stored : { ...stored, element: { ...element, type: storedType(element.type) } };
}

function storedType(type: ColumnTypeName): ColumnTypeName {
  if (type === 'date32') return 'int32';
  return type.startsWith('timestamp') ? 'int64' : type;
}

/** Returns the buffers of a finished column, for reading. */
function buffersOf(column: OutputColumn, result: ResultColumn | undefined, length: number): InputBuffers {
  const { values = new Uint8Array(0), offsets, validity, nullCount = 0 } = result ?? {};
  const type = storedType(column.type);
  const isFixed = offsets === undefined && type !== 'bool';
  return {
    values: isFixed ? typed(type, values, length) : values,
    valuesBit: 0,
    ...(offsets !== undefined && { offsets }),
    ...(nullCount > 0 && validity !== undefined && { validity }),
    validityBit: 0,
  };
}

function typed(type: ColumnTypeName, { buffer, byteOffset }: Uint8Array, length: number): ArrayBufferView {
  const { array }: NumberType = numberTypes[type as keyof typeof numberTypes];
  return new array(buffer as ArrayBuffer, byteOffset, length);
}
