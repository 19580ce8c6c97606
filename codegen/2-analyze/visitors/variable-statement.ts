import { unwrap } from '../../1-parse/const-initializer.js';
import { ts } from '../../1-parse/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { bindConstant } from '../constant-bindings.js';
import { referTo } from '../constant-references.js';
import { refuseDate, timeOf } from '../dates.js';
import { findChange } from '../list-changes.js';
import { bindRow } from '../parameters.js';
import type { RowContext } from '../row-context.js';
import { isSmallNumber } from '../small-numbers.js';
import { storable } from '../stored-value.js';
import { unsupported, unsupportedAs } from '../unsupported.js';
import { lineOf, visitExpression } from './index.js';

export function visitVariableStatement(node: ts.VariableStatement, context: RowContext): readonly Statement[] {
  return visitDeclarations(node.declarationList, context);
}

/** The variables of a statement, or of the head of a `for` loop. */
export function visitDeclarations(node: ts.VariableDeclarationList, context: RowContext): readonly Statement[] {
  const { flags } = node;
  if ((flags & ts.NodeFlags.BlockScoped) === 0) {
    return refuse('var', node, context);
  }
  if ((flags & ts.NodeFlags.Using) === ts.NodeFlags.Using) {
    return refuse('using', node, context);
  }
  return node.declarations.flatMap((declaration) => visitDeclaration(declaration, context));
}

function refuse(form: 'var' | 'using', node: ts.VariableDeclarationList, context: RowContext): readonly Statement[] {
  unsupportedAs(form, node, context);
  for (const { name } of node.declarations) if (ts.isIdentifier(name)) context.bind(name, { kind: 'broken' });
  return [];
}

/** A literal of several values, which a local variable may change. */
function isMany(expression: ts.Expression): boolean {
  const node = unwrap(expression);
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node) || ts.isNewExpression(node);
}

function visitDeclaration(declaration: ts.VariableDeclaration, context: RowContext): readonly Statement[] {
  const { name, initializer } = declaration;
  const time = initializer && timeOf(initializer, context);
  if (time) return declareDate(declaration, time, context);
  const isRow = initializer && ts.isIdentifier(initializer) && context.bindingOf(initializer)?.kind === 'row';
  const isChanged = initializer && isMany(initializer) && findChange(declaration, context.program) !== undefined;
  const constant = initializer && !isRow && !isChanged ? referTo(initializer, context) : undefined;
  if (constant === 'reported') {
    if (ts.isIdentifier(name)) context.bind(name, { kind: 'broken' });
    return [];
  }
  if (constant) return bindConstant(name, constant, context);
  if (!ts.isIdentifier(name)) {
    if (isRow) return bindRow(name, context);
    unsupported(name, context);
    return [];
  }
  if (isRow) {
    context.bind(name, { kind: 'row' });
    return [];
  }
  const value = initializer ? visitExpression(initializer, context) : literal(undefined);
  if (!value) {
    context.bind(name, { kind: 'broken' });
    return [];
  }
  const stored = storable(value, name, context);
  const id = context.declare(name, stored.type);
  if (!context.isReassigned(name) && isSmallNumber(value, context)) context.smallNumbers.add(id);
  context.bind(name, { kind: 'variable', id });
  return [{ kind: 'declare', variable: id, value: stored, line: lineOf(declaration) }];
}

function declareDate(
  declaration: ts.VariableDeclaration,
  time: Expression | 'reported',
  context: RowContext,
): readonly Statement[] {
  const { name, initializer } = declaration;
  const isConstant = ts.isIdentifier(name) && !context.isReassigned(name);
  if (!isConstant || time === 'reported') {
    if (!isConstant) refuseDate(initializer ?? declaration, context);
    if (ts.isIdentifier(name)) context.bind(name, { kind: 'broken' });
    return [];
  }
  const id = context.declare(name, time.type);
  context.bind(name, { kind: 'date', id });
  return [{ kind: 'declare', variable: id, value: time, line: lineOf(declaration) }];
}
