import { resolveSymbol } from '../1-parse/const-initializer.js';
import type { Program } from '../1-parse/project.js';
import { isAssignment, ts } from '../1-parse/ts.js';

/** The methods of arrays and sets that change them. */
const changing: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin add delete clear'.split(' '),
);

/**
 * A place in the declaring module, or in the modules that import it, where a constant array or `Set` is changed: its
 * contents at build time are then not those of every call. `const` keeps the name, not the contents.
 */
export function findChange(declaration: ts.VariableDeclaration, { checker, files }: Program): ts.Node | undefined {
  const symbol = ts.isIdentifier(declaration.name) && checker.getSymbolAtLocation(declaration.name);
  if (!symbol) return undefined;
  const isList = (node: ts.Node) => ts.isIdentifier(node) && resolveSymbol(node, checker) === symbol;
  const visit = (node: ts.Node): ts.Node | undefined => (changes(node, isList) ? node : ts.forEachChild(node, visit));
  const declaring = declaration.getSourceFile();
  for (const file of new Set([declaring, ...files])) {
    const change = visit(file);
    if (change) return change;
  }
  return undefined;
}

function changes(node: ts.Node, isList: (node: ts.Node) => boolean): boolean {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    return (
      ts.isPropertyAccessExpression(expression) && changing.has(expression.name.text) && isList(expression.expression)
    );
  }
  if (ts.isDeleteExpression(node)) return isMemberOf(node.expression, isList);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator } = node;
    const steps = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
    return steps && isMemberOf(node.operand, isList);
  }
  return ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) && isMemberOf(node.left, isList);
}

/** `list[i]` or `list.length`. */
function isMemberOf(node: ts.Expression, isList: (node: ts.Node) => boolean): boolean {
  return (ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node)) && isList(node.expression);
}
