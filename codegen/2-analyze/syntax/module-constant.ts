import { isConst } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';

/** True for `const name = value` at the top level of a project module. */
export function isConstantOfModule(
  declaration: ts.Declaration,
): declaration is ts.VariableDeclaration & { readonly initializer: ts.Expression } {
  if (!ts.isVariableDeclaration(declaration) || !isConst(declaration) || !declaration.initializer) return false;
  return ts.isSourceFile(declaration.parent.parent.parent) && !declaration.getSourceFile().isDeclarationFile;
}
