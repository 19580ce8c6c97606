import type { ts } from '../../1-parse/syntax/ts.js';
import { literal, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { patternCall, patternReplace } from '../../ir/patterns.js';
import type { RowContext } from '../context/row-context.js';
import { lasting } from '../effects/stored-value.js';
import { isFunction } from '../functions/called-function.js';
import { unsupported } from '../refusals/unsupported.js';
import type { Value } from '../values/value.js';
import { allMatches } from './all-matches.js';
import { executed } from './executed.js';
import { isPatternNode, type Pattern, patternOf, patternOfText, refuseState } from './pattern.js';
import { replaceMatches } from './replace-by-function.js';
import { replaceByTemplate } from './replace-by-template.js';
import { replacementText } from './replacement-text.js';
import { beginAgain } from './searches.js';
import { replaceByString, searchByString, splitByString } from './string-operations.js';

/** A call of a method of a string with a regular expression. */
interface StringCall {
  readonly pattern: Pattern;
  readonly receiver: Expression;
  readonly node: ts.CallExpression;
  readonly context: RowContext;
}

type Method = (call: StringCall) => Value | undefined;

/** The methods of strings that take regular expressions: ECMA-262, 22.1.3. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['match', matched],
  ['matchAll', matchedAll],
  ['replace', replaced],
  ['replaceAll', replaced],
  ['search', searched],
  ['split', split],
]);

/** The flags of the regular expressions that methods make of a text. */
const flagsOfText: ReadonlyMap<string, string> = new Map([
  ['match', ''],
  ['matchAll', 'g'],
  ['search', ''],
]);

/** True for a call of a method of strings whose first argument is a regular expression, or becomes one. */
export function takesPattern({ arguments: [first] }: ts.CallExpression, name: string, context: RowContext): boolean {
  return first !== undefined && methods.has(name) && (flagsOfText.has(name) || isPatternNode(first, context));
}

/** Visits a call for which `takesPattern` holds. */
export function callWithPattern(
  receiver: Expression,
  node: ts.CallExpression,
  name: string,
  context: RowContext,
): Value | undefined {
  const pattern = patternOfCall(node, name, context);
  return pattern && methods.get(name)?.({ pattern, receiver, node, context });
}

/** Returns the regular expression of a call for which `takesPattern` holds. Undefined if an error was reported. */
export function patternOfCall(node: ts.CallExpression, name: string, context: RowContext): Pattern | undefined {
  const [first] = node.arguments;
  if (!first) return undefined;
  const pattern = isPatternNode(first, context)
    ? patternOf(first, context)
    : patternOfText(first, flagsOfText.get(name) ?? '', context);
  const needsG = name === 'replaceAll' || name === 'matchAll';
  return pattern && needsG && !pattern.constant.flags.includes('g') ? refuseWithoutG(name, node, context) : pattern;
}

/** JavaScript throws a TypeError, for every row. */
function refuseWithoutG(name: 'matchAll' | 'replaceAll', node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: `\`${name}\` with a regular expression without the flag \`g\``,
    reason: 'JavaScript throws a TypeError for it.',
    advice: `Add the flag, or call \`${name.slice(0, -3)}\` for the first match.`,
  });
}

function isSticky({ constant: { flags } }: Pattern): boolean {
  return flags.includes('y');
}

/** `search` begins at the start, whatever the flags. */
function searched({ pattern, receiver, context }: StringCall): Value {
  return (
    searchByString(pattern, receiver, context) ??
    patternCall('search', pattern.constant, lasting(receiver, context), false)
  );
}

/** `match` finds the texts of all matches with the flag `g`, and the first match without it. */
function matched({ pattern, receiver, node, context }: StringCall): Value | undefined {
  const { constant, isNew, search } = pattern;
  if (constant.flags.includes('g')) {
    beginAgain(search, context);
    return patternCall('matches', constant, lasting(receiver, context), false);
  }
  if (isSticky(pattern) && search === undefined && !isNew) return refuseState('match', pattern, node, context);
  return executed(pattern, receiver, context);
}

function matchedAll({ pattern, receiver, node, context }: StringCall): Value | undefined {
  return allMatches(pattern, receiver, node, context);
}

function replaced({ pattern, receiver, node, context }: StringCall): Value | undefined {
  const { constant, isNew, search } = pattern;
  const [, given] = node.arguments;
  if (isSticky(pattern) && !constant.flags.includes('g') && !isNew)
    return refuseState('replace', pattern, node, context);
  if (given && isFunction(given, context)) {
    beginAgain(search, context);
    return replaceMatches(pattern, receiver, given, node, context);
  }
  const value = given ? context.visit.expression(given) : literal(undefined);
  beginAgain(search, context);
  const replacement = value && replacementText(value, pattern, given ?? node, context);
  if (!replacement) return undefined;
  const byString = replaceByString(pattern, receiver, replacement, context);
  if (byString) return byString;
  const isTemplate = replacement.kind === 'literal' && typeof replacement.value === 'string';
  if (isTemplate && !constant.flags.includes('g'))
    return replaceByTemplate(String(replacement.value), pattern, receiver, node, context);
  return patternReplace(constant, lasting(receiver, context), replacement, pattern.replacesLazily);
}

function split({ pattern, receiver, node, context }: StringCall): Value | undefined {
  const [, given] = node.arguments;
  const limit = given && context.visit.expression(given);
  if (given && !limit) return undefined;
  const isNumber = !limit || (limit.type.core.kind === 'number' && !limit.type.mayBeUndefined);
  if (!isNumber) return unsupported(node, context);
  // ToUint32 has the same bits as ToInt32.
  const most = limit && call('ToInt32', toNumber(limit));
  // `split` makes an expression of its own, for which the flag has no meaning.
  const anywhere = Object.freeze({ ...pattern.constant, flags: pattern.constant.flags.replace('y', '') });
  return (
    splitByString({ ...pattern, constant: anywhere }, receiver, most, context) ??
    patternCall('split', anywhere, lasting(receiver, context), pattern.groups > 0, most)
  );
}
