import { isAmbient, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { coalesce, literal } from '../../ir/build.js';
import { type Constant, type ConstantValue, isComposite, isPattern } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { pick, pickedType } from '../../ir/lookup.js';
import type { RowContext } from '../context/row-context.js';
import { unknownConstantMember, unsupported, unsupportedConstant } from '../refusals/unsupported.js';
import {
  type Access,
  type ConstantReference,
  isReference,
  known,
  knownValue,
  nameOfPart,
  unnamed,
} from '../values/constant-reference.js';
import { describeValue } from '../values/described-values.js';
import { captureNamesIn, captureValue } from './captures.js';
import { evaluateConstant, evaluateName } from './evaluate-constant.js';
import { withinLimits } from './literal.js';
import { lookUp } from './lookups.js';
import { callOfConstant } from './methods.js';
import { isNewDate } from './new-date.js';
import { callOfObject, memberOf } from './parts.js';
import { accessOf, objectOf, select } from './select.js';

/**
 * Returns the constants that an expression refers to: an array, `Set`, `Map`, object or enum, or something inside one. Undefined for
 * any other expression, including names of simple constants.
 */
export function referTo(expression: ts.Expression, context: RowContext): ConstantReference | 'reported' | undefined {
  const node = unwrap(expression);
  if (ts.isIdentifier(node)) return referByName(node, context);
  if (isLiteralOfConstants(node)) {
    const found = evaluateConstant(node, context.program);
    if (!found || !isComposite(found.value)) return undefined;
    captureNamesIn(node, context);
    return known(found.value, unnamed);
  }
  if (ts.isPropertyAccessExpression(node)) {
    const object = referTo(node.expression, context);
    return isReference(object) ? memberReference(object, node, context) : object;
  }
  if (ts.isElementAccessExpression(node)) {
    const object = referTo(node.expression, context);
    return isReference(object) ? memberReference(object, node, context) : object;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return referToEither(node, context);
  return ts.isCallExpression(node) ? referByCall(node, context) : undefined;
}

/** True for a literal, or a call of a constructor, whose value is a constant if its parts are. */
function isLiteralOfConstants(node: ts.Expression): boolean {
  return (
    ts.isArrayLiteralExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isRegularExpressionLiteral(node)
  );
}

/** Returns `object.name` or `object[key]` of a reference. Undefined for a reference to simple constants. */
export function memberReference(
  object: ConstantReference,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  context: RowContext,
): ConstantReference | 'reported' | undefined {
  return ts.isPropertyAccessExpression(node)
    ? property(object, node.name.text, accessOf(node), node.name, context)
    : element(object, node, context);
}

/** Returns the reference of `left ?? right` where both operands refer to constants, as in `table[key] ?? other`. */
function referToEither(node: ts.BinaryExpression, context: RowContext): ConstantReference | 'reported' | undefined {
  if (!isRooted(node.left, context) || !isRooted(node.right, context)) return undefined;
  const left = referTo(node.left, context);
  if (!isReference(left)) return left;
  const right = referTo(node.right, context);
  if (!isReference(right)) return right;
  const known = left.candidates.length;
  const places = [...left.candidates.keys()];
  const place = pick(
    left.index,
    places.map((at) => (isNothing(left.candidates[at]) ? undefined : at)),
    left.total,
    nameOfPart(left, 'places'),
  );
  const others = [...right.candidates.keys()].map((at) => known + at);
  const other = pick(right.index, others, right.total, nameOfPart(right, 'places'));
  const index = place && other && coalesce(place, other);
  const sound = index && (coalesce(index, literal(-1)) ?? index);
  if (!sound) return undefined;
  const candidates = [...left.candidates, ...right.candidates];
  const origin = { capture: left.capture ?? right.capture, name: left.name ?? right.name };
  return select(sound, candidates, right.total, origin);
}

/** Methods of constants whose results are computed when the row runs, so that their missing members are not known. */
const makesArrays: ReadonlySet<string> = new Set(
  'concat exec filter find findLast flatMap map reduce reduceRight reverse slice sort toReversed toSorted'.split(' '),
);

/** True if an expression starts from a constant, by its form alone. */
export function isRooted(expression: ts.Expression, context: RowContext): boolean {
  const node = unwrap(expression);
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    makesArrays.has(node.expression.name.text)
  )
    return false;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node))
    return isRooted(node.expression, context);
  if (ts.isBinaryExpression(node)) return isRooted(node.left, context) && isRooted(node.right, context);
  if (ts.isIdentifier(node)) {
    const binding = context.names.bindingOf(node);
    const found = binding ? undefined : evaluateName(node, context.program);
    return binding?.kind === 'constant' || (found !== undefined && isComposite(found.value));
  }
  if (ts.isNewExpression(node)) return !isNewDate(node, context);
  return isLiteralOfConstants(node);
}

