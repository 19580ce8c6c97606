import { ts } from 'ts-morph';

/** Returns the module that a name is imported from if that module is not part of the project; otherwise undefined. */
export function importedModule(name: ts.Identifier, checker: ts.TypeChecker): string | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const [declaration] = symbol?.declarations ?? [];
  const statement = declaration && importOf(declaration);
  if (!symbol || !statement || !ts.isStringLiteralLike(statement.moduleSpecifier)) return undefined;
  const isOwn = checker.getAliasedSymbol(symbol).declarations?.some((one) => !one.getSourceFile().isDeclarationFile);
  return isOwn ? undefined : statement.moduleSpecifier.text;
}

function importOf(declaration: ts.Declaration): ts.ImportDeclaration | undefined {
  const clause = ts.isImportClause(declaration)
    ? declaration
    : ts.isNamespaceImport(declaration)
      ? declaration.parent
      : ts.isImportSpecifier(declaration)
        ? declaration.parent.parent
        : undefined;
  return clause && ts.isImportDeclaration(clause.parent) ? clause.parent : undefined;
}
