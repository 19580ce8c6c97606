import type { ts } from '../../1-parse/syntax/ts.js';
import { arrayCall } from '../../ir/arrays.js';
import { literal, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { intType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { Flow } from '../context/flow.js';
import type { RowContext } from '../context/row-context.js';
import { firstArray, keepArrays, mapArrays, recordAt } from '../objects/records.js';
import { isExpression, type RecordsValue, type Value } from '../values/value.js';
import type { Callback } from './callback.js';
import { walk } from './walk.js';

/** The array that a method iterates over, or the records. */
export type ArraySource = Expression | RecordsValue;

interface Course {
  readonly source?: ArraySource;
  readonly step?: 1 | -1;
  readonly counts?: boolean;
  readonly skipped?: number;
}

/** The loop of an array method that calls a function per element. */
export class ArrayLoop {
  readonly source: ArraySource;
  readonly callback: Callback;
  readonly rest: readonly ts.Expression[];
  readonly node: ts.CallExpression;
  readonly context: RowContext;
  readonly line: number;

  constructor(
    source: ArraySource,
    callback: Callback,
    rest: readonly ts.Expression[],
    node: ts.CallExpression,
    context: RowContext,
  ) {
    this.callback = callback;
    this.rest = rest;
    this.node = node;
    this.context = context;
    this.line = context.effects.line;
    // Records need several reads of each array, so their arrays are kept in variables.
    const isKept = callback.arity > 2 || !isExpression(source);
    this.source = isKept ? keepArrays(source, context) : source;
  }

  /** Returns the result of the callback for an element. */
  call(element: Value, index: Expression): Value | undefined {
    return this.callback.call([element, index, this.source], this.node);
  }

  /** Returns the condition that the callback accepts an element. */
  test(element: Value, index: Expression): Expression | undefined {
    const value = this.call(element, index);
    if (!value) return undefined;
    return isExpression(value) ? truthy(value) : literal(true);
  }

  /** Returns the statements of the loop. `visit` returns the flow of a step that leaves the loop, if one does. */
  walk(
    visit: (element: Value, index: Expression) => Flow | undefined,
    { source = this.source, step = 1, counts = this.callback.arity > 1, skipped = 0 }: Course = {},
  ): readonly Statement[] {
    const { node, context } = this;
    if (!isExpression(source)) {
      const records = step > 0 ? source : keepArrays(mapArrays(source, reversed), context);
      return this.#walkRecords(records, visit, step, skipped);
    }
    if (step > 0) return walk({ source, counts, first: literal(skipped) }, visit, node, context);
    return walk({ source: reversed(source), counts, first: lastIndex(source), step }, visit, node, context);
  }

  /**
   * Walks the first array and reads the others by index. The callback gets a different index if elements are skipped or
   * the loop runs backwards.
   */
  #walkRecords(
    records: RecordsValue,
    visit: (element: Value, index: Expression) => Flow | undefined,
    step: 1 | -1,
    skipped: number,
  ): readonly Statement[] {
    const { node, context } = this;
    const source = firstArray(records);
    const last = lastIndex(source);
    const visitRecord = (first: Expression, place: Expression) => {
      const index: Expression =
        step > 0
          ? skipped === 0
            ? place
            : { kind: 'arithmetic', operator: '+', left: place, right: literal(skipped), type: intType }
          : { kind: 'arithmetic', operator: '-', left: last, right: place, type: intType };
      return visit(recordAt(records, place, context, first), index);
    };
    return walk({ source, counts: true }, visitRecord, node, context);
  }

  declare(name: string, value: Expression, type: Type): VariableId {
    const id = this.context.variables.temporary(name, type, true);
    this.push([{ kind: 'declare', variable: id, value, line: this.line }]);
    return id;
  }

  push(statements: readonly Statement[]): void {
    this.context.effects.push(...statements);
  }
}

function reversed(array: Expression): Expression {
  return arrayCall('reversed', array);
}

function lastIndex(array: Expression): Expression {
  return { kind: 'arithmetic', operator: '-', left: arrayCall('length', array), right: literal(1), type: intType };
}
