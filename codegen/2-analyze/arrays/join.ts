import type { ts } from '../../1-parse/syntax/ts.js';
import { elementType } from '../../ir/arrays.js';
import { concat, conditional, equal, flatten, literal, logical, not, onePiece, read, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { isVariant, mayBeAbsent, presentType, stringType } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { byKind } from '../effects/variants.js';
import { classesOfType } from '../heap/classes-at.js';
import { isNested, refuseWhole } from './nested-arrays.js';
import { walk } from './walk.js';

/** Compiles `join` of numbers, booleans and values that may be absent to a string that grows in a loop. */
export function joinInLoop(
  array: Expression,
  separator: Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  if (isNested(array.type) || classesOfType(elementType(array.type)).length > 0)
    return refuseWhole('text', node, context);
  const { line } = context.effects;
  const text = context.variables.temporary('joined', stringType(), true);
  const between = separator.kind === 'literal' ? separator : keepExpression(onePiece(separator), 'separator', context);
  context.effects.push({ kind: 'declare', variable: text, value: literal(''), line });
  const loop = walk(
    { source: array, counts: true },
    (element, index) => {
      const isFirst = equal(index, literal(0));
      const before: Expression = {
        kind: 'conditional',
        test: isFirst,
        whenTrue: literal(''),
        whenFalse: between,
        type: stringType(),
      };
      const value = flatten(concat([read(text, stringType()), before, textOf(element, context)]));
      context.effects.push({ kind: 'assign', variable: text, value, line });
      return undefined;
    },
    node,
    context,
  );
  context.effects.push(...loop);
  return read(text, stringType());
}

/** Returns the text of an element in a joined string: empty for null and undefined. */
export function textOf(element: Expression, context: RowContext): Expression {
  if (isVariant(element.type))
    return byKind(element, (one) => (mayBeAbsent(one.type) ? literal('') : onePiece(toText(one))), context) ?? element;
  if (!mayBeAbsent(element.type)) return element;
  if (element.kind !== 'read') return literal('');
  const present = onePiece(concat([read(element.variable, presentType(element.type))]));
  const isPresent = logical('&&', not(equal(element, literal(null))), not(equal(element, literal(undefined))));
  return (isPresent && conditional(isPresent, present, literal(''))) ?? present;
}
