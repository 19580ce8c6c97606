import { isAmbient } from '../../1-parse/const-initializer.js';
import { ts } from '../../1-parse/ts.js';
import { require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { callArrayMethod } from '../array-methods.js';
import { callConstant } from '../constant-calls.js';
import { callConversion, conversionCalled } from '../conversions.js';
import { callDateMethod, timeOf } from '../dates.js';
import { callExported, exportedFunction } from '../hashes.js';
import { callIntrinsic, globalPath, isBuiltIn } from '../intrinsics.js';
import { callNumberMethod } from '../number-methods.js';
import type { RowContext } from '../row-context.js';
import { callStringMethod, unknownMember, visitArguments } from '../string-methods.js';
import { callStringStatic, isStringGlobal } from '../string-statics.js';
import { unsupported } from '../unsupported.js';
import { visitExpression } from './index.js';

/** `s.slice(0, 3)`, `wanted.has(x)`, `Math.max(a, b)`: methods of strings and constant lists, and built-in functions. */
export function visitCallExpression(node: ts.CallExpression, context: RowContext): Expression | undefined {
  const callee = node.expression;
  const conversion = conversionCalled(node, context);
  if (conversion) return callConversion(conversion, node, context);
  const exported = exportedFunction(node, context);
  if (exported !== undefined) return callExported(exported, node, context);
  const name = globalPath(callee, context);
  if (name !== undefined && isBuiltIn(name)) return callIntrinsic(name, node, context);
  if (ts.isPropertyAccessExpression(callee) && !callee.questionDotToken && !node.questionDotToken) {
    const time = timeOf(callee.expression, context);
    if (time) return time === 'reported' ? undefined : callDateMethod(time, node, callee.name, context);
  }
  const constant = callConstant(node, context);
  if (constant === 'reported') return undefined;
  if (constant && !('simple' in constant)) return constant;
  if (node.questionDotToken || !ts.isPropertyAccessExpression(callee) || callee.questionDotToken) {
    return unsupported(node, context);
  }
  if (isStringGlobal(callee.expression, context)) return callStringStatic(node, callee.name, context);
  const isGlobal =
    ts.isIdentifier(callee.expression) &&
    !context.bindingOf(callee.expression) &&
    isAmbient(callee.expression, context.program.checker);
  if (isGlobal) return unsupported(node, context);
  const receiver = constant ? constant.simple : visitExpression(callee.expression, context);
  if (!receiver) return undefined;
  switch (receiver.type.core.kind) {
    case 'string':
      return callStringMethod(receiver, node, callee.name, context);
    case 'array': {
      const args = visitArguments(node, context);
      return args && callArrayMethod(require(receiver), callee.name, args, node, context);
    }
    case 'number':
    case 'bigint':
    case 'boolean':
      return callNumberMethod(receiver, node, callee.name, context);
    default:
      return unknownMember(receiver, callee.name, context);
  }
}
