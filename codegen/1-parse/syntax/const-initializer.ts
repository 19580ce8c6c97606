import { ts } from 'ts-morph';
import { dslName } from './dsl-call.js';

/**
 * Returns the initialiser of the `const` that an identifier refers to, through imports and aliases. Returns undefined
 * if it refers to anything else.
 */
export function constInitializer(identifier: ts.Identifier, checker: ts.TypeChecker): ts.Expression | undefined {
  const declaration = resolveSymbol(identifier, checker)?.declarations?.[0];
  return declaration && ts.isVariableDeclaration(declaration) && isConst(declaration)
    ? declaration.initializer
    : undefined;
}

/**
 * Follows an expression that names a `const`, and constants that name others, to the expression that is written out. In
 * a circle of names it returns the last one. Names of the DSL are not followed.
 */
export function follow(expression: ts.Expression, checker: ts.TypeChecker): ts.Expression {
  const seen = new Set<ts.Expression>();
  let value = unwrap(expression);
  for (;;) {
    const constant = namedConstant(value, checker);
    if (!constant || seen.has(constant)) return value;
    seen.add(constant);
    value = unwrap(constant);
  }
}

/** Returns the initialiser of the `const` that an expression names. */
function namedConstant(value: ts.Expression, checker: ts.TypeChecker): ts.Expression | undefined {
  const isOwn = ts.isIdentifier(value) && dslName(value, checker) === undefined;
  return isOwn ? constInitializer(value, checker) : undefined;
}

/** Returns the symbol of an identifier, behind imports, exports and `{ name }` shorthands. */
export function resolveSymbol(identifier: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(identifier.parent)
    ? checker.getShorthandAssignmentValueSymbol(identifier.parent)
    : checker.getSymbolAtLocation(identifier);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

export function isConst(declaration: ts.VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** True if a name is declared by a declaration file, as the globals `Math` and `Set` are. */
export function isAmbient(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  return declarations.length > 0 && declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile);
}

/** Returns an expression without parentheses, `as`, `satisfies` and `!`, none of which changes its value. */
export function unwrap(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isTypeAssertionExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
    ? unwrap(expression.expression)
    : expression;
}
