import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { matchPart, patternCall } from '../../ir/patterns.js';
import type { RowContext } from '../context/row-context.js';
import { lasting } from '../effects/stored-value.js';
import { reportMember } from '../refusals/unknown-members.js';
import type { Value } from '../values/value.js';
import { executed } from './executed.js';
import { hasState, isPatternNode, type Pattern, patternOf, refuseState } from './pattern.js';
import { searchOn } from './searches.js';
import { testByString } from './string-operations.js';

/** Recognises a call of a method of a regular expression. */
export function patternCalled(node: ts.CallExpression, context: RowContext): ts.PropertyAccessExpression | undefined {
  const callee = unwrap(node.expression);
  return ts.isPropertyAccessExpression(callee) && isPatternNode(callee.expression, context) ? callee : undefined;
}

/** Visits `pattern.test(s)` and `pattern.exec(s)`. */
export function callOfPattern(
  callee: ts.PropertyAccessExpression,
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  const { name } = callee;
  const visit = methods.get(name.text);
  if (!visit)
    return reportMember({ type: 'A regular expression', known: [...methods.keys()] }, name.text, name, context);
  const pattern = patternOf(callee.expression, context);
  const subject = subjectOf(node, context);
  if (!pattern || !subject) return undefined;
  if (hasState(pattern) && pattern.search === undefined && !pattern.isNew)
    return refuseState(name.text, pattern, node, context);
  return visit(pattern, subject, context);
}

const methods: ReadonlyMap<string, (pattern: Pattern, subject: Expression, context: RowContext) => Value> = new Map([
  ['test', test],
  ['exec', executed],
]);

/** Returns the text in which a pattern is searched for. */
function subjectOf({ arguments: [argument] }: ts.CallExpression, context: RowContext): Expression | undefined {
  const given = argument && context.visit.expression(argument);
  return given && toText(given);
}

function test(pattern: Pattern, subject: Expression, context: RowContext): Value {
  const { constant, search } = pattern;
  if (search !== undefined && hasState(pattern)) return matchPart(searchOn(search, subject, context).match, 'found');
  return testByString(pattern, subject, context) ?? patternCall('test', constant, lasting(subject, context), false);
}
