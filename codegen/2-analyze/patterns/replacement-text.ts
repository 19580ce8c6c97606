import type { ts } from '../../1-parse/syntax/ts.js';
import { literal, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowContext } from '../context/row-context.js';
import type { Pattern } from './pattern.js';

/** Groups that `$01` to `$99` can stand for. */
const mostNumbered = 99;

/**
 * Returns the replacement in which patterns such as `$<year>` are written with the numbers of the groups, so that native code needs no
 * names. Undefined if an error was reported.
 */
export function replacementText(
  given: Expression,
  pattern: Pattern,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const text = toText(given);
  if (pattern.names.size === 0) return text;
  if (text.kind === 'literal' && typeof text.value === 'string' && pattern.groups <= mostNumbered)
    return literal(numbered(text.value, pattern));
  return context.refuse(node, {
    construct: 'This replacement for a regular expression with named groups',
    reason: '`$<name>` in it is resolved when the transform is built, for the first 99 groups.',
    advice: 'Write the replacement as a literal, or pass a function: `s.replace(pattern, (match) => text)`.',
  });
}

/** At most one of the groups of a name takes part in a match, and the others are empty. */
function numbered(template: string, { names }: Pattern): string {
  return template.replaceAll(/\$(\$|<([^>]*)>)/g, (whole, _, name?: string) => {
    if (name === undefined) return whole;
    return (names.get(name) ?? []).map((number) => `$${String(number).padStart(2, '0')}`).join('');
  });
}
