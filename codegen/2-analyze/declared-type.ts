import { ts } from '../1-parse/ts.js';
import { booleanType, doubleType, int128Type, orNull, orUndefined, stringType, type Type } from '../ir/type.js';

const { TypeFlags } = ts;

/** The elements of an array's type, as arrays hold them; undefined for any other type, that of a tuple included. */
export function elementOf(type: ts.Type, checker: ts.TypeChecker): Type | undefined {
  const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  return element && elementOfType(element);
}

/** The values of one kind that a type of TypeScript allows, as arrays hold them; undefined where it allows several kinds. */
export function elementOfType(type: ts.Type): Type | undefined {
  const members = type.isUnion() ? type.types : [type];
  const present = members.filter(({ flags }) => (flags & (TypeFlags.Null | TypeFlags.Undefined)) === 0);
  const kinds = new Set(present.map(kindOf));
  const [kind] = kinds;
  if (kinds.size !== 1 || !kind) return undefined;
  const withNull = members.some(({ flags }) => (flags & TypeFlags.Null) !== 0) ? orNull(kind) : kind;
  return members.some(({ flags }) => (flags & TypeFlags.Undefined) !== 0) ? orUndefined(withNull) : withNull;
}

function kindOf({ flags }: ts.Type): Type | undefined {
  if ((flags & TypeFlags.StringLike) !== 0) return stringTypeOnce;
  if ((flags & TypeFlags.NumberLike) !== 0) return doubleType;
  if ((flags & TypeFlags.BigIntLike) !== 0) return int128Type;
  return (flags & TypeFlags.BooleanLike) !== 0 ? booleanType : undefined;
}

const stringTypeOnce = stringType();
