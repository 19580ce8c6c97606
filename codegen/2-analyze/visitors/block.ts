import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { lineOf } from '../syntax/line-of.js';

export function visitBlock(node: ts.Block, context: RowContext): readonly Statement[] {
  return [{ kind: 'block', body: context.visit.statements(node.statements), line: lineOf(node) }];
}
