import type { ts } from '../../1-parse/syntax/ts.js';
import { concat, convert, flatten, literal, read, stringCall, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { matchPart } from '../../ir/patterns.js';
import type { Statement } from '../../ir/statement.js';
import { positionType, stringType } from '../../ir/type.js';
import { type Callback, callbackOf } from '../arrays/callback.js';
import type { RowContext } from '../context/row-context.js';
import { isExpression, type TupleValue, type Value } from '../values/value.js';
import { MatchLoop } from './match-loop.js';
import { matchValue } from './match-value.js';
import { walkMatches } from './matches-walk.js';
import type { Pattern } from './pattern.js';
import { replaceFirst } from './replace-first.js';

/** A call of `replace` with a function. */
interface Replacing {
  readonly pattern: Pattern;
  readonly subject: Expression;
  readonly callback: Callback;
  readonly node: ts.CallExpression;
  readonly context: RowContext;
}

/** Compiles `text.replace(pattern, f)`: ECMA-262, 22.2.6.11. */
export function replaceMatches(
  pattern: Pattern,
  subject: Expression,
  replacer: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Value | undefined {
  const callback = callbackOf(replacer, context);
  if (!callback) return undefined;
  const replacing = { pattern, subject, callback, node, context };
  if (pattern.constant.flags.includes('g')) return replaceAll(replacing);
  return replaceFirst(pattern, subject, node, context, (match, text) =>
    replacementFor(matchValue(match, 'first', text, pattern), text, replacing),
  );
}

function replaceAll(replacing: Replacing): Expression {
  const { pattern, subject, node, context } = replacing;
  const loop = new MatchLoop(pattern, subject, context);
  const { text, current: found } = loop;
  const { line } = context.effects;
  const result = context.variables.temporary('replaced', stringType(), true);
  const last = context.variables.temporary('last', positionType, true);
  const extend = (...parts: readonly Expression[]): Statement => ({
    kind: 'assign',
    variable: result,
    value: flatten(concat([read(result, stringType()), ...parts])),
    line,
  });
  const addReplacement = () => {
    const value = replacementFor(loop.value, text, replacing);
    if (!value || !context.flow) return;
    context.effects.push(
      extend(stringCall('slice', text, read(last, positionType), matchPart(found, 'start')), value),
      { kind: 'assign', variable: last, value: matchPart(found, 'end'), line },
    );
  };
  const statements = walkMatches(loop, addReplacement, node, context);
  context.effects.push(
    { kind: 'declare', variable: result, value: literal(''), line },
    { kind: 'declare', variable: last, value: convert(literal(0), positionType), line },
    ...statements,
    extend(stringCall('slice', text, read(last, positionType))),
  );
  return read(result, stringType());
}

/** Returns the text that the function gives for a match, which it gets with its groups, its index, the text and the named groups. */
function replacementFor(
  { elements, further }: TupleValue,
  text: Expression,
  { callback, node }: Replacing,
): Expression | undefined {
  const index = further?.get('index') ?? literal(-1);
  const groups = further?.get('groups');
  const args: readonly Value[] = [...elements, index, text, ...(groups ? [groups] : [])];
  const value = callback.call(args, node);
  return value && isExpression(value) ? toText(value) : undefined;
}
