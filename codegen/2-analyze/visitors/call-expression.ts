import { ts } from '../../1-parse/ts.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../row-context.js';
import { callStringMethod, unknownMember } from '../string-methods.js';
import { unsupported } from '../unsupported.js';
import { visitExpression } from './index.js';

/** `s.slice(0, 3)`: the methods of strings are the only functions so far. */
export function visitCallExpression(node: ts.CallExpression, context: RowContext): Expression | undefined {
  const callee = node.expression;
  if (node.questionDotToken || !ts.isPropertyAccessExpression(callee) || callee.questionDotToken) {
    return unsupported(node, context);
  }
  const isGlobal =
    ts.isIdentifier(callee.expression) &&
    !context.bindingOf(callee.expression) &&
    isAmbient(callee.expression, context);
  if (isGlobal) return unsupported(node, context);
  const receiver = visitExpression(callee.expression, context);
  if (!receiver) return undefined;
  return receiver.type.core.kind === 'string'
    ? callStringMethod(receiver, node, callee.name, context)
    : unknownMember(receiver, callee.name, context);
}

/** Whether a name is one of the platform's own, as `Math` and `String` are. */
function isAmbient(name: ts.Identifier, { program }: RowContext): boolean {
  const declarations = program.checker.getSymbolAtLocation(name)?.declarations ?? [];
  return declarations.length > 0 && declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile);
}
