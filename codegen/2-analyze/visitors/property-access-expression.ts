import { ts } from '../../1-parse/ts.js';
import { arrayCall } from '../../ir/arrays.js';
import { require, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { unknownArrayMember } from '../array-methods.js';
import { memberReference, readReference, referTo } from '../constant-references.js';
import { globalPath, isBuiltIn, readBuiltIn } from '../intrinsics.js';
import { columnIndex } from '../parameters.js';
import type { RowContext } from '../row-context.js';
import { unknownMember } from '../string-methods.js';
import { unsupported } from '../unsupported.js';
import { visitExpression } from './index.js';

/** `row.column` or `s.length`. */
export function visitPropertyAccessExpression(
  node: ts.PropertyAccessExpression,
  context: RowContext,
): Expression | undefined {
  const { expression, name } = node;
  if (ts.isIdentifier(expression) && context.bindingOf(expression)?.kind === 'row') {
    const index = columnIndex(name.text, name, context);
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
  if (!receiver) return undefined;
  if (receiver.type.core.kind === 'string' && name.text === 'length') return stringCall('length', receiver);
  if (receiver.type.core.kind === 'array')
    return name.text === 'length' ? arrayCall('length', require(receiver)) : unknownArrayMember(name, context);
  return unknownMember(receiver, name, context);
}
