import { isConst, resolveSymbol } from '../../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../../1-parse/syntax/nodes-in.js';
import { ts } from '../../../1-parse/syntax/ts.js';

/** Returns the constants that an initialiser names, except in functions. */
export function constantsIn(
  { initializer }: ts.VariableDeclaration,
  checker: ts.TypeChecker,
): readonly ts.VariableDeclaration[] {
  if (!initializer) return [];
  const found = new Set<ts.VariableDeclaration>();
  for (const node of nodesIn(initializer, (inner) => !ts.isFunctionLike(inner))) {
    if (!ts.isIdentifier(node)) continue;
    const declaration = resolveSymbol(node, checker)?.declarations?.[0];
    const isConstant = declaration && ts.isVariableDeclaration(declaration) && isConst(declaration);
    if (isConstant && !declaration.getSourceFile().isDeclarationFile) found.add(declaration);
  }
  return [...found];
}
