import {
  dropsRows,
  type ParsedStages,
  type PipeStage,
  type RowFunctionNode,
  resultColumns,
} from '../../1-parse/parsed-transform.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { arithmetic, convert, literal, not, read, truthy } from '../../ir/build.js';
import { type ColumnNode, columnTree } from '../../ir/column-tree.js';
import type { Expression } from '../../ir/expression.js';
import { allExpressions, leaves, rewriteStatements } from '../../ir/rewrite.js';
import { type Column, pathOf } from '../../ir/row-function.js';
import type { Label, Statement } from '../../ir/statement.js';
import { doubleType, presentType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { narrow } from '../context/flow.js';
import type { EmitRow } from '../context/inlined-call.js';
import { labelled, withoutLastLeave } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { isStable, keepExpression, mayFail, sequence } from '../effects/effects.js';
import { checkForm } from '../functions/check-form.js';
import { inlineCall, inlineGenerator } from '../functions/functions.js';
import { partOfRow } from '../objects/row-parts.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { findAssignments } from '../syntax/assignments.js';
import { lineOf } from '../syntax/line-of.js';
import { columnValueType } from '../values/column-value-type.js';
import { optionalOf } from '../values/optional-value.js';
import { isExpression, type Value } from '../values/value.js';
import { valuesOfRow } from '../visitors/return-statement.js';
import { toldTo } from './parameters.js';
import { throughColumn } from './through-column.js';

/**
 * The stages of a pipe, or of what an aggregate groups, as the body of one row function: each is a function that is inlined behind
 * the one before, and gets what columns between them would hold.
 */
export function visitStages(pipe: ParsedStages, context: RowContext): readonly Statement[] {
  for (const { transform } of pipe.stages) {
    for (const node of [transform.row, transform.where])
      if (node) context.names.addAssignments(findAssignments(node, context.program.checker));
  }
  context.effects.line = lineOf(pipe.call);
  context.effects.statement = pipe.call;
  const { result, before } = context.effects.collect(() => new Stages(pipe, context).visit());
  return withoutUnreadText(sequence(before, result), context);
}

/** Text that is passed on and never read costs memory where it is made of pieces, and cannot fail a row. */
function withoutUnreadText(body: readonly Statement[], context: RowContext): readonly Statement[] {
  const reads = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  const rest = rewriteStatements(body, (statement) => {
    if (statement.kind !== 'declare' || reads.has(statement.variable)) return [statement];
    const { variable } = statement;
    const isText =
      context.variables.storedType(variable).core.kind === 'string' && !context.variables.isReassigned(variable);
    return isText && !mayFail(statement.value) ? [] : [statement];
  });
  return rest.length < body.length ? withoutUnreadText(rest, context) : rest;
}

/** The values of columns that a stage keeps, by their places in its input. */
type KeptValues = (keep: readonly number[]) => readonly Expression[];

class Stages {
  readonly #pipe: ParsedStages;
  readonly #context: RowContext;
  /** By the places of stages to which rows must be counted: the number of a row, or what counts on. */
  readonly #numbers = new Map<number, Expression | VariableId>();
  /** Of a pass that counts. */
  #counter: VariableId | undefined;

  constructor(pipe: ParsedStages, context: RowContext) {
    this.#pipe = pipe;
    this.#context = context;
  }

  /** What stands behind the side effects of all stages: the end of the row. Nothing where control never comes there. */
  visit(): readonly Statement[] {
    const context = this.#context;
    const { stages, call } = this.#pipe;
    if (stages.length === 0) return this.#visitColumns();
    for (const { transform } of stages) checkForm(transform, context);
    this.#declareCounters();
    if (this.#counted !== undefined) return this.#visitCounted();
    this.#visitStage(0, [], undefined);
    if (!context.flow) return [];
    context.flow = undefined;
    return [{ kind: 'return', values: [], line: lineOf(call) }];
  }

  /** The stage to which a pass counts the rows that come. */
  get #counted(): number | undefined {
    return this.#pipe.kind === 'pipe' ? this.#pipe.counts?.place : undefined;
  }

  /** What is grouped where there are no stages: columns of the input, as they are stored. */
  #visitColumns(): readonly Statement[] {
    const context = this.#context;
    const places = this.#pipe.kind === 'aggregate' ? this.#pipe.places : [];
    const values = places.map((place) => context.variables.read(context.variables.keptColumn(place)));
    context.flow = undefined;
    return [{ kind: 'return', values, line: context.effects.line }];
  }

  /** A row's number at a stage is that of the rows before, and one more for each that an earlier stage makes of the same row. */
  #declareCounters(): void {
    const context = this.#context;
    const { stages, counted } = this.#pipe;
    for (const { place, column } of counted) {
      const before = context.variables.read(context.variables.column(context.input.indexOf(column)));
      const isOnce = !stages.slice(0, place).some(({ transform }) => transform.kind === 'expand');
      this.#numbers.set(place, isOnce ? before : this.#declareCounter('reached', before));
    }
  }

  #declareCounter(name: string, value: Expression): VariableId {
    const context = this.#context;
    const id = context.variables.temporary(name, doubleType, true);
    context.effects.push({
      kind: 'declare',
      variable: id,
      value: convert(value, doubleType),
      line: context.effects.line,
    });
    return id;
  }

  #count(counter: VariableId): void {
    const value = arithmetic('+', this.#context.variables.read(counter), literal(1));
    this.#context.effects.push({ kind: 'assign', variable: counter, value, line: this.#context.effects.line });
  }

  /** A pass that counts: how many rows come to a stage. */
  #visitCounted(): readonly Statement[] {
    const context = this.#context;
    const { flow } = context;
    const { line } = context.effects;
    const counter = this.#declareCounter('rows', literal(0));
    this.#counter = counter;
    const end = context.newLabel();
    const { before } = context.effects.collect(() => this.#visitStage(0, [], end));
    context.effects.push(...labelled(withoutLastLeave(before, end), end, line));
    const goesOn = context.flow !== undefined || leaves(before, end);
    context.flow = undefined;
    if (!goesOn) return [];
    context.flow = flow;
    const values = [context.variables.read(counter)];
    context.flow = undefined;
    return [{ kind: 'return', values, line }];
  }

  /** A stage and those behind it. `end` is the end of a row that one before has made; undefined where that is the input row. */
  #visitStage(place: number, given: readonly Expression[], end: Label | undefined): void {
    const context = this.#context;
    const stage = this.#pipe.stages[place];
    if (!stage) return;
    if (place === this.#counted && this.#counter !== undefined) {
      this.#count(this.#counter);
      return;
    }
    const { transform, from } = stage;
    context.owner = transform.name;
    const index = this.#numberAt(place);
    const row: Value =
      place === 0 ? { kind: 'row', omitted: new Set() } : objectOf(passedTo(transform.input, from, given));
    if (transform.where) this.#filter(transform.where, row, index, end);
    if (!context.flow) return;
    const { row: node, kind } = transform;
    const kept = (keep: readonly number[]) => this.#keptOf({ ...transform, keep }, row);
    if (kind === 'expand') {
      const emit: EmitRow = (made, yielded) => this.#visitYielded(place, made, yielded, kept);
      inlineGenerator(node, this.#arguments(node, row, index), this.#pipe.call, emit, context);
      return;
    }
    const made = inlineCall(
      { kind: 'function', node },
      { values: this.#arguments(node, row, index) },
      this.#pipe.call,
      context,
    );
    if (made && context.flow) this.#visitMade(place, made, transform.call, kept, end);
  }

  /** The columns that a stage keeps, as its results have them. */
  #keptOf({ keep, input, call }: PipeStage['transform'], row: Value): readonly Expression[] {
    const context = this.#context;
    const output = keep.flatMap((index) => input[index] ?? []);
    const names = new Set(output.map((column) => pathOf(column)[0] ?? ''));
    const parts = [...names].flatMap((name): readonly (readonly [string, Value])[] => {
      if (isExpression(row)) return [];
      const part =
        row.kind === 'row'
          ? partOfRow(row, name, call, context)
          : row.kind === 'object'
            ? row.properties.get(name)
            : undefined;
      return part ? [[name, part]] : [];
    });
    const whole: Value = { kind: 'object', properties: new Map(parts) };
    return valuesOfRow(whole, call, { output, single: false }, context) ?? [];
  }

  /** A row that a stage has made, and what the stages behind it make of that. */
  #visitMade(place: number, made: Value, node: ts.Expression, kept: KeptValues, end: Label | undefined): void {
    const context = this.#context;
    const { stages, call } = this.#pipe;
    const transform = stages[place]?.transform;
    if (transform) context.owner = transform.name;
    const own = transform && valuesOfRow(made, node, transform, context);
    if (!own) return;
    const { keep } = transform;
    if (place < stages.length - 1) {
      const values = [...kept(keep), ...own];
      const passed = resultColumns(transform).map((column, index) =>
        this.#pass(values[index] ?? literal(undefined), column),
      );
      this.#visitStage(place + 1, passed, end);
      return;
    }
    const line = lineOf(call);
    const values =
      this.#pipe.kind === 'aggregate' ? this.#grouped(this.#pipe.places, keep, own, kept) : [...kept(keep), ...own];
    const isCounted = values.length === 0 && dropsRows(this.#pipe);
    if (end !== undefined || isCounted) context.effects.push({ kind: 'emit', values, line });
    if (end !== undefined) return;
    context.effects.push({ kind: 'return', values: isCounted ? [] : values, line });
    context.flow = undefined;
  }

  /** Of the values of the last stage those that are grouped. The others are not computed, unless that fails the row. */
  #grouped(
    places: readonly number[],
    keep: readonly number[],
    own: readonly Expression[],
    kept: KeptValues,
  ): readonly Expression[] {
    const { line } = this.#context.effects;
    for (const [index, value] of own.entries()) {
      if (!places.includes(keep.length + index) && mayFail(value))
        this.#context.effects.push({ kind: 'evaluate', value, line });
    }
    return places.map((place) => {
      const input = keep[place];
      const value = input === undefined ? own[place - keep.length] : kept([input])[0];
      return value ?? literal(undefined);
    });
  }

  /** The same of one of the rows that a generator yields, which goes on afterwards. */
  #visitYielded(place: number, made: Value, node: ts.Expression, kept: KeptValues): readonly Statement[] {
    const context = this.#context;
    const stage = this.#pipe.stages[place]?.transform;
    if (stage) context.yields.set(stage.row, (context.yields.get(stage.row) ?? 0) + 1);
    const { flow } = context;
    const { line } = context.effects;
    const end = context.newLabel();
    const { before } = context.effects.collect(() =>
      context.withOwnBindings(() => this.#visitMade(place, made, node, kept, end)),
    );
    // What the later stages have found out concerns nothing that this one goes on with.
    if (context.flow || leaves(before, end)) context.flow = flow;
    const body = labelled(withoutLastLeave(before, end), end, line);
    return rewriteStatements(body, (statement) => [
      statement.module === undefined ? { ...statement, module: context.source } : statement,
    ]);
  }

  /** The value that the next stage reads, as a variable: it may be asked for more than once. */
  #pass(value: Expression, column: Column): Expression {
    const context = this.#context;
    const passed = throughColumn(value, column, this.#pipe.call, context);
    // What is null here is of the column's type for the stages behind, which ask for its parts where it is not.
    if (passed.type.core.kind === 'nothing')
      return keepExpression(convert(passed, columnValueType(column)), column.name, context);
    if (!column.required) return isStable(passed, context) ? passed : keepExpression(passed, column.name, context);
    const kept = keepExpression(passed, column.name, context);
    // What a required field is where its struct is null, the stages behind do not ask.
    if (kept.kind === 'read') context.knowledge.set(kept.variable, presentType(kept.type));
    return kept;
  }

  /** A row for which `where` is false ends here. */
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

  /** The number of the row that has come to a stage; undefined where that is its number in the input. */
  #numberAt(place: number): Expression | undefined {
    const number = this.#numbers.get(place);
    if (typeof number !== 'number') return number;
    const index = keepExpression(this.#context.variables.read(number), 'index', this.#context);
    this.#count(number);
    return index;
  }
}

