import { resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { dslName } from '../../1-parse/syntax/dsl-call.js';
import { projectPath } from '../../1-parse/syntax/span.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import { findAssignments } from '../syntax/assignments.js';
import { localNames } from '../syntax/local-names.js';
import { isConstantOfModule } from '../syntax/module-constant.js';
import type { FunctionNode, FunctionValue } from '../values/value.js';
import { partOfObject } from './functions-in-objects.js';

/** Returns the function of this or an imported module that a name, `module.name` or `object.name` refers to; undefined for anything else. */
export function capturedFunction(
  name: ts.Identifier | ts.PropertyAccessExpression,
  context: RowContext,
): FunctionValue | undefined {
  const { checker, root } = context.program;
  const symbol = resolveSymbol(ts.isIdentifier(name) ? name : (name.name as ts.Identifier), checker);
  // Functions that `rowfuse` exports are compiled by their meaning, not their bodies.
  if (symbol && dslName(name, checker) !== undefined) return undefined;
  const node = (symbol && functionOf(symbol)) ?? (ts.isIdentifier(name) ? undefined : functionInObject(name, context));
  if (!node) return undefined;
  let known = context.reference.functions.get(node);
  if (!known) {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    known = {
      name: ts.isIdentifier(name)
        ? context.reference.referenceName(symbol ?? node, name.text)
        : context.reference.referenceName(node, name.name.text, localNames(context.program)),
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
    if (!isConstantOfModule(declaration)) return undefined;
    const value = unwrap(declaration.initializer);
    return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
  }
  return undefined;
}

/** Returns the function that a part of a constant object is, or names. */
function functionInObject(member: ts.PropertyAccessExpression, { program }: RowContext): FunctionNode | undefined {
  const part = partOfObject(member, program);
  if (!part || ts.isMethodDeclaration(part)) return part;
  const value = unwrap(part);
  const symbol = ts.isIdentifier(value) ? resolveSymbol(value, program.checker) : undefined;
  if (symbol) return functionOf(symbol);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}
