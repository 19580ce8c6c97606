import { isAmbient, unwrap } from '../1-parse/const-initializer.js';
import { ts } from '../1-parse/ts.js';
import type { RowContext } from './row-context.js';

/** The path of a global or of a global's member, where the name is the platform's own: `isNaN`, `Math.floor`. */
export function globalPath(node: ts.Expression, context: RowContext): string | undefined {
  const expression = unwrap(node);
  if (ts.isIdentifier(expression)) return isGlobal(expression, context) ? expression.text : undefined;
  const member = memberOf(expression);
  const object = member && unwrap(member.object);
  return object && ts.isIdentifier(object) && isGlobal(object, context) ? `${object.text}.${member.name}` : undefined;
}

/** The same of names that TypeScript knows nothing of as well: which globals there are, depends on the libraries that it is given. */
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
  return !context.bindingOf(name) && isAmbient(name, context.program.checker);
}

/** `Math.floor` and `Math['floor']`. */
function memberOf(node: ts.Expression): { readonly object: ts.Expression; readonly name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { object: node.expression, name: node.name.text };
  if (!ts.isElementAccessExpression(node) || !ts.isStringLiteralLike(node.argumentExpression)) return undefined;
  return { object: node.expression, name: node.argumentExpression.text };
}
