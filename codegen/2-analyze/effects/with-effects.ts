import type { ts } from '../../1-parse/syntax/ts.js';
import type { Statement } from '../../ir/statement.js';
import type { RowContext } from '../context/row-context.js';
import { lineOf } from '../syntax/line-of.js';
import { sequence } from './effects.js';

/** Returns the statements of a part of the source, after the side effects of its expressions. */
export function withEffects(
  node: ts.Node,
  visit: () => readonly Statement[],
  context: RowContext,
): readonly Statement[] {
  const { line, statement } = context.effects;
  context.effects.line = lineOf(node);
  context.effects.statement = node;
  const { result, before } = context.effects.collect(visit);
  context.effects.line = line;
  context.effects.statement = statement;
  return sequence(before, result);
}
