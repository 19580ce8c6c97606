import { withArticle } from '../../../schema/with-article.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { refusedFunction, throwingArgument } from '../../diagnostics/index.js';
import { convert, literal, read, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call, parameterOf } from '../../ir/intrinsics/call.js';
import { findIntrinsic, type Intrinsic, membersOf } from '../../ir/intrinsics/index.js';
import { doubleType, isVariant, mayBeAbsent } from '../../ir/type.js';
import { walk } from '../arrays/walk.js';
import { globalPath } from '../constants/global-path.js';
import { numberConstant } from '../constants/number-constants.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder } from '../effects/effects.js';
import { byKind, requireOneKind } from '../effects/variants.js';
import { asOperand } from '../heap/as-operand.js';
import { visitSpread } from '../heap/spread.js';
import { refusedFunctionOf } from '../refusals/refused-functions.js';
import { reportMember } from '../refusals/unknown-members.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { describeValue } from '../values/described-values.js';
import { isExpression, type Value } from '../values/value.js';

/** The global objects whose members are functions and numbers. */
const objects: ReadonlySet<string> = new Set(['Math', 'Number', 'BigInt', 'Date']);

/** Returns the path of the built-in function that is called, such as `Math.max`. Undefined for any other call. */
export function builtInCalled({ expression }: ts.CallExpression, context: RowContext): string | undefined {
  const path = globalPath(expression, context);
  return path !== undefined && isBuiltIn(path) ? path : undefined;
}

/** True if a path names a built-in that is compiled or refused here. */
export function isBuiltIn(path: string): boolean {
  const [object = '', member] = path.split('.');
  return member === undefined ? findIntrinsic(path) !== undefined : objects.has(object);
}

/** Compiles a call of a built-in function. */
export function callIntrinsic(path: string, node: ts.CallExpression, context: RowContext): Expression | undefined {
  const intrinsic = findIntrinsic(path);
  if (!intrinsic) return refuse(path, node, context);
  const visits = node.arguments.map((argument) => () => visitSpread(argument, context));
  const given = inOrder<Value>(visits, context);
  const args: Expression[] = [];
  const arrays: Expression[] = [];
  for (const [index, argument] of node.arguments.entries()) {
    const value = given[index];
    if (!value) return undefined;
    const whole = ts.isSpreadElement(argument) ? expanded(value) : value;
    const isSpread = ts.isSpreadElement(argument);
    if (isSpread && isExpression(whole) && whole.type.core.kind === 'array' && extremes.has(path)) {
      arrays.push(whole);
      continue;
    }
    const values =
      isSpread && !isExpression(whole) && whole.kind === 'tuple' ? whole.elements : [isSpread ? undefined : value];
    for (const one of values) {
      const fitting = fittingArgument(intrinsic, args.length, one, argument, context);
      if (!fitting) return undefined;
      args.push(fitting);
    }
  }
  const mixed = args.find(({ type }) => isVariant(type));
  // Functions of several arguments take numbers, and TypeScript says so.
  if (mixed && args.length > 1) return requireOneKind(mixed, `\`${path}\``, node, context);
  if (mixed) return callWithOne(intrinsic, mixed, node.arguments[0] ?? node, context);
  const first = call(path, ...args);
  return arrays.length > 0 ? extremeOf(path, first, arrays, node, context) : first;
}

/** Returns a function that array methods may be given by its name: `filter(Number.isInteger)`. It takes one argument and ignores the others. */
export function functionOfOne(path: string): Intrinsic | undefined {
  const intrinsic = findIntrinsic(path);
  return intrinsic?.parameters.length === 1 && intrinsic.rest === undefined ? intrinsic : undefined;
}

/** Calls a function of one argument, which may be of several kinds. */
export function callWithOne(
  intrinsic: Intrinsic,
  argument: Value,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const ofKind = (one: Value) => {
    const fitting = fittingArgument(intrinsic, 0, one, node, context);
    return fitting && call(intrinsic.name, fitting);
  };
  return isExpression(argument) ? byKind(argument, ofKind, context) : ofKind(argument);
}

