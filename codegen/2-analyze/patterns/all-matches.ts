import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { collect } from '../arrays/collected.js';
import type { RowContext } from '../context/row-context.js';
import type { Value } from '../values/value.js';
import { MatchLoop } from './match-loop.js';
import { walkMatches } from './matches-walk.js';
import type { Pattern } from './pattern.js';

/** Returns `text.matchAll(pattern)`: one array per part of the matches. The plan drops those that are not read. */
export function allMatches(
  pattern: Pattern,
  subject: Expression,
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  const loop = new MatchLoop(pattern, subject, context);
  return collect(
    {
      node,
      context,
      line: context.effects.line,
      walk: (visit) => walkMatches(loop, () => visit(loop.value, literal(0)), node, context),
      push: (statements) => context.effects.push(...statements),
    },
    'matches',
    (element, _, add) => add(element),
  );
}