function referByName(name: ts.Identifier, context: RowContext): ConstantReference | 'reported' | undefined {
  const binding = context.names.bindingOf(name);
  if (binding) return binding.kind === 'constant' ? binding.reference : undefined;
  const found = evaluateName(name, context.program);
  if (!found || !isComposite(found.value)) return undefined;
  const captured = captureValue(name, context);
  return captured ? known(captured.value, { capture: captured.name, name: name.text }) : 'reported';
}

/** Returns a property by its name. Undefined for a reference to simple constants, whose members are not constants. */
export function property(
  reference: ConstantReference,
  key: string,
  access: Access,
  node: ts.Node,
  context: RowContext,
): ConstantReference | 'reported' | undefined {
  const { capture } = reference;
  if (access === 'skip' && reference.candidates.every(isNothing)) return known(undefined, reference);
  if (!reference.candidates.some(isComposite)) return undefined;
  // It is no constant: searches and assignments change it.
  if (key === 'lastIndex' && reference.candidates.some(isPattern)) return undefined;
  const object = objectOf(reference, access);
  if (!object || object.candidates.some(isSimplePresent)) return reported(unsupported(node, context));
  const values: ConstantValue[] = [];
  for (const candidate of object.candidates) {
    const found = memberOf(candidate, key);
    if (!found && isComposite(candidate) && !mayMiss(candidate, key))
      return reported(unknownConstantMember(candidate, key, node, context));
    values.push(found?.value);
  }
  // The place of an element is no name.
  const name = /^\d+$/.test(key) ? reference.name : nameOfPart(reference, key);
  return select(object.index, values, object.total, { capture, name });
}

/** True for an object that does not inherit a property of that name, so that a missing one is undefined. */
function mayMiss(value: ConstantValue, key: string): boolean {
  return isComposite(value) && value.kind === 'object' && !(value.inherits && key in Object.prototype);
}

function isNothing(value: ConstantValue): boolean {
  return value === null || value === undefined;
}

function isSimplePresent(value: ConstantValue): boolean {
  return !isComposite(value) && !isNothing(value);
}

function element(
  reference: ConstantReference,
  node: ts.ElementAccessExpression,
  context: RowContext,
): ConstantReference | 'reported' | undefined {
  if (accessOf(node) === 'skip' && reference.candidates.every(isNothing)) return known(undefined, reference);
  if (!reference.candidates.some(isComposite)) return undefined;
  const object = objectOf(reference, accessOf(node));
  if (!object || object.candidates.some(isSimplePresent)) return reported(unsupported(node, context));
  return lookUp(object, node, context) ?? 'reported';
}

/** Returns the reference of `map.get(key)`, `list.at(i)` or `Object.values(table)`. Undefined for any other call. */
function referByCall(node: ts.CallExpression, context: RowContext): ConstantReference | 'reported' | undefined {
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { expression: object, name } = callee;
  const [argument] = node.arguments;
  if (ts.isIdentifier(object) && object.text === 'Object' && isAmbient(object, context.program.checker)) {
    const given = argument && node.arguments.length === 1 ? referTo(argument, context) : undefined;
    const value = isReference(given) ? knownValue(given) : undefined;
    const result = value && callOfObject(name.text, value.value);
    return isReference(given) && result ? known(result.value, given) : undefined;
  }
  if (name.text !== 'get' && name.text !== 'at') return undefined;
  const receiver = referTo(object, context);
  return isReference(receiver) ? callOfConstant(receiver, node, callee, context) : receiver;
}

function reported(_: undefined): 'reported' {
  return 'reported';
}

/** Returns the value of a reference to simple constants. Reports arrays, objects and the like. */
export function readReference(
  { index, candidates, total, name }: ConstantReference,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const values: Constant[] = [];
  for (const value of candidates) {
    if (isComposite(value)) return unsupportedConstant(value.kind, node, context);
    if (typeof value === 'bigint' && !withinLimits(literal(value), node, context)) return undefined;
    values.push(value);
  }
  return (
    pick(index, values, total, name) ??
    context.report(node, (span) => {
      const [left, right] = kindsOf(values);
      return mixedTypes(span, { left, right });
    })
  );
}

/** Describes two of the values that have no common type. */
function kindsOf(values: readonly Constant[]): readonly [string, string] {
  for (const a of values) {
    const b = values.find((other) => !pickedType([a, other]));
    if (b !== undefined) return [describeValue(literal(a).type), describeValue(literal(b).type)];
  }
  return ['a value', 'another'];
}
