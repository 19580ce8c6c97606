import { concat, literal, onePiece, replace, toText } from '../../ir/build.js';
import type { Expression, Replace } from '../../ir/expression.js';
import { maxPieces } from './concatenate.js';

/** Compiles `s.replace(pattern, replacement)` and `s.replaceAll(pattern, replacement)` of strings. */
export function replaceStrings(
  occurrences: Replace['occurrences'],
  receiver: Expression,
  [pattern, replacement]: readonly Expression[],
): Expression {
  const searched = toText(pattern ?? literal(undefined));
  const text = toText(replacement ?? literal(undefined));
  if (text.kind !== 'literal' || typeof text.value !== 'string')
    return replace(occurrences, receiver, searched, text, true);
  const plain = withoutDollars(text.value, searched);
  if (!plain) return replace(occurrences, receiver, searched, text, true);
  const { core } = plain.type;
  // A replacement of too many pieces for a rope is joined into one.
  const fits = core.kind === 'string' && core.pieces + 2 <= maxPieces;
  return replace(occurrences, receiver, searched, fits ? plain : onePiece(plain), false);
}

/**
 * Returns the replacement that a template gives for every match: ECMA-262, 22.1.3.19.1, GetSubstitution, without
 * groups. Returns undefined if it needs the text around the match.
 */
export function withoutDollars(template: string, pattern: Expression): Expression | undefined {
  const parts: Expression[] = [];
  let from = 0;
  for (const { 0: match, index } of template.matchAll(/\$[$&`']/g)) {
    if (match === '$`' || match === "$'") return undefined;
    // Only a read or a literal can be repeated without being computed again.
    if (match === '$&' && pattern.kind !== 'literal' && pattern.kind !== 'read') return undefined;
    parts.push(literal(template.slice(from, index)), match === '$$' ? literal('$') : pattern);
    from = index + match.length;
  }
  return concat([...parts, literal(template.slice(from))]);
}
