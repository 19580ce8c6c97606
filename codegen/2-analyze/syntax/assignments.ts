import { resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { hasNode, nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { dateChangedBy } from './date-setters.js';

/** The local names that are assigned after their declaration, and the places. */
export interface Assignments {
  readonly reassigned: ReadonlySet<ts.Symbol>;
  /** Assigned in a loop whose steps share the variable: a step may read the value that the one before it assigned. */
  readonly carried: ReadonlySet<ts.Symbol>;
  /** A property or an element of the value is assigned. */
  readonly changed: ReadonlySet<ts.Symbol>;
  /** Assigned in a function, whose place in the source does not tell when it runs. */
  readonly elsewhere: ReadonlySet<ts.Symbol>;
  readonly places: ReadonlyMap<ts.Symbol | undefined, readonly ts.Node[]>;
}

export function findAssignments(body: ts.Node, checker: ts.TypeChecker): Assignments {
  const carried = new Set<ts.Symbol>();
  const places = new Map<ts.Symbol | undefined, ts.Node[]>();
  const elsewhere = new Set<ts.Symbol>();
  const changed = new Set<ts.Symbol>();
  const add = (target: ts.Expression, around: Around) => {
    for (const name of assignedNames(target)) {
      const symbol = resolveSymbol(name, checker);
      if (!symbol) continue;
      if (isChangedAt(name)) changed.add(symbol);
      const known = places.get(symbol);
      if (known) known.push(name);
      else places.set(symbol, [name]);
      const declaration = symbol.valueDeclaration;
      const isOutside = (node: ts.Node | undefined) =>
        node !== undefined && declaration !== undefined && !isWithin(declaration, node);
      // A function may be called in any loop.
      if (isOutside(around.function)) elsewhere.add(symbol);
      if (isOutside(around.function) || isOutside(around.loop?.statement)) carried.add(symbol);
    }
  };
  const visit = (node: ts.Node, around: Around): Around => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) add(node.left, around);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator))
      add(node.operand, around);
    const date = dateChangedBy(node);
    if (date && checker.getTypeAtLocation(date).getSymbol()?.getName() === 'Date')
      add(date.parent as ts.Expression, around);
    if (ts.isForOfStatement(node) && ts.isExpression(node.initializer))
      add(node.initializer, { ...around, loop: node });
    if (ts.isIterationStatement(node, false)) return { ...around, loop: node };
    return ts.isFunctionLike(node) ? { ...around, function: node } : around;
  };
  const arounds = new Map<ts.Node, Around>([[body, {}]]);
  for (const node of nodesIn(body)) if (node !== body) arounds.set(node, visit(node, arounds.get(node.parent) ?? {}));
  const reassigned = new Set([...places.keys()].filter((symbol) => symbol !== undefined));
  return { reassigned, carried, places, elsewhere, changed };
}

/** Returns the plain assignment, `=`, whose left side a node is as it stands. */
export function assignmentOf(target: ts.Expression): ts.BinaryExpression | undefined {
  const { parent } = target;
  const isTarget =
    ts.isBinaryExpression(parent) &&
    parent.left === target &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    !isPatternTarget(parent);
  return isTarget ? parent : undefined;
}

/** True for `x = 1` in `[x = 1] = pair`, which is a target with a default. */
function isPatternTarget(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isSpreadElement(parent) || ts.isParenthesizedExpression(parent))
    return isPatternTarget(parent as unknown as ts.Expression);
  if (ts.isArrayLiteralExpression(parent) || ts.isObjectLiteralExpression(parent)) return isPattern(parent);
  return false;
}

function isPattern(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent.operatorToken.kind)) return true;
  if (ts.isForOfStatement(parent)) return parent.initializer === node;
  return isPatternTarget(node);
}

/** The methods that give parts of an object and change nothing. */
const reading: ReadonlySet<string> = new Set(['get', 'at']);

/** True if evaluating an expression twice might not be the same as once. */
export function mayHaveEffects(expression: ts.Expression): boolean {
  return hasNode(expression, (node) => {
    if (ts.isCallExpression(node))
      return !(ts.isPropertyAccessExpression(node.expression) && reading.has(node.expression.name.text));
    if (ts.isNewExpression(node) || ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node))
      return true;
    if (ts.isBinaryExpression(node)) return isAssignment(node.operatorToken.kind);
    return ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && isStep(node.operator));
  });
}

/** The innermost loop and function around a place. */
interface Around {
  readonly loop?: ts.IterationStatement;
  readonly function?: ts.Node;
}

/** True if an assignment whose target starts with this name assigns to a part of the value, as `x.y = 1` does. */
export function isChangedAt(name: ts.Node): boolean {
  let node: ts.Node = name;
  while (ts.isExpression(node.parent) && unwrap(node.parent) === name) node = node.parent;
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === node;
}

/** Returns the names whose variables an assignment to a target changes: `x`, `x.y`, `[x, y]`, `{ a: x }`. */
export function assignedNames(node: ts.Expression): readonly ts.Identifier[] {
  const target = unwrap(node);
  if (ts.isIdentifier(target)) return [target];
  if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
    return assignedNames(target.expression);
  if (ts.isBinaryExpression(target)) return assignedNames(target.left);
  if (ts.isSpreadElement(target)) return assignedNames(target.expression);
  if (ts.isArrayLiteralExpression(target)) return target.elements.flatMap(assignedNames);
  if (!ts.isObjectLiteralExpression(target)) return [];
  return target.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return [property.name];
    if (ts.isPropertyAssignment(property)) return assignedNames(property.initializer);
    return ts.isSpreadAssignment(property) ? assignedNames(property.expression) : [];
  });
}

/** Returns the names whose whole value an assignment replaces: those of `x` and `[x, y]`, but not of `x.y`. */
export function replacedNames(target: ts.Expression): readonly ts.Identifier[] {
  return assignedNames(target).filter((name) => !isChangedAt(name));
}

function isWithin(node: ts.Node, whole: ts.Node): boolean {
  return whole.pos <= node.pos && node.end <= whole.end;
}

/** True for `++` and `--`. */
export function isStep(operator: ts.PrefixUnaryOperator): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}
