import { ts } from '../../../1-parse/syntax/ts.js';
import type { HeapKind, TypedArrayName } from '../../../ir/type.js';

const { TypeFlags } = ts;

/** Returns the kind of the objects of a type. Undefined if its values are no objects that a row's memory holds. */
export function kindOf(type: ts.Type, checker: ts.TypeChecker): HeapKind | undefined {
  const parts = type.isIntersection() ? type.types : [type];
  if (parts.some(({ flags }) => (flags & TypeFlags.Object) === 0)) return undefined;
  if (checker.isArrayType(type)) return 'array';
  if (checker.isTupleType(type)) return isTuple(type, checker) ? 'record' : 'array';
  const symbol = type.getSymbol();
  const name = symbol?.getName() ?? '';
  // The members of `Record<string, number>` have no name of their own.
  if (symbol && isBuiltIn(symbol) && !name.startsWith('__')) return typedName(type) ? 'array' : builtIns.get(name);
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0 || type.isClass())
    return undefined;
  if (checker.getIndexInfosOfType(type).some(isOfNames) || isRecordOfNames(type)) return 'dictionary';
  return 'record';
}

/** True for an array of known length, whose elements are all there. */
export function isTuple(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (!checker.isTupleType(type)) return false;
  const { target } = type as ts.TypeReference & { readonly target: ts.TupleType };
  return target.elementFlags.every((flag) => flag === ts.ElementFlags.Required);
}

/** True for a type that names a parameter of a generic function, or has one among its arguments. */
export function hasParameter(type: ts.Type, checker: ts.TypeChecker, around: readonly ts.Type[] = []): boolean {
  if ((type.flags & TypeFlags.TypeParameter) !== 0) return true;
  // The elements of `type Nested = (string | Nested)[]` lead back to it.
  if (around.includes(type)) return false;
  const within = [...around, type];
  if (type.isUnionOrIntersection()) return type.types.some((member) => hasParameter(member, checker, within));
  const isReference =
    (type.flags & TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  const args = isReference ? checker.getTypeArguments(type as ts.TypeReference) : [];
  return args.some((argument) => hasParameter(argument, checker, within));
}

/** Returns the members of a union that are objects, beside strings, numbers and the like. */
export function objectsOf({ types }: ts.UnionType): readonly ts.Type[] {
  return types.filter(({ flags }) => (flags & TypeFlags.Object) !== 0);
}

const builtIns: ReadonlyMap<string, HeapKind> = new Map<string, HeapKind>([
  ['Map', 'map'],
  ['ReadonlyMap', 'map'],
  ['Set', 'set'],
  ['ReadonlySet', 'set'],
]);

/** True for a symbol of TypeScript's own libraries. */
function isBuiltIn(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) =>
    /[\\/]lib\.[^\\/]*\.d\.ts$/.test(declaration.getSourceFile().fileName),
  );
}

/** True for an index signature of texts, or of texts of a form such as `${string}!`. */
export function isOfNames({ keyType }: ts.IndexInfo): boolean {
  return (keyType.flags & TypeFlags.StringLike) !== 0;
}

/** True for `Record<'a' | 'b', number>`, which is read by names that the row computes, and for a partial one. */
function isRecordOfNames({ aliasSymbol, aliasTypeArguments: [part] = [] }: ts.Type): boolean {
  const name = aliasSymbol?.getName();
  return name === 'Record' || (name === 'Partial' && part !== undefined && isRecordOfNames(part));
}

/** Returns the name of a class, without its number: that of a type which the source names, or of its kind. */
export function nameOf(type: ts.Type, kind: HeapKind): string {
  const name = type.aliasSymbol?.getName() ?? type.getSymbol()?.getName() ?? '';
  const isOwn = kind === 'record' && /^[A-Z][A-Za-z0-9]*$/.test(name);
  if (isOwn) return name;
  return { array: 'Array', map: 'Map', set: 'Set', dictionary: 'Dictionary', record: 'Record' }[kind];
}

const typedNames: ReadonlySet<string> = new Set<TypedArrayName>([
  'Int8Array',
  'Uint8Array',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
]);

/** Returns the name of a typed array's class. */
export function typedName(type: ts.Type): TypedArrayName | undefined {
  const symbol = type.getSymbol();
  const name = symbol?.getName() ?? '';
  return symbol && isBuiltIn(symbol) && typedNames.has(name) ? (name as TypedArrayName) : undefined;
}
