import { isBinaryType, isTextType, type NumberType, numberTypes } from '../column-types.js';
import type { OutputColumn, Row, RowContext } from '../description.js';
import { isBytes } from '../input/bytes.js';
import { showValue } from '../show-value.js';
import { describeValues, fromStored, holds, toStored } from '../stored-values.js';
import { rowView } from './row-view.js';

/** One transform of a pipe, as generated code describes it. */
export interface PipeStage {
  readonly name: string;
  /** The columns that it reads, each from a place in the rows of the stage before. Empty for the first stage. */
  readonly input: readonly { readonly name: string; readonly from: number }[];
  /** The input columns that stand before its output, by their place in the input. */
  readonly keep: readonly (OutputColumn & { readonly from: number })[];
  readonly output: readonly OutputColumn[];
  readonly single: boolean;
  readonly where?: (row: Row, context: RowContext) => unknown;
  readonly row: (row: Row, context: RowContext) => unknown;
}

/** The row functions of a pipe. */
export interface PipedRows {
  /** Of a pipe that drops no rows. */
  readonly row: (row: Row, context: RowContext) => unknown;
  /** Of one that does: none or one. */
  readonly rows: (row: Row, context: RowContext) => readonly unknown[];
}

/** Stands for a row that is dropped. */
const dropped = Symbol('dropped');

/**
 * Runs transforms one after the other over a row. A value goes from stage to stage as if a column lay between them: null for
 * undefined, numbers rounded, U+FFFD for half a surrogate pair.
 *
 * @throws RangeError for a value that such a column cannot hold.
 */
export function pipeRows(stages: readonly PipeStage[]): PipedRows {
  const runners = stages.map((stage, place) => new StageRunner(stage, place === stages.length - 1));
  const run = (row: Row, context: RowContext): unknown => {
    let result: unknown = row;
    for (const [place, runner] of runners.entries()) {
      result = runner.run(place === 0 ? row : runner.view(result as readonly unknown[]), context);
      if (result === dropped) return dropped;
    }
    return result;
  };
  return {
    row: run,
    rows: (row, context) => {
      const result = run(row, context);
      return result === dropped ? [] : [result];
    },
  };
}

class StageRunner {
  readonly #stage: PipeStage;
  readonly #isLast: boolean;
  readonly #view: ReturnType<typeof rowView>;
  readonly #through: readonly ((value: unknown) => unknown)[];

  constructor(stage: PipeStage, isLast: boolean) {
    this.#stage = stage;
    this.#isLast = isLast;
    this.#view = rowView(stage.input.map(({ name }) => ({ path: [name] })));
    this.#through = isLast ? [] : [...stage.keep, ...stage.output].map((column) => throughColumn(stage.name, column));
  }

  /** The row that the stage's functions see. */
  view(before: readonly unknown[]): Row {
    for (const [index, { from }] of this.#stage.input.entries()) this.#view.values[index] = before[from];
    return this.#view.row;
  }

  /** The values of all columns, or of the last stage what the pipe returns. */
  run(row: Row, context: RowContext): unknown {
    const { name, keep, output, single, where } = this.#stage;
    if (where !== undefined && !this.#stage.where?.(row, context)) return dropped;
    const result = this.#stage.row(row, context);
    if (this.#isLast && keep.length === 0) return result;
    if (!single && (typeof result !== 'object' || result === null)) {
      if (this.#isLast) return result; // which is judged as that of any row function
      throw new TypeError(`stage ${name}: the row function returned ${showValue(result)}, not an object of columns`);
    }
    const made = output.map((column) => (single ? result : ownProperty(result as object, column.name)));
    const kept = keep.map((column) => row[column.name]);
    if (!this.#isLast) return [...kept, ...made].map((value, index) => this.#through[index]?.(value));
    return Object.fromEntries([...keep, ...output].map((column, index) => [column.name, [...kept, ...made][index]]));
  }
}

/** Own properties only: a column called `constructor` must not find the one every object inherits. */
function ownProperty(result: object, name: string): unknown {
  return Object.hasOwn(result, name) ? (result as Record<string, unknown>)[name] : undefined;
}

/** What a column makes of a value. */
function throughColumn(stage: string, column: OutputColumn): (value: unknown) => unknown {
  const present = presentThrough(stage, column);
  const fail = (value: unknown, expected: string) => {
    const place = `stage ${stage}, column ${JSON.stringify(column.name)}`;
    return new RangeError(`${place}: the row function returned ${showValue(value)}, but it holds ${expected}`);
  };
  return (value) => {
    if (value !== null && value !== undefined) return present(value, fail);
    if (!column.nullable) throw fail(value, `${column.type} without null`);
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
    // An integer array stores -0 as 0, a Float32Array rounds as Math.fround.
    stored[0] = toStored(type, value);
    return fromStored(type, stored[0]);
  };
}
