import { ts } from '../../1-parse/syntax/ts.js';

/** A part of a date and time. */
export type DatePart = 'year' | 'month' | 'day' | 'hours' | 'minutes' | 'seconds' | 'milliseconds';

/** The methods that change a date, each with the parts that its arguments set (ECMA-262, section 21.4.4). */
export const dateSetters: ReadonlyMap<string, readonly DatePart[]> = new Map<string, readonly DatePart[]>([
  ['setUTCFullYear', ['year', 'month', 'day']],
  ['setUTCMonth', ['month', 'day']],
  ['setUTCDate', ['day']],
  ['setUTCHours', ['hours', 'minutes', 'seconds', 'milliseconds']],
  ['setUTCMinutes', ['minutes', 'seconds', 'milliseconds']],
  ['setUTCSeconds', ['seconds', 'milliseconds']],
  ['setUTCMilliseconds', ['milliseconds']],
]);

/** Returns the variable of `date.setUTCDate(1)` or `date.setTime(0)`. Undefined for any other node. */
export function dateChangedBy(node: ts.Node): ts.Identifier | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  const isSetter = name.text === 'setTime' || dateSetters.has(name.text);
  return isSetter && ts.isIdentifier(expression) ? expression : undefined;
}
