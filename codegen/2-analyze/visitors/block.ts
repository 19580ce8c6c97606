import { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { withEffects } from '../effects/with-effects.js';
import { visitFunction } from '../functions/functions.js';
import { bind } from '../objects/bind-value.js';
import { lineOf } from '../syntax/line-of.js';

export function visitBlock(node: ts.Block, context: RowContext): readonly Statement[] {
  return [{ kind: 'block', body: context.visit.statements(node.statements), line: lineOf(node) }];
}

/** Statements in order, up to the first that control never passes: what follows it cannot run. */
export function visitStatements(nodes: readonly ts.Statement[], context: RowContext): readonly Statement[] {
  const statements: Statement[] = [];
  // Functions can be called before their declaration.
  for (const node of nodes)
    if (ts.isFunctionDeclaration(node) && node.name && node.body)
      bind(node.name, visitFunction(node, context), context);
  for (const node of nodes) {
    if (!context.flow) break;
    statements.push(...context.watch(node, () => withEffects(node, () => context.visit.statement(node), context)));
  }
  return statements;
}
