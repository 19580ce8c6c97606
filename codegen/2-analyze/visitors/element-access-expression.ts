import { ts } from '../../1-parse/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { arrayCall } from '../../ir/arrays.js';
import { require, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { describeType, mayBeAbsent } from '../../ir/type.js';
import { memberReference, readReference, referTo } from '../constant-references.js';
import { globalPath, isBuiltIn, readBuiltIn } from '../intrinsics.js';
import { columnIndex } from '../parameters.js';
import type { RowContext } from '../row-context.js';
import { unsupported } from '../unsupported.js';
import { visitExpression } from './index.js';

/** `row['first name']` or `s[i]`. */
export function visitElementAccessExpression(
  node: ts.ElementAccessExpression,
  context: RowContext,
): Expression | undefined {
  const { expression, argumentExpression } = node;
  if (ts.isIdentifier(expression) && context.bindingOf(expression)?.kind === 'row') {
    if (!ts.isStringLiteralLike(argumentExpression)) return unsupported(node, context);
    const index = columnIndex(argumentExpression.text, argumentExpression, context);
    return index === undefined ? undefined : context.read(context.column(index));
  }
  const path = globalPath(node, context);
  if (path !== undefined && isBuiltIn(path)) return readBuiltIn(path, node, context);
  const object = referTo(expression, context);
  if (object === 'reported') return undefined;
  const found = object && memberReference(object, node, context);
  if (found) return found === 'reported' ? undefined : readReference(found, node, context);
  if (node.questionDotToken) return unsupported(node, context);
  const receiver = object ? readReference(object, expression, context) : visitExpression(expression, context);
  const index = visitExpression(argumentExpression, context);
  if (!receiver || !index) return undefined;
  // A property key is a string: null would ask for the property 'null', which a number cannot stand for.
  if (receiver.type.core.kind === 'string' && index.type.core.kind === 'number' && !mayBeAbsent(index.type)) {
    return stringCall('unitAt', receiver, index);
  }
  if (receiver.type.core.kind === 'array' && index.type.core.kind === 'number' && !mayBeAbsent(index.type)) {
    return arrayCall('element', require(receiver), index);
  }
  return context.report(node, (span) =>
    unsupportedOperation(span, {
      operator: '[ ]',
      left: describeType(receiver.type),
      right: describeType(index.type),
      advice: 'Index a string or an array with a number that is neither null nor undefined.',
    }),
  );
}
