import { ts } from 'ts-morph';

/** The names that a snippet declares and those that it takes from elsewhere. */
export interface Names {
  /** Top-level names, and whether each is exported. */
  readonly declared: ReadonlyMap<string, { readonly isExported: boolean }>;
  /** Names without a declaration in the snippet, and whether each is used as a type alone. */
  readonly free: ReadonlyMap<string, { readonly isType: boolean }>;
  /** Exported constants that are initialised by a call of `transform` or its like. */
  readonly transforms: readonly string[];
  /** True if the snippet has statements besides declarations of transforms, types and functions. */
  readonly runs: boolean;
}

const descriptions = new Set(['transform', 'expand', 'rolling', 'aggregate', 'pipe']);

/** Reads the names of a snippet. Scopes are not told apart: a name that is declared anywhere in the snippet is not free. */
export function namesOf(file: ts.SourceFile): Names {
  const declared = new Map<string, { isExported: boolean }>();
  const transforms: string[] = [];
  let runs = false;
  for (const statement of file.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) {
        for (const name of bound(declaration.name)) declared.set(name, { isExported });
        const { initializer, name } = declaration;
        const called = initializer !== undefined && ts.isCallExpression(initializer) && initializer.expression;
        if (called && ts.isIdentifier(called) && ts.isIdentifier(name) && descriptions.has(called.text)) {
          if (isExported) transforms.push(name.text);
        } else if (initializer !== undefined && !ts.isArrowFunction(initializer) && !isReduce(initializer)) runs = true;
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name !== undefined) declared.set(statement.name.text, { isExported });
    } else if (ts.isExportDeclaration(statement)) {
      for (const name of exportedNames(statement)) declared.set(name, { isExported: true });
    } else if (!isDeclaration(statement)) runs = true;
  }
  return { declared, transforms, runs, free: freeNames(file) };
}

function isReduce(initializer: ts.Expression): boolean {
  return ts.isCallExpression(initializer) && initializer.expression.getText() === 'reduce';
}

function exportedNames({ exportClause }: ts.ExportDeclaration): readonly string[] {
  return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.map(({ name }) => name.text) : [];
}

function isDeclaration(statement: ts.Statement): boolean {
  return (
    ts.isImportDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
  );
}

function bound(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : bound(element.name)));
}

function freeNames(file: ts.SourceFile): Names['free'] {
  const bindings = new Set<string>();
  const used = new Map<string, { isType: boolean }>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (declares(node)) bindings.add(node.text);
      else if (refers(node)) used.set(node.text, { isType: isType(node) && (used.get(node.text)?.isType ?? true) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return new Map([...used].filter(([name]) => !bindings.has(name)));
}

function declares(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    ((ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isBindingElement(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isFunctionExpression(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent) ||
      ts.isTypeParameterDeclaration(parent) ||
      ts.isImportSpecifier(parent) ||
      ts.isImportClause(parent) ||
      ts.isNamespaceImport(parent)) &&
      parent.name === node) ||
    ts.isLabeledStatement(parent)
  );
}

/** True unless the identifier names a member, a property or a label. */
function refers(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isBreakOrContinueStatement(parent))
    return false;
  const isName = 'name' in parent && parent.name === node;
  return !isName;
}

function isType(node: ts.Identifier): boolean {
  return ts.isTypeReferenceNode(node.parent) || ts.isTypePredicateNode(node.parent);
}
