import { ts } from '../../1-parse/ts.js';
import { arrayCall } from '../../ir/arrays.js';
import { literal, require, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { unknownArrayMember } from '../array-methods.js';
import { constantList, sizeOf } from '../constant-lists.js';
import { globalPath, isBuiltIn, readBuiltIn } from '../intrinsics.js';
import { columnIndex } from '../parameters.js';
import type { RowContext } from '../row-context.js';
import { unknownMember } from '../string-methods.js';
import { unsupported, unsupportedList } from '../unsupported.js';
import { visitExpression } from './index.js';

/** `row.column` or `s.length`. */
export function visitPropertyAccessExpression(
  node: ts.PropertyAccessExpression,
  context: RowContext,
): Expression | undefined {
  if (node.questionDotToken) return unsupported(node, context);
  const { expression, name } = node;
  if (ts.isIdentifier(expression) && context.bindingOf(expression)?.kind === 'row') {
    const index = columnIndex(name.text, name, context);
    return index === undefined ? undefined : context.read(context.column(index));
  }
  const path = globalPath(node, context);
  if (path !== undefined && isBuiltIn(path)) return readBuiltIn(path, node, context);
  const list = constantList(expression, context);
  if (list === 'reported') return undefined;
  if (list) {
    const size = list.kind === 'array' ? 'length' : 'size';
    return name.text === size ? literal(sizeOf(list)) : unsupportedList(list.kind, node, context);
  }
  const receiver = visitExpression(expression, context);
  if (!receiver) return undefined;
  if (receiver.type.core.kind === 'string' && name.text === 'length') return stringCall('length', receiver);
  if (receiver.type.core.kind === 'array')
    return name.text === 'length' ? arrayCall('length', require(receiver)) : unknownArrayMember(name, context);
  return unknownMember(receiver, name, context);
}
