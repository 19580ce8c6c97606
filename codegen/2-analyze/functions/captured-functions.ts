import { isConst, resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { dslName } from '../../1-parse/syntax/dsl-call.js';
import { projectPath } from '../../1-parse/syntax/span.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import { findAssignments } from '../syntax/assignments.js';
import type { FunctionNode, FunctionValue } from '../values/value.js';

/** Returns the function of this or an imported module that a name, or `module.name`, refers to; undefined for anything else. */
export function capturedFunction(
  name: ts.Identifier | ts.PropertyAccessExpression,
  context: RowContext,
): FunctionValue | undefined {
  const { checker, root } = context.program;
  const symbol = resolveSymbol(ts.isIdentifier(name) ? name : (name.name as ts.Identifier), checker);
  // Functions that `rowfuse` exports are compiled by their meaning, not their bodies.
  const node = symbol && dslName(name, checker) === undefined ? functionOf(symbol) : undefined;
  if (!symbol || !node) return undefined;
  let known = context.reference.functions.get(node);
  if (!known) {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    known = {
      name: context.reference.referenceName(symbol, ts.isIdentifier(name) ? name.text : name.name.text),
      node,
      origin: `${projectPath(root, file.fileName)}:${line}`,
    };
    context.reference.functions.set(node, known);
    context.names.addAssignments(findAssignments(node, checker));
  }
  if (!ts.isIdentifier(name) || name.text !== known.name) context.reference.renames.set(name, known.name);
  return { kind: 'function', node };
}

/** Returns the function that a symbol declares as `function f() {}` or `const f = () => {}` at the top level of a project module. */
function functionOf(symbol: ts.Symbol): FunctionNode | undefined {
  for (const declaration of symbol.declarations ?? []) {
    if (declaration.getSourceFile().isDeclarationFile) return undefined;
    if (ts.isFunctionDeclaration(declaration)) {
      if (declaration.body) return ts.isSourceFile(declaration.parent) ? declaration : undefined;
      continue;
    }
    if (!ts.isVariableDeclaration(declaration) || !isConst(declaration) || !declaration.initializer) return undefined;
    if (!ts.isSourceFile(declaration.parent.parent.parent)) return undefined;
    const value = unwrap(declaration.initializer);
    return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
  }
  return undefined;
}
