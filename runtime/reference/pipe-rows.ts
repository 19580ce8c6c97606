import { isBinaryType, isTextType, type NumberType, numberTypes } from '../../schema/column-types.js';
import type { OutputColumn, Row, RowContext } from '../description.js';
import { isBytes } from '../input/bytes.js';
import { showValue } from '../values/show-value.js';
import { describeValues, fromStored, holds, toStored } from '../values/stored-values.js';
import { missing, nameOfSingle, nullableStructs, type ResultShape, resultValue } from './result-value.js';
import { rowView, type ViewedColumn } from './row-view.js';

/**
 * One stage of a pipe, as generated code describes it.
 *
 * @internal
 */
export interface PipeStage {
  readonly name: string;
  /**
   * The column that has the number of rows that reached this stage before this row's. Present if the stage uses `index` and an earlier
   * stage filters or expands.
   */
  readonly index?: string;
  /** The columns that it reads, with their places in the rows of the stage before. Empty for the first stage. */
  readonly input: readonly (ViewedColumn & { readonly from: number })[];
  /** The kept input columns, which precede its output, with their places in the input. */
  readonly keep: readonly (OutputColumn & { readonly from: number })[];
  readonly output: readonly OutputColumn[];
  readonly single: boolean;
  readonly where?: (row: Row, context: RowContext) => unknown;
  readonly row?: (row: Row, context: RowContext) => unknown;
  /** Replaces `row` in stages that make any number of rows of each. */
  readonly rows?: (row: Row, context: RowContext) => Iterable<unknown>;
}

/**
 * The row functions of a whole pipe.
 *
 * @internal
 */
export interface PipedRows {
  /** Computes one row, in a pipe that makes one row of each. */
  readonly row: (row: Row, context: RowContext) => unknown;
  /** Computes the rows of a row, in any other pipe. */
  readonly rows: (row: Row, context: RowContext) => Iterable<unknown>;
  /** Counts the rows that reach the stage after the pipe. */
  readonly count: (row: Row, context: RowContext) => number;
}

/**
 * Runs the stages of a pipe over a row. Values pass between stages as if through a column: undefined becomes null, numbers are rounded, and
 * half a surrogate pair becomes U+FFFD. A row that a stage makes goes through all later stages before the next one is made.
 *
 * @throws RangeError for a value that such a column cannot hold, and TypeError for a result that is not an object, while a row is computed
 * @internal
 */
export function pipeRows(stages: readonly PipeStage[]): PipedRows {
  const runnersOf = () => stages.map((stage, place) => new StageRunner(stage, place === stages.length - 1));
  const runners = runnersOf();
  /** The runners that no generator uses. A generator that waits for a turn of the event loop lets other calls run meanwhile. */
  const free = [runners];
  const passing = stages.map((stage) => new StageRunner(stage, false));
  function* rowsFrom(
    chain: readonly StageRunner[],
    place: number,
    row: Row,
    context: RowContext,
  ): Generator<unknown, void, undefined> {
    const runner = chain[place];
    const next = chain[place + 1];
    if (runner === undefined) return;
    for (const made of runner.rows(row, runner.numbered(context))) {
      if (next === undefined) yield made;
      else yield* rowsFrom(chain, place + 1, next.view(made as readonly unknown[]), context);
    }
  }
  function* start(chain: readonly StageRunner[], row: Row, context: RowContext): Generator<unknown, void, undefined> {
    for (const runner of chain) runner.begin(row);
    yield* rowsFrom(chain, 0, row, context);
  }
  return {
    row: (first, context) => {
      let row = first;
      for (const [place, runner] of runners.entries()) {
        const made = runner.row(row, context);
        const next = runners[place + 1];
        if (next === undefined) return made;
        row = next.view(made as readonly unknown[]);
      }
      return undefined;
    },
    *rows(row, context) {
      const own = free.pop() ?? runnersOf();
      try {
        yield* start(own, row, context);
      } finally {
        free.push(own);
      }
    },
    count: (row, context) => {
      let count = 0;
      for (const _ of start(passing, row, context)) count += 1;
      return count;
    },
  };
}

class StageRunner {
  readonly #stage: PipeStage;
  readonly #isLast: boolean;
  readonly #view: ReturnType<typeof rowView>;
  readonly #through: readonly ((value: unknown) => unknown)[];
  readonly #shape: ResultShape;
  readonly #keptShape: ResultShape;
  /** The name of the single output, which the row function returns without one. */
  readonly #single: string | undefined;
  #index = 0;

  constructor(stage: PipeStage, isLast: boolean) {
    this.#stage = stage;
    this.#isLast = isLast;
    this.#view = rowView(stage.input);
    this.#single = nameOfSingle(stage);
    this.#through = isLast ? [] : [...stage.keep, ...stage.output].map((column) => throughColumn(stage.name, column));
    this.#shape = this.#shapeOf(stage, stage.output);
    this.#keptShape = this.#shapeOf(stage, stage.keep);
  }

