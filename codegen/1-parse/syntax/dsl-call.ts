import { ts } from 'ts-morph';

/**
 * Returns the DSL's name for an expression: `utf8` for `utf8`, for an alias of an import, and for `rf.utf8` of a
 * namespace import. Returns undefined for anything that was not imported from 'rowfuse'.
 */
export function dslName(expression: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.expression)) {
    const declaration = declarationOf(expression.expression, checker);
    return declaration && ts.isNamespaceImport(declaration) && isDslImport(declaration.parent.parent)
      ? expression.name.text
      : undefined;
  }
  if (!ts.isIdentifier(expression)) return undefined;
  const declaration = declarationOf(expression, checker);
  return declaration && ts.isImportSpecifier(declaration) && isDslImport(declaration.parent.parent.parent)
    ? (declaration.propertyName ?? declaration.name).text
    : undefined;
}

function declarationOf(identifier: ts.Identifier, checker: ts.TypeChecker): ts.Declaration | undefined {
  return checker.getSymbolAtLocation(identifier)?.declarations?.[0];
}

function isDslImport(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && node.moduleSpecifier.text === 'rowfuse'
  );
}
