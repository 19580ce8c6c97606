import { elementType } from '../../ir/arrays.js';
import { convert, literal, truthy } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { booleanType, intType, orUndefined } from '../../ir/type.js';
import { readSlots } from '../choices/read-slots.js';
import { narrow } from '../context/flow.js';
import { anyValue } from '../values/any-value.js';
import { optionalElement, settled } from '../values/optional-value.js';
import { declareSlots, pairSlots } from '../values/slots.js';
import { isExpression, type RecordsValue, type Value } from '../values/value.js';
import type { ArrayLoop } from './loop.js';

/** Compiles `some`, which ends at the first true result, and `every`, which ends at the first false result. */
export function asked(loop: ArrayLoop, decisive: boolean): Expression {
  const result = loop.declare(decisive ? 'some' : 'every', literal(!decisive), booleanType);
  until(loop, decisive, () => [{ kind: 'assign', variable: result, value: literal(decisive), line: loop.line }]);
  return loop.context.variables.read(result);
}

export function foundIndex(loop: ArrayLoop, step: 1 | -1): Expression {
  const result = loop.declare('found', literal(-1), intType);
  const end = (_: Value, index: Expression): readonly Statement[] => [
    { kind: 'assign', variable: result, value: index, line: loop.line },
  ];
  until(loop, true, end, step, true);
  return loop.context.variables.read(result);
}

export function found(loop: ArrayLoop, step: 1 | -1): Value | undefined {
  const { source, context, line } = loop;
  if (!isExpression(source)) return foundRecord(loop, source, step);
  const type = orUndefined(elementType(source.type));
  const result = loop.declare('found', convert(literal(undefined), type), type);
  const end = (element: Value): readonly Statement[] =>
    isExpression(element) ? [{ kind: 'assign', variable: result, value: convert(element, type), line }] : [];
  until(loop, true, end, step);
  return context.variables.read(result);
}

/** Finds the first record that the callback accepts: variables hold its parts, and one more says if there is one. */
function foundRecord(loop: ArrayLoop, { parts }: RecordsValue, step: 1 | -1): Value {
  const { context, line } = loop;
  const present = loop.declare('isFound', literal(false), booleanType);
  const slots = declareSlots(parts, 'found', 'constant', (array, name) => {
    const type = elementType(array.type);
    const id = loop.declare(name, convert(anyValue(type), type), type);
    return { kind: 'variable', id };
  });
  const end = (element: Value): readonly Statement[] => [
    { kind: 'assign', variable: present, value: literal(true), line },
    ...(pairSlots(slots, element) ?? []).map(
      ({ id, leaf }): Statement => ({
        kind: 'assign',
        variable: id,
        value: convert(leaf, context.variables.storedType(id)),
        line,
      }),
    ),
  ];
  until(loop, true, end, step);
  return optionalElement(context.variables.read(present), settled(readSlots(slots, context)));
}

/** Adds a loop that ends when the callback's result is `decisive`. */
function until(
  loop: ArrayLoop,
  decisive: boolean,
  end: (element: Value, index: Expression) => readonly Statement[],
  step: 1 | -1 = 1,
  asksIndex = false,
): void {
  const { context, line } = loop;
  const statements = loop.walk(
    (element, index) => {
      const test = loop.test(element, index);
      if (!test || !context.flow) return undefined;
      const ends = decisive ? test : truthy({ kind: 'not', operand: test, type: booleanType });
      const { flow } = context;
      const leaving = narrow(flow, ends, true);
      const whenTrue: readonly Statement[] = [...end(element, index), { kind: 'break', line }];
      context.effects.push({ kind: 'if', test: ends, whenTrue, whenFalse: [], line });
      context.flow = narrow(flow, ends, false);
      return leaving;
    },
    { step, counts: asksIndex || loop.callback.arity > 1 },
  );
  loop.push(statements);
}