  #shapeOf(stage: PipeStage, columns: readonly OutputColumn[]): ResultShape {
    return {
      nullableStructs: nullableStructs(columns),
      absentStruct: (struct, value) =>
        new RangeError(
          `stage ${stage.name}: the row function returned ${showValue(value)} for ${JSON.stringify(struct)}, a struct that is not nullable`,
        ),
      noList: (list, value) =>
        new RangeError(
          `stage ${stage.name}: the row function returned ${showValue(value)} for ${JSON.stringify(list)}, a list of structs`,
        ),
    };
  }

  /** Called at the beginning of an input row: sets the number of rows that have reached this stage. */
  begin(row: Row): void {
    if (this.#stage.index !== undefined) this.#index = Number(row[this.#stage.index]);
  }

  /** Returns the context of a row that reaches this stage. */
  numbered(context: RowContext): RowContext {
    if (this.#stage.index === undefined) return context;
    const index = this.#index;
    this.#index += 1;
    return { params: context.params, index };
  }

  /** Returns the row that the stage's functions see. */
  view(before: readonly unknown[]): Row {
    for (const [index, { from }] of this.#stage.input.entries()) this.#view.values[index] = before[from];
    return this.#view.row;
  }

  /** Computes one row, in a stage that makes one row of each. Returns the same as {@link rows}. */
  row(row: Row, context: RowContext): unknown {
    return this.#made(row, this.#stage.row?.(row, context));
  }

  /** Returns the values of all columns of each row that is made. The last stage returns the result of the pipe. */
  *rows(row: Row, context: RowContext): Generator<unknown, void, undefined> {
    const { where, rows } = this.#stage;
    if (where !== undefined && !this.#stage.where?.(row, context)) return;
    if (rows === undefined) yield this.row(row, context);
    else for (const made of this.#stage.rows?.(row, context) ?? []) yield this.#made(row, made);
  }

  #made(row: Row, result: unknown): unknown {
    const { name, keep, output } = this.#stage;
    if (this.#isLast && keep.length === 0) return result;
    const own = this.#single === undefined ? result : { [this.#single]: result };
    if (typeof own !== 'object' || own === null) {
      if (this.#isLast) return result; // Judged like the result of any row function.
      throw new TypeError(`stage ${name}: the row function returned ${showValue(result)}, not an object of columns`);
    }
    if (this.#isLast) return withKept(row, keep, own);
    const made = output.map((column) => resultValue(own, column, this.#shape));
    const kept = keep.map((column) => resultValue(row, column, this.#keptShape));
    return [...kept, ...made].map((value, index) => this.#through[index]?.(value));
  }
}

/** Adds the kept columns to a result. A kept field brings its whole struct. */
function withKept(row: Row, keep: readonly OutputColumn[], result: object): object {
  const names = new Set(keep.map(({ name, path: [root = name] = [] }) => root));
  return { ...Object.fromEntries([...names].map((name) => [name, row[name]])), ...result };
}

/** Returns a function that passes a value through a column. */
function throughColumn(stage: string, column: OutputColumn): (value: unknown) => unknown {
  const present = presentThrough(stage, column);
  const fail = (value: unknown, expected: string) => {
    const place = `stage ${stage}, column ${JSON.stringify(column.name)}`;
    return new RangeError(`${place}: the row function returned ${showValue(value)}, but it holds ${expected}`);
  };
  return (value) => {
    if (value === missing) return null;
    if (value !== null && value !== undefined) return present(value, fail);
    if (!column.nullable || column.required) throw fail(value, `${column.type} without null`);
    return null;
  };
}

type Fail = (value: unknown, expected: string) => Error;

function presentThrough(stage: string, column: OutputColumn): (value: unknown, fail: Fail) => unknown {
  const { type: name, element } = column;
  if (isTextType(name))
    return (value, fail) => {
      if (typeof value !== 'string') throw fail(value, 'text');
      return value.toWellFormed();
    };
  if (isBinaryType(name))
    return (value, fail) => {
      if (!isBytes(value)) throw fail(value, 'bytes');
      return value;
    };
  if (name === 'bool')
    return (value, fail) => {
      if (typeof value !== 'boolean') throw fail(value, 'true or false');
      return value;
    };
  if (element !== undefined) {
    const through = throughColumn(stage, { ...element, name: column.name });
    return (value, fail) => {
      if (!Array.isArray(value)) throw fail(value, 'an array');
      return Object.freeze(Array.from(value, (one) => through(one)));
    };
  }
  if (name === 'list') throw new Error('a list has elements');
  const type: NumberType = numberTypes[name];
  const stored = new type.array(new ArrayBuffer(type.width));
  return (value, fail) => {
    if (!holds(type, value)) throw fail(value, describeValues(type));
    // An integer array stores -0 as 0, and a Float32Array rounds as Math.fround does.
    stored[0] = toStored(type, value);
    return fromStored(type, stored[0]);
  };
}