/** Functions that are associative and commutative, so that they may be folded over an array. */
const extremes: ReadonlySet<string> = new Set(['Math.max', 'Math.min']);

/** Compiles `Math.max(…words)`: a loop over the elements of each spread array. */
function extremeOf(
  path: string,
  first: Expression,
  arrays: readonly Expression[],
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const { line } = context.effects;
  const extreme = context.variables.temporary('extreme', doubleType, true);
  context.effects.push({ kind: 'declare', variable: extreme, value: convert(first, doubleType), line });
  let failed = false;
  const include = (element: Expression) => {
    const other = fittingArgument(intrinsicNamed(path), 1, element, node, context);
    failed ||= !other;
    const value = other && call(path, read(extreme, doubleType), other);
    if (value) context.effects.push({ kind: 'assign', variable: extreme, value: convert(value, doubleType), line });
    return undefined;
  };
  for (const source of arrays) {
    context.effects.push(...walk({ source: require(source), counts: false }, include, node, context));
    if (failed) return undefined;
  }
  return read(extreme, doubleType);
}

function intrinsicNamed(path: string): Intrinsic {
  const intrinsic = findIntrinsic(path);
  if (!intrinsic) throw new RangeError(`There is no intrinsic ${path}`);
  return intrinsic;
}

/** Returns an argument in the form that a function takes. `given` is undefined for a spread of unknown length. */
function fittingArgument(
  intrinsic: Intrinsic,
  index: number,
  given: Value | undefined,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const { name, parameters, rest } = intrinsic;
  if (!given || (index >= parameters.length && rest === undefined)) {
    return context.refuse(node, {
      construct: given ? `A further argument of \`${name}\`` : 'A spread argument',
      reason: 'The number of arguments must be known when the transform is built, and each have a meaning.',
      advice: 'Pass the arguments one by one, as many as the function has; only `Math.max` and `Math.min` take arrays.',
    });
  }
  const value = isExpression(given)
    ? asOperand(given, node, context)
    : given.kind === 'date'
      ? given.time
      : unsupportedValue(given, node, context);
  if (!value) return undefined;
  const parameter = parameterOf(intrinsic, index);
  const { kind } = value.type.core;
  const expected = parameter === 'int32' ? 'number' : parameter;
  const fits =
    kind !== 'array' &&
    (expected === 'number'
      ? kind !== 'bigint'
      : (expected !== 'bigint' && expected !== 'boolean') || (kind === expected && !mayBeAbsent(value.type)));
  if (fits) return value;
  const advice =
    expected === 'number'
      ? 'Convert it with `Number(x)` first.'
      : `Pass ${withArticle(expected)} that is neither null nor undefined.`;
  return context.report(node, (span) =>
    throwingArgument(span, {
      function: `\`${name}\``,
      argument: describeValue(value.type),
      parameter: withArticle(expected),
      advice,
    }),
  );
}

/** Reads a numeric constant of `Math` or `Number`; reports a function that is not called. */
export function readBuiltIn(path: string, node: ts.Expression, context: RowContext): Expression | undefined {
  const constant = numberConstant(path);
  if (constant !== undefined) return literal(constant);
  if (!findIntrinsic(path)) return refuse(path, node, context);
  return context.refuse(node, {
    construct: `\`${path}\` as a value`,
    reason: 'Functions have no native form: they are called.',
    advice: `Call it: \`${path}(…)\`.`,
  });
}

function refuse(path: string, node: ts.Expression, context: RowContext): undefined {
  const refused = refusedFunctionOf(path);
  if (refused) return context.report(node, (span) => refusedFunction(span, { function: `\`${path}\``, ...refused }));
  const [object = '', method = ''] = path.split('.');
  return reportMember({ type: `\`${object}\``, known: membersOf(object) }, method, node, context);
}
