import type { ts } from '../../1-parse/syntax/ts.js';
import { coalesce, concat, literal, stringCall } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { matchPart } from '../../ir/patterns.js';
import type { RowContext } from '../context/row-context.js';
import type { Value } from '../values/value.js';
import type { Pattern } from './pattern.js';
import { replaceFirst } from './replace-first.js';

/** Compiles `text.replace(pattern, template)` without the flag `g`, for a constant template in which names are written as numbers. */
export function replaceByTemplate(
  template: string,
  pattern: Pattern,
  subject: Expression,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const parts = partsOf(template, pattern.groups);
  return replaceFirst(pattern, subject, node, context, (match, text) =>
    concat(parts.map((part) => textOf(part, match, text))),
  );
}

/** A part of a template: a text as it is, the number of a group, or the text before or behind the match. */
type Part = { readonly text: string } | { readonly group: number } | 'before' | 'behind';

/** Returns the parts of a template: ECMA-262, 22.1.3.19.1, GetSubstitution. */
function partsOf(template: string, groups: number): readonly Part[] {
  return template.split(/(\$(?:[$&`']|\d{1,2}))/).flatMap((text, place) => {
    const isPattern = place % 2 === 1;
    return isPattern ? partsOfPattern(text, groups) : [{ text }];
  });
}

function partsOfPattern(pattern: string, groups: number): readonly Part[] {
  switch (pattern[1]) {
    case '$':
      return [{ text: '$' }];
    case '&':
      return [{ group: 0 }];
    case '`':
      return ['before'];
    case "'":
      return ['behind'];
    default: {
      const digits = pattern.slice(1);
      const isGroup = (number: number) => number >= 1 && number <= groups;
      if (isGroup(Number(digits))) return [{ group: Number(digits) }];
      // The second digit of a number that no group has is text.
      const first = Number(digits[0]);
      return isGroup(first) ? [{ group: first }, { text: digits.slice(1) }] : [{ text: pattern }];
    }
  }
}

function textOf(part: Part, match: Expression, text: Expression): Expression {
  if (part === 'before') return stringCall('slice', text, literal(0), matchPart(match, 'start'));
  if (part === 'behind') return stringCall('slice', text, matchPart(match, 'end'));
  if ('text' in part) return literal(part.text);
  const group = matchPart(match, part.group);
  return part.group === 0 ? group : (coalesce(group, literal('')) ?? group);
}
