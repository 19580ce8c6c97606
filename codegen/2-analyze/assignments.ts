import { isAssignment, ts } from '../1-parse/ts.js';

/** Which local names are assigned after their declaration, and where. */
export interface Assignments {
  readonly reassigned: ReadonlySet<ts.Symbol>;
  /** Assigned in a loop whose steps share the variable: a step may read what the one before it assigned. */
  readonly carried: ReadonlySet<ts.Symbol>;
  readonly places: ReadonlyMap<ts.Symbol | undefined, readonly ts.Node[]>;
}

export function findAssignments(body: ts.Node, checker: ts.TypeChecker): Assignments {
  const carried = new Set<ts.Symbol>();
  const places = new Map<ts.Symbol | undefined, ts.Node[]>();
  const add = (target: ts.Expression, loop: ts.IterationStatement | undefined) => {
    const symbol = ts.isIdentifier(target) ? checker.getSymbolAtLocation(target) : undefined;
    if (!symbol) return;
    places.set(symbol, [...(places.get(symbol) ?? []), target]);
    const declaration = symbol.valueDeclaration;
    if (loop && declaration && !isWithin(declaration, loop.statement)) carried.add(symbol);
  };
  const visit = (node: ts.Node, loop: ts.IterationStatement | undefined): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) add(node.left, loop);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator))
      add(node.operand, loop);
    const inner = ts.isIterationStatement(node, false) ? node : loop;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(body, undefined);
  return { reassigned: new Set([...places.keys()].filter((symbol) => symbol !== undefined)), carried, places };
}

function isWithin(node: ts.Node, whole: ts.Node): boolean {
  return whole.pos <= node.pos && node.end <= whole.end;
}

/** `++` and `--`. */
export function isStep(operator: ts.PrefixUnaryOperator): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}
