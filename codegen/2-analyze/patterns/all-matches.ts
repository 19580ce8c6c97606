import type { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { collect } from '../arrays/collect.js';
import type { RowContext } from '../context/row-context.js';
import type { Value } from '../values/value.js';
import { MatchLoop } from './match-loop.js';
import { matchValue } from './match-value.js';
import type { Pattern } from './pattern.js';

/** Returns `text.matchAll(pattern)`: one array per part of the matches. The plan drops those that are not read. */
export function allMatches(
  pattern: Pattern,
  subject: Expression,
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  const loop = new MatchLoop(pattern, subject, node, context);
  const { line, text } = loop;
  return collect(
    {
      node,
      context,
      line,
      walk: (visit) =>
        loop.matches((match) => {
          visit(matchValue(match, 'all', text, pattern), literal(0));
        }),
      push: (statements) => context.effects.push(...statements),
    },
    'matches',
    (element, _, add) => add(element),
  );
}
