import type { Program } from '../../1-parse/project.js';
import { isConst, resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { dslName } from '../../1-parse/syntax/dsl-call.js';
import { projectPath } from '../../1-parse/syntax/span.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import { findAssignments } from '../syntax/assignments.js';
import { findChange } from '../syntax/list-changes.js';
import { localNames } from '../syntax/local-names.js';
import type { FunctionNode, FunctionValue } from '../values/value.js';

/** Returns the function of this or an imported module that a name, `module.name` or `object.name` refers to; undefined for anything else. */
export function capturedFunction(
  name: ts.Identifier | ts.PropertyAccessExpression,
  context: RowContext,
): FunctionValue | undefined {
  const { checker, root } = context.program;
  const symbol = resolveSymbol(ts.isIdentifier(name) ? name : (name.name as ts.Identifier), checker);
  // Functions that `rowfuse` exports are compiled by their meaning, not their bodies.
  const node = symbol && dslName(name, checker) === undefined ? functionOf(symbol, context.program) : undefined;
  if (!symbol || !node) return undefined;
  let known = context.reference.functions.get(node);
  if (!known) {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    known = {
      name: ts.isIdentifier(name)
        ? context.reference.referenceName(symbol, name.text)
        : context.reference.referenceName(symbol, name.name.text, localNames(context.program)),
      node,
      origin: `${projectPath(root, file.fileName)}:${line}`,
    };
    context.reference.functions.set(node, known);
    context.names.addAssignments(findAssignments(node, checker));
  }
  if (!ts.isIdentifier(name) || name.text !== known.name) context.reference.renames.set(name, known.name);
  return { kind: 'function', node };
}

/** Returns the function that a symbol declares at the top level of a project module: as `function f() {}`, `const f = () => {}`, or in an object. */
function functionOf(symbol: ts.Symbol, program: Program): FunctionNode | undefined {
  for (const declaration of symbol.declarations ?? []) {
    if (declaration.getSourceFile().isDeclarationFile) return undefined;
    if (ts.isFunctionDeclaration(declaration)) {
      if (declaration.body) return ts.isSourceFile(declaration.parent) ? declaration : undefined;
      continue;
    }
    if (ts.isObjectLiteralElementLike(declaration)) return functionOfProperty(declaration, program);
    if (!ts.isVariableDeclaration(declaration) || !isConst(declaration) || !declaration.initializer) return undefined;
    if (!isOfModule(declaration)) return undefined;
    const value = unwrap(declaration.initializer);
    return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
  }
  return undefined;
}

function isOfModule(declaration: ts.VariableDeclaration): boolean {
  return ts.isSourceFile(declaration.parent.parent.parent);
}

/** Returns the function of a property of a constant object that nothing changes. */
function functionOfProperty(property: ts.ObjectLiteralElementLike, program: Program): FunctionNode | undefined {
  const owner = ownerOf(property);
  if (!owner || !isConst(owner) || !isOfModule(owner) || findChange(owner, program)) return undefined;
  if (ts.isMethodDeclaration(property)) return property;
  if (ts.isShorthandPropertyAssignment(property)) return functionNamed(property.name, program);
  if (!ts.isPropertyAssignment(property)) return undefined;
  const value = unwrap(property.initializer);
  if (ts.isIdentifier(value)) return functionNamed(value, program);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

function functionNamed(name: ts.Identifier, program: Program): FunctionNode | undefined {
  const symbol = resolveSymbol(name, program.checker);
  return symbol && functionOf(symbol, program);
}

/** Returns the variable that holds an object, or the object around it, with this property. */
function ownerOf(property: ts.ObjectLiteralElementLike): ts.VariableDeclaration | undefined {
  let { parent }: ts.Node = property.parent;
  while (ts.isExpression(parent) && !ts.isObjectLiteralExpression(parent)) parent = parent.parent;
  if (ts.isPropertyAssignment(parent)) return ownerOf(parent);
  return ts.isVariableDeclaration(parent) ? parent : undefined;
}