interface Passed {
  readonly column: Column;
  readonly value: Expression;
}

/** What a stage is given. What says that a struct is there in any case is not, and such a struct is like any other. */
function passedTo(input: readonly Column[], from: PipeStage['from'], given: readonly Expression[]): readonly Passed[] {
  return input.flatMap((column, index) => {
    const source = from[index] ?? -1;
    return source === 'there' ? [] : [{ column, value: given[source] ?? literal(undefined) }];
  });
}

/** The row of a stage: its columns, structs of them, and lists of such. */
function objectOf(passed: readonly Passed[]): Value {
  const tree = columnTree(passed.map(({ column }) => column));
  return structOf(tree, passed);
}

function structOf(fields: ReadonlyMap<string, ColumnNode>, passed: readonly Passed[]): Value {
  return { kind: 'object', properties: new Map([...fields].map(([name, node]) => [name, valueAt(node, passed)])) };
}

function valueAt(node: ColumnNode, passed: readonly Passed[]): Value {
  if (node.kind === 'value') return fieldOf(passed[node.place]);
  const value: Value =
    node.kind === 'list' ? { kind: 'records', parts: valueAt(node.element, passed) } : structOf(node.fields, passed);
  const presence = node.presence === undefined ? undefined : passed[node.presence];
  return presence ? optionalOf(presence.value, value) : value;
}

/** What a required field is where its struct is null, nobody asks. */
function fieldOf(passed: Passed | undefined): Expression {
  if (!passed) throw new RangeError('A column of a stage is passed');
  const { column, value } = passed;
  return column.required && value.kind === 'read' ? read(value.variable, presentType(value.type)) : value;
}
