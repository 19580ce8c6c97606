import { ts } from '../../1-parse/syntax/ts.js';
import {
  arrayType,
  booleanType,
  bytesType,
  doubleType,
  int128Type,
  orNull,
  orUndefined,
  sameType,
  stringType,
  type Type,
} from '../../ir/type.js';

const { TypeFlags } = ts;

/** Returns the element type of an array type, as arrays hold it. Undefined for any other type, including tuples. */
export function elementOf(type: ts.Type, checker: ts.TypeChecker, around: readonly ts.Type[] = []): Type | undefined {
  // The elements of `type Nested = (string | Nested)[]` have no depth that is known.
  if (around.includes(type)) return undefined;
  const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  return element && elementOfType(element, checker, [...around, type]);
}

/** Returns a TypeScript type as arrays hold its values. Undefined if it allows several kinds of value. */
export function elementOfType(
  type: ts.Type,
  checker: ts.TypeChecker,
  around: readonly ts.Type[] = [],
): Type | undefined {
  const members = type.isUnion() ? type.types : [type];
  const present = members.filter(({ flags }) => (flags & (TypeFlags.Null | TypeFlags.Undefined)) === 0);
  const [kind, ...others] = present.map((member) => kindOf(member, checker, around));
  if (!kind || others.some((other) => !other || !sameType(other, kind))) return undefined;
  const withNull = members.some(({ flags }) => (flags & TypeFlags.Null) !== 0) ? orNull(kind) : kind;
  return members.some(({ flags }) => (flags & TypeFlags.Undefined) !== 0) ? orUndefined(withNull) : withNull;
}

function kindOf(type: ts.Type, checker: ts.TypeChecker, around: readonly ts.Type[]): Type | undefined {
  const { flags } = type;
  if ((flags & TypeFlags.StringLike) !== 0) return stringType();
  if ((flags & TypeFlags.NumberLike) !== 0) return doubleType;
  if ((flags & TypeFlags.BigIntLike) !== 0) return int128Type;
  if ((flags & TypeFlags.BooleanLike) !== 0) return booleanType;
  if (type.getSymbol()?.getName() === 'Uint8Array') return bytesType;
  const element = elementOf(type, checker, around);
  return element && arrayType(element);
}
