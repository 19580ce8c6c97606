import type { ts } from '../1-parse/ts.js';
import { unsupportedOperation } from '../diagnostics/index.js';
import { arrayCall, elementType } from '../ir/arrays.js';
import { bitwise } from '../ir/bitwise.js';
import { compare, convert, equal, literal, read, toNumber } from '../ir/build.js';
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

/** `sort` with a function: a sorted copy. */
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
        operation: '`sort` with this function',
        operands: `an array of ${describeType(element)}`,
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

/**
 * `sort` with a function, as V8 sorts up to 63 elements, so that functions that are no order (differences with NaN, `a > b`)
 * arrange them as there: the run at the start is left as it is, or turned around where each element comes before the one
 * before it; every element after it goes where halving what is sorted leads (`CountAndMakeRun` and `BinaryInsertionSort` of
 * V8's third_party/v8/builtins/array-sort.tq). Elements that are put at the front one by one are a run turned around.
 * Sorts `copy` in place; `passed` is what the function gets of an element.
 */
function insertionSort(
  copy: Expression,
  passed: (element: Expression) => Value,
  callback: Callback,
  node: ts.CallExpression,
  context: RowContext,
): Expression {
  const { line } = context;
  const element = elementType(copy.type);
  const variable = (name: string, type: Type, value: Expression): VariableId => {
    const id = context.temporary(name, type, true);
    context.push({ kind: 'declare', variable: id, value, line });
    return id;
  };
  const assign = (id: VariableId, value: Expression): Statement => ({ kind: 'assign', variable: id, value, line });
  const sorted = variable('sorted', copy.type, copy);
  const inRun = variable('inRun', booleanType, literal(true));
  const isDescending = variable('isDescending', booleanType, literal(false));
  const next = variable('next', intType, literal(1));
  const int = (id: VariableId) => read(id, intType);
  const flag = (id: VariableId) => read(id, booleanType);
  const store = (index: Expression, value: Expression) =>
    assign(sorted, arrayCall('with', read(sorted, copy.type), index, value));
  const elementAt = (index: Expression): Expression => {
    const found = arrayCall('element', read(sorted, copy.type), index);
    return { kind: 'require', operand: found, type: presentType(element) };
  };

  const body = context.untilStable(() => {
    context.jumps.push(jumpTarget('loop', node));
    const inserted = context.temporary('inserted', element, false);
    const low = context.temporary('low', intType, true);
    const high = context.temporary('high', intType, true);
    const at = context.temporary('at', intType, true);
    const search = context.untilStable(() => {
      context.jumps.push(jumpTarget('loop', node));
      const { before: statements } = context.collect(() => {
        const middle = context.temporary('middle', intType, false);
        const half = bitwise('>>', plus(int(high), int(low), '-'), literal(1));
        context.push({ kind: 'declare', variable: middle, value: plus(int(low), half), line });
        const other = context.temporary('other', element, false);
        context.push({ kind: 'declare', variable: other, value: elementAt(int(middle)), line });
        const value = callback.call([passed(context.read(inserted)), passed(context.read(other))], node);
        if (!value || !isExpression(value) || !context.flow) return;
        const isBefore = context.temporary('isBefore', booleanType, false);
        const order = compare('<', toNumber(value), literal(0));
        context.push({ kind: 'declare', variable: isBefore, value: order, line });
        const between = (from: Expression, to: Expression) => [assign(low, from), assign(high, to)];
        const choose = (
          test: Expression,
          whenTrue: readonly Statement[],
          whenFalse: readonly Statement[],
        ): Statement => ({
          kind: 'if',
          test,
          whenTrue,
          whenFalse,
          line,
        });
        const ends = [assign(inRun, literal(false)), ...between(literal(0), int(next))];
        context.push(
          choose(
            flag(inRun),
            [
              choose(equal(int(next), literal(1)), [assign(isDescending, flag(isBefore))], []),
              choose(
                flag(isBefore),
                [choose(flag(isDescending), between(literal(0), literal(0)), ends)],
                [choose(flag(isDescending), ends, between(int(next), int(next)))],
              ),
            ],
            [choose(flag(isBefore), [assign(high, int(middle))], [assign(low, plus(int(middle), literal(1)))])],
          ),
        );
      });
      context.jumps.pop();
      return { result: statements, back: context.flow };
    });
    context.jumps.pop();
    const statements: readonly Statement[] = [
      { kind: 'declare', variable: inserted, value: elementAt(int(next)), line },
      { kind: 'declare', variable: low, value: literal(0), line },
      { kind: 'declare', variable: high, value: int(next), line },
      {
        kind: 'if',
        test: flag(inRun),
        // The element before it: the first one of a run that is turned around.
        whenTrue: [
          {
            kind: 'if',
            test: flag(isDescending),
            whenTrue: [assign(high, literal(1))],
            whenFalse: [assign(low, plus(int(next), literal(1), '-'))],
            line,
          },
        ],
        whenFalse: [],
        line,
      },
      {
        kind: 'loop',
        test: compare('<', int(low), int(high)),
        bodyFirst: false,
        body: search,
        update: [],
        counted: false,
        line,
      },
      { kind: 'declare', variable: at, value: int(next), line },
      {
        kind: 'loop',
        test: compare('<', int(low), int(at)),
        bodyFirst: false,
        body: [store(int(at), elementAt(plus(int(at), literal(1), '-')))],
        update: [assign(at, plus(int(at), literal(1), '-'))],
        counted: false,
        line,
      },
      store(int(low), read(inserted, element)),
    ];
    return { result: statements, back: context.flow };
  });
  context.push({
    kind: 'loop',
    test: compare('<', int(next), arrayCall('length', read(sorted, copy.type))),
    bodyFirst: false,
    body: sequence(body),
    update: [assign(next, plus(int(next), literal(1)))],
    counted: false,
    line,
  });
  return read(sorted, copy.type);
}

function plus(left: Expression, right: Expression, operator: '+' | '-' = '+'): Expression {
  return convert({ kind: 'arithmetic', operator, left, right, type: intType }, intType);
}
