import {
  dropsRows,
  type ParsedStages,
  type ParsedTransform,
  type RowFunctionNode,
  resultColumns,
} from '../../../1-parse/parsed-transform.js';
import type { ts } from '../../../1-parse/syntax/ts.js';
import { literal, not, truthy } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import { leaves, rewriteStatements } from '../../../ir/rewrite.js';
import type { Label, Statement } from '../../../ir/statement.js';
import { narrow } from '../../context/flow.js';
import { labelled, withoutLastLeave } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { inlineCall, inlineGenerator } from '../../functions/functions.js';
import { unsupportedValue } from '../../refusals/unsupported.js';
import { lineOf } from '../../syntax/line-of.js';
import { isExpression, type Value } from '../../values/value.js';
import { toldTo } from '../parameters.js';
import { valuesOfRow } from '../row-values.js';
import { passedRow, passThrough } from './passed-row.js';
import type { RowCounter } from './row-counter.js';
import type { StageNumbers } from './stage-numbers.js';
import { groupedValues, type KeptValues, keptValues } from './stage-results.js';

/** A pass that counts the rows that reach the stage at a place. */
interface Counting {
  readonly place: number;
  readonly counter: RowCounter;
}

/** A row that a stage has made. */
interface MadeRow {
  readonly value: Value;
  /** The expression that stands for it in the source. */
  readonly node: ts.Expression;
  readonly place: number;
  readonly transform: ParsedTransform;
  readonly kept: KeptValues;
}

/** Inlines the functions of stages, each behind the one before. `end` is the end of a row that a stage yielded. */
export class StageChain {
  readonly #pipe: ParsedStages;
  readonly #numbers: StageNumbers;
  readonly #counting: Counting | undefined;
  readonly #context: RowContext;

  constructor(pipe: ParsedStages, numbers: StageNumbers, counting: Counting | undefined, context: RowContext) {
    this.#pipe = pipe;
    this.#numbers = numbers;
    this.#counting = counting;
    this.#context = context;
  }

  /** Visits all stages. */
  visit(end: Label | undefined): void {
    this.#visitStage(0, [], end);
  }

  /** Visits a stage and those behind it. */
  #visitStage(place: number, given: readonly Expression[], end: Label | undefined): void {
    const context = this.#context;
    const stage = this.#pipe.stages[place];
    if (!stage) return;
    if (place === this.#counting?.place) {
      this.#counting.counter.count();
      return;
    }
    const { transform } = stage;
    const { row: node, where, call, kind } = transform;
    context.owner = transform.name;
    const index = this.#numbers.next(place);
    const row: Value = place === 0 ? { kind: 'row', omitted: new Set() } : passedRow(stage, given);
    if (where) this.#filter(where, row, index, end);
    if (!context.flow) return;
    const kept = (keep: readonly number[]) => keptValues(keep, transform, row, context);
    const values = this.#arguments(node, row, index);
    const made = { place, transform, kept };
    if (kind === 'expand') {
      const emit = (value: Value, yielded: ts.Expression) => this.#visitYielded({ ...made, value, node: yielded });
      inlineGenerator(node, values, this.#pipe.call, emit, context);
      return;
    }
    const value = inlineCall({ kind: 'function', node }, { values }, this.#pipe.call, context);
    if (value && context.flow) this.#visitMade({ ...made, value, node: call }, end);
  }

  /** Drops the rows for which `where` is false. */
  #filter(where: RowFunctionNode, row: Value, index: Expression | undefined, end: Label | undefined): void {
    const context = this.#context;
    const args = { values: this.#arguments(where, row, index) };
    const value = inlineCall({ kind: 'function', node: where }, args, this.#pipe.call, context);
    if (!value || !context.flow) return;
    if (!isExpression(value)) {
      unsupportedValue(value, where, context);
      return;
    }
    const test = truthy(value);
    const { line } = context.effects;
    const dropped: Statement =
      end === undefined ? { kind: 'return', values: [], line } : { kind: 'leave', label: end, line };
    context.effects.push({ kind: 'if', test: not(test), whenTrue: [dropped], whenFalse: [], line });
    context.flow = narrow(context.flow, test, true);
  }

  #arguments(node: RowFunctionNode, row: Value, index: Expression | undefined): readonly Value[] {
    const second = node.parameters[1];
    return second ? [row, toldTo(second, this.#context, index)] : [row];
  }

  /** Visits a row that a generator yields. The generator goes on afterwards. */
  #visitYielded(row: MadeRow): readonly Statement[] {
    const context = this.#context;
    const generator = row.transform.row;
    context.yields.set(generator, (context.yields.get(generator) ?? 0) + 1);
    const { flow } = context;
    const { line } = context.effects;
    const end = context.newLabel();
    const { before } = context.effects.collect(() => context.withOwnBindings(() => this.#visitMade(row, end)));
    // Facts that later stages proved do not concern the rest of this one.
    if (context.flow || leaves(before, end)) context.flow = flow;
    const body = labelled(withoutLastLeave(before, end), end, line);
    return rewriteStatements(body, (statement) => [
      statement.module === undefined ? { ...statement, module: context.source } : statement,
    ]);
  }

  /** Passes a row to the next stage, or makes the last stage's row an output row. */
  #visitMade({ value, node, place, transform, kept }: MadeRow, end: Label | undefined): void {
    const context = this.#context;
    const { stages, call } = this.#pipe;
    context.owner = transform.name;
    const own = valuesOfRow(value, node, transform, context);
    if (!own) return;
    if (place === stages.length - 1) {
      this.#endRow(transform, own, kept, end);
      return;
    }
    const values = [...kept(transform.keep), ...own];
    const passed = resultColumns(transform).map((column, index) =>
      passThrough(values[index] ?? literal(undefined), column, call, context),
    );
    this.#visitStage(place + 1, passed, end);
  }

  #endRow({ keep }: ParsedTransform, own: readonly Expression[], kept: KeptValues, end: Label | undefined): void {
    const context = this.#context;
    const pipe = this.#pipe;
    const line = lineOf(pipe.call);
    const values =
      pipe.kind === 'aggregate' ? groupedValues(pipe.places, keep, own, kept, context) : [...kept(keep), ...own];
    // Rows without values are told apart by being emitted.
    const isCounted = values.length === 0 && dropsRows(pipe);
    if (end !== undefined || isCounted) context.effects.push({ kind: 'emit', values, line });
    if (end !== undefined) return;
    context.effects.push({ kind: 'return', values: isCounted ? [] : values, line });
    context.flow = undefined;
  }
}
