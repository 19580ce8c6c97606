import { ts } from '../../1-parse/ts.js';
import { literal } from '../../ir/build.js';
import type { Statement } from '../../ir/statement.js';
import { bindRow } from '../parameters.js';
import type { RowContext } from '../row-context.js';
import { storable } from '../stored-value.js';
import { unsupported, unsupportedAs } from '../unsupported.js';
import { lineOf, visitExpression } from './index.js';

export function visitVariableStatement(node: ts.VariableStatement, context: RowContext): readonly Statement[] {
  const { flags } = node.declarationList;
  if ((flags & ts.NodeFlags.BlockScoped) === 0) {
    unsupportedAs('var', node, context);
    return [];
  }
  if ((flags & ts.NodeFlags.Using) === ts.NodeFlags.Using) {
    unsupportedAs('using', node, context);
    return [];
  }
  return node.declarationList.declarations.flatMap((declaration) => visitDeclaration(declaration, context));
}

function visitDeclaration(declaration: ts.VariableDeclaration, context: RowContext): readonly Statement[] {
  const { name, initializer } = declaration;
  const isRow = initializer && ts.isIdentifier(initializer) && context.bindingOf(initializer)?.kind === 'row';
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
  const reassigned = context.isReassigned(name);
  const stored = storable(value, reassigned);
  const id = context.declare(name.text, stored.type, reassigned);
  context.bind(name, { kind: 'variable', id });
  return [{ kind: 'declare', variable: id, value: stored, line: lineOf(declaration) }];
}
