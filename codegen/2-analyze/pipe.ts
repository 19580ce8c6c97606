import {
  type ParsedPipe,
  type ParsedTransform,
  type RowFunctionNode,
  resultColumns,
} from '../1-parse/parsed-transform.js';
import { pipeIndex } from '../diagnostics/index.js';
import { literal, not, truthy } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { allExpressions, rewriteStatements } from '../ir/rewrite.js';
import type { Column } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';
import { findAssignments } from './assignments.js';
import { isStable, keepExpression, mayFail, sequence } from './effects.js';
import { narrow } from './flow.js';
import { inlineCall } from './functions.js';
import { mayReadIndex, toldTo } from './parameters.js';
import type { RowContext } from './row-context.js';
import { throughColumn } from './through-column.js';
import { unsupportedValue } from './unsupported.js';
import { isExpression, type Value } from './value.js';
import { lineOf } from './visitors/index.js';
import { valuesOfRow } from './visitors/return-statement.js';

/**
 * The stages of a pipe as the body of one row function: each is a function that is inlined behind the one before, and gets
 * what columns between them would hold.
 */
export function visitPipe(pipe: ParsedPipe, context: RowContext): readonly Statement[] {
  for (const { transform } of pipe.stages) {
    for (const node of [transform.row, transform.where])
      if (node) context.addAssignments(findAssignments(node, context.program.checker));
  }
  context.line = lineOf(pipe.call);
  context.statement = pipe.call;
  const { result, before } = context.collect(() => new Stages(pipe, context).visit());
  return withoutUnreadText(sequence(before, result), context);
}

/** Text that is passed on and never read costs memory where it is made of pieces, and cannot fail a row. */
function withoutUnreadText(body: readonly Statement[], context: RowContext): readonly Statement[] {
  const read = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  const rest = rewriteStatements(body, (statement) => {
    if (statement.kind !== 'declare' || read.has(statement.variable)) return [statement];
    const { variable } = statement;
    const isText = context.storedType(variable).core.kind === 'string' && !context.isReassignedVariable(variable);
    return isText && !mayFail(statement.value) ? [] : [statement];
  });
  return rest.length < body.length ? withoutUnreadText(rest, context) : rest;
}

class Stages {
  readonly #pipe: ParsedPipe;
  readonly #context: RowContext;

  constructor(pipe: ParsedPipe, context: RowContext) {
    this.#pipe = pipe;
    this.#context = context;
  }

  /** What stands behind the side effects of all stages: the end of the row. Nothing where control never comes there. */
  visit(): readonly Statement[] {
    const context = this.#context;
    const { stages, call } = this.#pipe;
    let given: readonly Expression[] = [];
    let drops = false;
    for (const [place, { transform, from }] of stages.entries()) {
      if (drops) this.#refuseIndex(transform);
      const input = (index: number) =>
        (place === 0 ? context.read(context.column(index)) : given[from[index] ?? -1]) ?? literal(undefined);
      const row: Value =
        place === 0
          ? { kind: 'row', omitted: new Set() }
          : objectOf(
              transform.input,
              transform.input.map((_, index) => input(index)),
            );
      if (transform.where) this.#filter(transform.where, row);
      drops ||= transform.where !== undefined;
      const made = this.#inline(transform.row, row);
      const own = made && context.flow && valuesOfRow(made, transform.call, transform, context);
      if (!own) return [];
      given = [...transform.keep.map(input), ...own];
      if (place === stages.length - 1) break;
      given = resultColumns(transform).map((column, index) => this.#pass(given[index] ?? literal(undefined), column));
    }
    context.flow = undefined;
    return [{ kind: 'return', values: given, line: lineOf(call) }];
  }

  /** The value that the next stage reads, as a variable: it may be asked for more than once. */
  #pass(value: Expression, column: Column): Expression {
    const context = this.#context;
    const passed = throughColumn(value, column, this.#pipe.call, context);
    return isStable(passed, context) ? passed : keepExpression(passed, column.name, context);
  }

  /** A row for which `where` is false ends here. */
  #filter(where: RowFunctionNode, row: Value): void {
    const context = this.#context;
    const value = this.#inline(where, row);
    if (!value || !context.flow) return;
    if (!isExpression(value)) {
      unsupportedValue(value, where, context);
      return;
    }
    const test = truthy(value);
    const { line } = context;
    const dropped: Statement = { kind: 'return', values: [], line };
    context.push({ kind: 'if', test: not(test), whenTrue: [dropped], whenFalse: [], line });
    context.flow = narrow(context.flow, test, true);
  }

  #inline(node: RowFunctionNode, row: Value): Value | undefined {
    if (!this.#context.flow) return undefined;
    const second = node.parameters[1];
    const values = second ? [row, toldTo(second, this.#context)] : [row];
    return inlineCall({ kind: 'function', node }, { values }, this.#pipe.call, this.#context);
  }

  /** Behind a filter nobody knows how many rows are left before one. */
  #refuseIndex({ name, where, row }: ParsedTransform): void {
    const seconds = [where, row].map((node) => node?.parameters[1]);
    if (seconds.some((second) => second && mayReadIndex(second.name)))
      this.#context.report(this.#pipe.call, (span) => pipeIndex(span, { stage: name }));
  }
}

function objectOf(columns: readonly Column[], values: readonly Expression[]): Value {
  return {
    kind: 'object',
    properties: new Map(columns.map(({ name }, index) => [name, values[index] ?? literal(undefined)])),
  };
}
