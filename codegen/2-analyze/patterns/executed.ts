import { onePiece, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { match } from '../../ir/patterns.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import type { Value } from '../values/value.js';
import { execValue } from './match-value.js';
import { hasState, type Pattern } from './pattern.js';
import { searchOn } from './searches.js';

/** Compiles `pattern.exec(text)`: the first match, or with the flag `g` or `y` the next one. */
export function executed(pattern: Pattern, subject: Expression, context: RowContext): Value {
  const { constant, search } = pattern;
  if (search !== undefined && hasState(pattern)) {
    const { match: next, text } = searchOn(search, subject, context);
    return execValue(next, 'all', text, pattern);
  }
  const text = keepExpression(onePiece(require(subject)), 'text', context);
  return execValue(keepExpression(match(constant, text, false), 'match', context), 'first', text, pattern);
}
