import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';

/** Returns the path of a global or of its member: `isNaN`, `Math.floor`. Undefined for names that the project declares. */
export function globalPath(node: ts.Expression, context: RowContext): string | undefined {
  const expression = unwrap(node);
  if (ts.isIdentifier(expression)) return isGlobal(expression, context) ? expression.text : undefined;
  const member = memberOf(expression);
  const object = member && unwrap(member.object);
  return object && ts.isIdentifier(object) && isGlobal(object, context) ? `${object.text}.${member.name}` : undefined;
}

/** Like {@link globalPath}, but takes undeclared names as globals too: which ones TypeScript knows depends on the `lib` setting. */
export function unknownPath(node: ts.Expression, context: RowContext): string | undefined {
  const known = globalPath(node, context);
  if (known !== undefined) return known;
  const expression = unwrap(node);
  const name = memberOf(expression);
  const object = name ? unwrap(name.object) : expression;
  if (!ts.isIdentifier(object) || context.program.checker.getSymbolAtLocation(object)) return undefined;
  return name ? `${object.text}.${name.name}` : object.text;
}

function isGlobal(name: ts.Identifier, context: RowContext): boolean {
  return !context.names.bindingOf(name) && isAmbient(name, context.program.checker);
}

/** Splits `Math.floor` or `Math['floor']` into object and name. */
function memberOf(node: ts.Expression): { readonly object: ts.Expression; readonly name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { object: node.expression, name: node.name.text };
  if (!ts.isElementAccessExpression(node) || !ts.isStringLiteralLike(node.argumentExpression)) return undefined;
  return { object: node.expression, name: node.argumentExpression.text };
}
