import { resolveSymbol, unwrap } from '../1-parse/const-initializer.js';
import type { Program } from '../1-parse/project.js';
import { isAssignment, ts } from '../1-parse/ts.js';

/** The methods of arrays, sets and maps that change them. */
const changing: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin add set delete clear'.split(' '),
);

/** The functions of `Object` and `Reflect` that change their first argument. */
const changingFunctions: ReadonlySet<string> = new Set(
  'assign defineProperty defineProperties setPrototypeOf deleteProperty set'.split(' '),
);

/**
 * A place in the declaring module, or in the modules that import it, where a constant array, object or the like is changed,
 * or something inside it: its contents at build time are then not those of every call. `const` keeps the name, not the contents.
 */
export function findChange(declaration: ts.VariableDeclaration, { checker, files }: Program): ts.Node | undefined {
  const symbol = ts.isIdentifier(declaration.name) && checker.getSymbolAtLocation(declaration.name);
  if (!symbol) return undefined;
  const isList = (node: ts.Node): boolean =>
    isMember(node) ? isList(unwrap(node.expression)) : ts.isIdentifier(node) && resolveSymbol(node, checker) === symbol;
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
    if (!ts.isPropertyAccessExpression(expression)) return false;
    const [first] = node.arguments;
    const { name, expression: object } = expression;
    if (changing.has(name.text) && isList(unwrap(object))) return true;
    const isFunction = ts.isIdentifier(object) && (object.text === 'Object' || object.text === 'Reflect');
    return isFunction && changingFunctions.has(name.text) && first !== undefined && isList(unwrap(first));
  }
  if (ts.isDeleteExpression(node)) return isMemberOf(node.expression, isList);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator } = node;
    const steps = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
    return steps && isMemberOf(node.operand, isList);
  }
  return ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) && isMemberOf(node.left, isList);
}

/** `list[i]`, `list.length`, `table.inner.value`. */
function isMemberOf(node: ts.Expression, isList: (node: ts.Node) => boolean): boolean {
  const target = unwrap(node);
  return isMember(target) && isList(unwrap(target.expression));
}

function isMember(node: ts.Node): node is ts.ElementAccessExpression | ts.PropertyAccessExpression {
  return ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node);
}
