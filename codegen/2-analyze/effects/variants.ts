import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { asKind, conditional, convert, equal, kindTest, literal, not, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import {
  type AlternativeKind,
  alternativeKind,
  alternativesOf,
  isVariant,
  joinKinds,
  joinTypes,
  kindOfObjects,
  orUndefined,
  referenceType,
  type Type,
} from '../../ir/type.js';
import { isTuple, kindOf, typedName } from '../context/heap/object-types.js';
import { placeOfCall } from '../context/place-of-call.js';
import type { RowContext } from '../context/row-context.js';
import { describeValue } from '../values/described-values.js';
import { isAbsent } from '../values/logical-operator.js';
import { isExpression, type Value } from '../values/value.js';
import { isStable, keepExpression } from './effects.js';

const { TypeFlags } = ts;

/** Returns the smallest type that holds both. Beside objects with identity a variable holds values of several kinds, too. */
export function joinedType(a: Type, b: Type, { heap }: Pick<RowContext, 'heap'>): Type | undefined {
  return heap ? joinKinds(a, b) : joinTypes(a, b);
}

/** Tests that a value is present and of one of some kinds. */
export function testOfKinds(value: Expression, of: (kind: AlternativeKind) => boolean): Expression {
  const kinds = alternativesOf(value.type.core).map(alternativeKind);
  const tested = kinds.filter(of);
  if (tested.length === 0) return literal(false);
  return tested.length < kinds.length ? kindTest(value, tested) : not(isAbsent(value));
}

/**
 * Returns what `result` gives for the value of a variant, as each kind that it may be of, and for null and undefined. Any other value is
 * given as it is.
 */
export function byKind(
  given: Expression,
  result: (value: Expression) => Expression | undefined,
  context: RowContext,
): Expression | undefined {
  if (!isVariant(given.type)) return result(given);
  const isKept = given.kind === 'read' && isStable(given, context);
  const kept = isKept ? given : keepExpression(given, 'value', context);
  const { mayBeNull, mayBeUndefined } = given.type;
  const [last, ...others] = [...alternativesOf(given.type.core)].reverse();
  const asOne = (core: Type['core']) =>
    kept.kind === 'read' ? read(kept.variable, { core, mayBeNull: false, mayBeUndefined: false }) : kept;
  let chosen = last && result(asOne(last));
  for (const core of others) {
    const value = result(asOne(core));
    chosen = value && chosen && conditional(kindTest(kept, [alternativeKind(core)]), value, chosen);
  }
  for (const absent of [...(mayBeNull ? [null] : []), ...(mayBeUndefined ? [undefined] : [])]) {
    const value = result(literal(absent));
    chosen = value && chosen && conditional(equal(kept, literal(absent)), value, chosen);
  }
  return chosen;
}

/**
 * Returns a value of several kinds as one of those that the source's type says at a node. The row fails if the type is wrong there; so does
 * the reference, which checks it, too.
 */
export function narrowedBySource(value: Value, node: ts.Expression, context: RowContext): Value {
  return isExpression(value) ? narrowedRead(value, node, context) : value;
}

export function narrowedRead(value: Expression, node: ts.Expression, context: RowContext): Expression {
  if (!(isVariant(value.type) || value.type.core.kind === 'reference') || isInsideChain(node)) return value;
  const type = context.program.checker.getTypeAtLocation(node);
  const kinds = kindsOf(type, context);
  if (!kinds) return value;
  const isPossible = alternativesOf(value.type.core).some((one) => kinds.has(alternativeKind(one)));
  const narrowed = isPossible ? asKind(value, kinds) : (objectThatIsNeverThere(type, context) ?? value);
  if (narrowed !== value) context.reference.narrowed.set(node, [...kinds]);
  return narrowed;
}

/**
 * Returns undefined in place of an object of a kind that no value is of, though the types of the source allow it: a function handles maps,
 * and this row function makes none. Undefined if the type is of no objects of one kind.
 */
function objectThatIsNeverThere(type: ts.Type, context: RowContext): Expression | undefined {
  const to = context.heap?.classOf(type, placeOfCall(context));
  return to && convert(literal(undefined), orUndefined(referenceType(to)));
}

/** True for `a?.b` of `a?.b.c`: the reference could not check it by itself. */
function isInsideChain(node: ts.Expression): boolean {
  return ts.isOptionalChain(node) && ts.isOptionalChain(node.parent) && node.parent.expression === node;
}

/** Returns the kinds of a type's values, besides null and undefined. Undefined if it says nothing. */
function kindsOf(type: ts.Type, context: RowContext): ReadonlySet<AlternativeKind> | undefined {
  const kinds = new Set<AlternativeKind>();
  for (const member of type.isUnion() ? type.types : [type]) {
    const { flags } = member;
    if ((flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void)) !== 0) continue;
    const [, named] = kindsByFlag.find(([flag]) => (flags & flag) !== 0) ?? [];
    const kind = named ?? kindOfType(member, context);
    if (!kind) return undefined;
    kinds.add(kind);
  }
  return kinds;
}

const kindsByFlag: readonly (readonly [ts.TypeFlags, AlternativeKind])[] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.BooleanLike, 'boolean'],
];

/** Returns the kind of a type's objects. Undefined if they may be of several: arrays, too, have the properties of `{ length: number }`. */
function kindOfType(type: ts.Type, context: RowContext): AlternativeKind | undefined {
  const { checker } = context.program;
  const kind = kindOf(type, checker);
  if (!kind) return undefined;
  const isOf = kindOfObjects({ kind, isTuple: isTuple(type, checker), typed: typedName(type) });
  const isShared = (name: string) => [Array, Map, Set].some(({ prototype }) => name in prototype);
  const mayBeOther = isOf === 'object' && kind === 'record' && type.getProperties().every(({ name }) => isShared(name));
  return mayBeOther ? undefined : isOf;
}

/** Returns a value of one kind. Reports one of several kinds, with which `operation` would need a search for each. */
export function requireOneKind(
  value: Expression,
  operation: string,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  if (!isVariant(value.type)) return value;
  return context.report(node, (span) =>
    unsupportedOperation(span, {
      operation,
      operands: describeValue(value.type),
      advice: "Ask for the kind first: `typeof key === 'string' && names.has(key)`.",
    }),
  );
}

/** Returns `typeof` of a present value as a test. */
export function testOfName(value: Expression, name: string): Expression {
  return testOfKinds(value, (kind) => typeNameOf(kind) === name);
}

function typeNameOf(kind: AlternativeKind): string {
  return kindsByFlag.some(([, named]) => named === kind) ? kind : 'object';
}
