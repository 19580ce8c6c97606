import { isAmbient, unwrap } from '../1-parse/const-initializer.js';
import { ts } from '../1-parse/ts.js';
import { refusedFunction, throwingArgument, unsupportedMethod } from '../diagnostics/index.js';
import { literal } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { call, parameterOf } from '../ir/intrinsics/call.js';
import { findIntrinsic, type Intrinsic, membersOf } from '../ir/intrinsics/index.js';
import { describeType, mayBeAbsent } from '../ir/type.js';
import { inOrder } from './effects.js';
import { numberConstant } from './number-constants.js';
import { refusedFunctions } from './refused-functions.js';
import type { RowContext } from './row-context.js';
import { visitExpression } from './visitors/index.js';

/** The objects of the platform whose members are functions and numbers. */
const objects: ReadonlySet<string> = new Set(['Math', 'Number', 'BigInt', 'Date']);

/** The path of a global or of a global's member, where the name is the platform's own: `isNaN`, `Math.floor`. */
export function globalPath(node: ts.Expression, context: RowContext): string | undefined {
  const expression = unwrap(node);
  if (ts.isIdentifier(expression)) return isGlobal(expression, context) ? expression.text : undefined;
  const member = memberOf(expression);
  const object = member && unwrap(member.object);
  return object && ts.isIdentifier(object) && isGlobal(object, context) ? `${object.text}.${member.name}` : undefined;
}

function isGlobal(name: ts.Identifier, context: RowContext): boolean {
  return !context.bindingOf(name) && isAmbient(name, context.program.checker);
}

/** `Math.floor` and `Math['floor']`. */
function memberOf(node: ts.Expression): { readonly object: ts.Expression; readonly name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { object: node.expression, name: node.name.text };
  if (!ts.isElementAccessExpression(node) || !ts.isStringLiteralLike(node.argumentExpression)) return undefined;
  return { object: node.expression, name: node.argumentExpression.text };
}

/** Whether a path is ours to compile or to refuse. */
export function isBuiltIn(path: string): boolean {
  const [object = '', member] = path.split('.');
  return member === undefined ? findIntrinsic(path) !== undefined : objects.has(object);
}

/** A call of a built-in function. */
export function callIntrinsic(path: string, node: ts.CallExpression, context: RowContext): Expression | undefined {
  const intrinsic = findIntrinsic(path);
  if (!intrinsic) return refuse(path, node, context);
  const given = node.arguments.flatMap(spreadOf);
  const visits = given.map((argument, index) => () => visitArgument(intrinsic, index, argument, context));
  const args = inOrder(visits, context);
  return args.every((arg) => arg !== undefined) ? call(path, ...args) : undefined;
}

/** The elements of an array literal that is spread, or the argument itself. */
function spreadOf(argument: ts.Expression): readonly ts.Expression[] {
  const list = ts.isSpreadElement(argument) ? unwrap(argument.expression) : argument;
  const isWritten =
    list !== argument && ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isOmittedExpression);
  return isWritten ? list.elements.flatMap(spreadOf) : [argument];
}

function visitArgument(
  intrinsic: Intrinsic,
  index: number,
  node: ts.Expression,
  context: RowContext,
): Expression | undefined {
  const { name, parameters, rest } = intrinsic;
  if (ts.isSpreadElement(node) || (index >= parameters.length && rest === undefined)) {
    return context.refuse(node, {
      construct: ts.isSpreadElement(node) ? 'A spread argument' : `A further argument of \`${name}\``,
      reason: 'The number of arguments must be known when the transform is built, and each have a meaning.',
      advice: 'Pass the arguments one by one, as many as the function has.',
    });
  }
  const value = visitExpression(node, context);
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
      : `Pass a ${expected} that is neither null nor undefined.`;
  return context.report(node, (span) =>
    throwingArgument(span, {
      function: `\`${name}\``,
      argument: describeType(value.type),
      parameter: `a ${expected}`,
      advice,
    }),
  );
}

/** A number of `Math` or `Number`, or a function of theirs that is not called. */
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
  const refused = refusedFunctions.get(path);
  if (refused) return context.report(node, (span) => refusedFunction(span, { function: `\`${path}\``, ...refused }));
  const [object = '', method = ''] = path.split('.');
  return context.report(node, (span) =>
    unsupportedMethod(span, { type: `\`${object}\``, method, known: membersOf(object).join(', ') || 'none' }),
  );
}
