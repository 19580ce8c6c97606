import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import { referTo } from '../constants/references.js';
import { valueOfReference } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { sequence } from '../effects/effects.js';
import { withEffects } from '../effects/with-effects.js';
import { isShared } from '../heap/shared-name.js';
import { bind } from '../objects/bind-value.js';
import { bindConstant } from '../objects/constant-bindings.js';
import { emptyMatch } from '../patterns/empty-match.js';
import { declareSearches } from '../patterns/searches.js';
import { unsupportedAs } from '../refusals/unsupported.js';
import { bindRow } from '../rows/parameters.js';
import { findChange } from '../syntax/list-changes.js';
import { knownValue } from '../values/constant-reference.js';
import { isExpression } from '../values/value.js';

export function visitVariableStatement(node: ts.VariableStatement, context: RowContext): readonly Statement[] {
  return visitDeclarations(node.declarationList, context);
}

/** Declares the variables of a statement, or of the head of a `for` loop. */
export function visitDeclarations(node: ts.VariableDeclarationList, context: RowContext): readonly Statement[] {
  const { flags } = node;
  if ((flags & ts.NodeFlags.BlockScoped) === 0) {
    return refuse('var', node, context);
  }
  if ((flags & ts.NodeFlags.Using) === ts.NodeFlags.Using) {
    return refuse('using', node, context);
  }
  return sequence(
    ...node.declarations.map((declaration) =>
      withEffects(declaration, () => visitDeclaration(declaration, context), context),
    ),
  );
}

function refuse(form: 'var' | 'using', node: ts.VariableDeclarationList, context: RowContext): readonly Statement[] {
  unsupportedAs(form, node, context);
  for (const { name } of node.declarations) bind(name, undefined, context);
  return [];
}

/** True for an array, object or collection, whose contents a local variable may change. */
function isMany(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isNewExpression(node);
}

function visitDeclaration(declaration: ts.VariableDeclaration, context: RowContext): readonly Statement[] {
  const { name, initializer } = declaration;
  const constant = initializer && mayBeConstant(declaration, context) ? referTo(initializer, context) : undefined;
  if (constant === 'reported') {
    bind(name, undefined, context);
    return [];
  }
  if (constant && initializer) declareSearches(constant, initializer, context);
  // Patterns may have defaults, and patterns of known values may have a rest: those are bound like any other value.
  if (constant && (ts.isIdentifier(name) || !(knownValue(constant) || hasDefault(name))))
    return bindConstant(name, constant, context);
  const value = constant
    ? valueOfReference(constant, name, context)
    : initializer
      ? context.visit.value(initializer)
      : literal(undefined);
  const isWholeRow = value && !isExpression(value) && value.kind === 'row' && value.omitted.size === 0 && !value.path;
  if (isWholeRow && !ts.isIdentifier(name)) return bindRow(name, context);
  if (isWholeRow && ts.isIdentifier(name)) context.names.bind(name, { kind: 'row' });
  else bind(name, value && emptyMatch(name, value, context), context);
  return [];
}

function hasDefault(pattern: ts.BindingPattern): boolean {
  return pattern.elements.some(
    (element) =>
      ts.isBindingElement(element) &&
      (element.initializer !== undefined || (!ts.isIdentifier(element.name) && hasDefault(element.name))),
  );
}

/** True if a variable may stand for a constant: nothing is assigned to it or to a part of it. */
function mayBeConstant(declaration: ts.VariableDeclaration, context: RowContext): boolean {
  const { name, initializer } = declaration;
  const isAssigned = ts.isIdentifier(name) && (context.names.isReassigned(name) || context.names.isChanged(name));
  const isOwn = ts.isIdentifier(name) && initializer !== undefined && isMany(initializer) && isShared(name, context);
  return !isAssigned && !isOwn && !(initializer && isMany(initializer) && findChange(declaration, context.program));
}
