import type { ts } from '../1-parse/ts.js';
import { unsupportedOperation } from '../diagnostics/index.js';
import { arrayCall, elementType } from '../ir/arrays.js';
import { compare, convert, literal, read, toNumber } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { call } from '../ir/intrinsics/call.js';
import type { Statement } from '../ir/statement.js';
import { booleanType, describeType, intType, mayBeAbsent, presentType, type Type } from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';
import { type Callback, callbackOf } from './array-callback.js';
import { sequence } from './effects.js';
import { jumpTarget } from './jumps.js';
import { firstArray, recordAt } from './records.js';
import type { RowContext } from './row-context.js';
import { isExpression, type RecordsValue, type Value } from './value.js';

/**
 * `sort` with a function, by insertion: stable, in at most n² / 2 calls. Every stable sort gives the same where the function
 * is an order. V8 inserts, too, up to 63 elements, asking whether the inserted one comes before another: so functions that
 * only ever say so (`a > b ? 1 : -1`) arrange equal elements as they do there.
 */
export function sortedBy(
  array: Expression,
  comparator: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const callback = callbackOf(comparator, context);
  if (!callback) return undefined;
  const element = elementType(array.type);
  if (mayBeAbsent(element)) {
    return context.report(node, (span) =>
      unsupportedOperation(span, {
        operator: 'sort',
        left: `an array of ${describeType(element)}`,
        right: 'nothing',
        advice: 'Leave null and undefined out first, or give them a value: `array.map((x) => x ?? other)`.',
      }),
    );
  }
  return insertionSort(arrayCall('slice', array, literal(0)), (value) => value, callback, node, context);
}

/** The places of the elements of an array of objects, in the order that a function gives them. */
export function sortedOrder(
  records: RecordsValue,
  comparator: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const callback = callbackOf(comparator, context);
  const places = arrayCall('places', firstArray(records));
  // Places are small integers, held as doubles.
  const recordOf = (place: Expression) => recordAt(records, call('ToInt32', place), context);
  return callback && insertionSort(places, recordOf, callback, node, context);
}

/** Sorts a copy in place. `passed` is what the function gets of an element. */
function insertionSort(
  copy: Expression,
  passed: (element: Expression) => Value,
  callback: Callback,
  node: ts.CallExpression,
  context: RowContext,
): Expression {
  const { line } = context;
  const element = elementType(copy.type);
  const sorted = context.temporary('sorted', copy.type, true);
  const next = context.temporary('next', intType, true);
  context.push({ kind: 'declare', variable: sorted, value: copy, line });
  context.push({ kind: 'declare', variable: next, value: literal(1), line });
  const readSorted = read(sorted, copy.type);
  const readNext = read(next, intType);

  const body = context.untilStable(() => {
    context.jumps.push(jumpTarget('loop', node));
    const inserted = context.temporary('inserted', element, false);
    const before = context.temporary('before', intType, true);
    const inner = context.untilStable(() => {
      context.jumps.push(jumpTarget('loop', node));
      const { result: other, before: statements } = context.collect(() => {
        const other = context.temporary('other', element, false);
        context.push({ kind: 'declare', variable: other, value: elementAt(readSorted, before, element), line });
        const value = callback.call([passed(context.read(inserted)), passed(context.read(other))], node);
        if (!value || !isExpression(value) || !context.flow) return other;
        const order = toNumber(value);
        const stays: Expression = { kind: 'not', operand: compare('<', order, literal(0)), type: booleanType };
        context.push({ kind: 'if', test: stays, whenTrue: [{ kind: 'break', line }], whenFalse: [], line });
        const moved = arrayCall('with', readSorted, plus(read(before, intType), 1), read(other, element));
        context.push({ kind: 'assign', variable: sorted, value: moved, line });
        context.push({ kind: 'assign', variable: before, value: plus(read(before, intType), -1), line });
        return other;
      });
      context.jumps.pop();
      return { result: { statements, other }, back: context.flow };
    });
    context.jumps.pop();
    const loop: Statement = {
      kind: 'loop',
      test: compare('>=', read(before, intType), literal(0)),
      bodyFirst: false,
      body: inner.statements,
      update: [],
      counted: false,
      line,
    };
    const statements: readonly Statement[] = [
      { kind: 'declare', variable: inserted, value: elementAt(readSorted, next, element), line },
      { kind: 'declare', variable: before, value: plus(readNext, -1), line },
      loop,
      {
        kind: 'assign',
        variable: sorted,
        value: arrayCall('with', readSorted, plus(read(before, intType), 1), read(inserted, element)),
        line,
      },
    ];
    return { result: statements, back: context.flow };
  });
  context.push({
    kind: 'loop',
    test: compare('<', readNext, arrayCall('length', readSorted)),
    bodyFirst: false,
    body: sequence(body),
    update: [{ kind: 'assign', variable: next, value: plus(readNext, 1), line }],
    counted: false,
    line,
  });
  return readSorted;
}

/** The element at an index within the array. */
function elementAt(array: Expression, index: VariableId, type: Type): Expression {
  const found = arrayCall('element', array, read(index, intType));
  return { kind: 'require', operand: found, type: presentType(type) };
}

function plus(value: Expression, step: number): Expression {
  return convert(
    {
      kind: 'arithmetic',
      operator: step < 0 ? '-' : '+',
      left: value,
      right: literal(Math.abs(step)),
      type: intType,
    },
    intType,
  );
}
