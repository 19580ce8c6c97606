import { ts } from '../../1-parse/syntax/ts.js';
import { FoundClass, type HeapForm } from '../../ir/heap/heap-class.js';
import type { HeapClass, HeapKind, TypedArrayName } from '../../ir/type.js';
import {
  booleanType,
  doubleType,
  int128Type,
  joinTypes,
  nothingType,
  orNull,
  orUndefined,
  referenceType,
  stringType,
  type Type,
} from '../../ir/type.js';
import { RecursiveFunctions } from './recursive-functions.js';

const { TypeFlags } = ts;

/**
 * The classes of objects that a row function keeps in its memory: one per type of the source, united where objects of several types meet.
 * They outlive a visit of the row function, which is visited again until no visit changes them.
 */
export class HeapClasses {
  /** Counts what was learnt of the classes. */
  changes = 0;
  readonly #checker: ts.TypeChecker;
  readonly #classes = new Map<string, Map<ts.Type, HeapClass | undefined>>();
  readonly #counts = new Map<string, number>();
  /** The functions that call themselves. */
  readonly recursive: RecursiveFunctions;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
    this.recursive = new RecursiveFunctions(this, checker);
  }

  /**
   * Returns the class of the objects of a type, besides null and undefined. Undefined if values of the type are no such objects.
   *
   * @param within the calls around, each of which has classes of its own for types with parameters
   */
  classOf(given: ts.Type, within = ''): HeapClass | undefined {
    const type = given.isUnion() ? this.#checker.getNonNullableType(given) : given;
    const place = this.#hasParameter(type) ? within : '';
    const classes = this.#classes.get(place) ?? new Map<ts.Type, HeapClass | undefined>();
    this.#classes.set(place, classes);
    if (classes.has(type)) return classes.get(type);
    if (type.isUnion()) {
      const united = this.#classOfUnion(type, within);
      classes.set(type, united);
      return united;
    }
    const kind = this.#kindOf(type);
    const made =
      kind && this.make({ kind, name: nameOf(type, kind), isTuple: this.#isTuple(type), typed: typedName(type) });
    // First, because a field may be of the type itself.
    classes.set(type, made);
    if (made) this.#describe(made, type, within);
    return made;
  }

  /** Returns the values of a type as objects hold them. A type that allows several kinds of value says nothing. */
  heldType(type: ts.Type, within = ''): Type {
    const members = type.isUnion() ? type.types : [type];
    let held = nothingType;
    for (const member of members) {
      const { flags } = member;
      const isAbsent = (flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void)) !== 0;
      const joined = isAbsent ? held : joinTypes(held, this.#heldMember(member, within));
      if (!joined) return nothingType;
      held = joined;
      if ((flags & TypeFlags.Null) !== 0) held = orNull(held);
      if ((flags & (TypeFlags.Undefined | TypeFlags.Void)) !== 0) held = orUndefined(held);
    }
    return held;
  }

  #heldMember(type: ts.Type, within: string): Type {
    const { flags } = type;
    if ((flags & TypeFlags.StringLike) !== 0) return stringType();
    if ((flags & TypeFlags.NumberLike) !== 0) return doubleType;
    if ((flags & TypeFlags.BigIntLike) !== 0) return int128Type;
    if ((flags & TypeFlags.BooleanLike) !== 0) return booleanType;
    const to = this.classOf(type, within);
    return to ? referenceType(to) : nothingType;
  }

  #classOfUnion(type: ts.UnionType, within: string): HeapClass | undefined {
    // Beside strings, numbers and the like, a value of several kinds may hold objects of one class.
    const objects = type.types.filter(({ flags }) => (flags & TypeFlags.Object) !== 0);
    const [first, ...others] = objects.map((member) => this.classOf(member, within));
    const isOne = first !== undefined && others.every((other) => other?.root.kind === first.root.kind);
    return isOne && others.every((other) => other && first.unite(other)) ? first : undefined;
  }

  /** True for a type that names a parameter of a generic function, or has one among its arguments. */
  #hasParameter(type: ts.Type, around: readonly ts.Type[] = []): boolean {
    if ((type.flags & TypeFlags.TypeParameter) !== 0) return true;
    // The elements of `type Nested = (string | Nested)[]` lead back to it.
    if (around.includes(type)) return false;
    const within = [...around, type];
    if (type.isUnionOrIntersection()) return type.types.some((member) => this.#hasParameter(member, within));
    const isReference =
      (type.flags & TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
    const args = isReference ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    return args.some((argument) => this.#hasParameter(argument, within));
  }

  /** Makes a class, with a name of its own. */
  make(form: HeapForm): HeapClass {
    const count = (this.#counts.get(form.name) ?? 0) + 1;
    this.#counts.set(form.name, count);
    return new FoundClass({ ...form, name: `${form.name}${count}` }, () => {
      this.changes += 1;
    });
  }

  #kindOf(type: ts.Type): HeapKind | undefined {
    const parts = type.isIntersection() ? type.types : [type];
    if (parts.some(({ flags }) => (flags & TypeFlags.Object) === 0)) return undefined;
    if (this.#checker.isArrayType(type)) return 'array';
    if (this.#checker.isTupleType(type)) return this.#isTuple(type) ? 'record' : 'array';
    const symbol = type.getSymbol();
    const name = symbol?.getName() ?? '';
    // The members of `Record<string, number>` have no name of their own.
    if (symbol && isBuiltIn(symbol) && !name.startsWith('__')) return typedName(type) ? 'array' : builtIns.get(name);
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0 || type.isClass())
      return undefined;
    if (this.#checker.getIndexInfosOfType(type).some(isOfNames) || isRecordOfNames(type)) return 'dictionary';
    return 'record';
  }

  /** True for an array of known length, whose elements are all there. */
  #isTuple(type: ts.Type): boolean {
    if (!this.#checker.isTupleType(type)) return false;
    const { target } = type as ts.TypeReference & { readonly target: ts.TupleType };
    return target.elementFlags.every((flag) => flag === ts.ElementFlags.Required);
  }

  #describe(made: HeapClass, type: ts.Type, within: string): void {
    const checker = this.#checker;
    const args = checker.getTypeArguments(type as ts.TypeReference);
    switch (made.kind) {
      case 'array': {
        if (made.typed) made.holdElement(doubleType);
        else for (const element of args) made.holdElement(this.heldType(element, within));
        return;
      }
      case 'map':
      case 'set': {
        const [key, value] = args;
        if (key) made.holdKey(this.heldType(key, within));
        if (value) made.holdElement(this.heldType(value, within));
        return;
      }
      case 'dictionary': {
        made.holdKey(stringType());
        for (const index of checker.getIndexInfosOfType(type).filter(isOfNames))
          made.holdElement(this.heldType(index.type, within));
        for (const property of type.getProperties())
          made.holdElement(this.heldType(checker.getTypeOfSymbol(property), within));
        return;
      }
      case 'record':
        if (made.isTuple)
          for (const [place, part] of args.entries()) made.holdField(String(place), this.heldType(part, within));
        else
          for (const property of type.getProperties())
            made.holdField(property.getName(), this.heldType(checker.getTypeOfSymbol(property), within));
    }
  }
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
function isOfNames({ keyType }: ts.IndexInfo): boolean {
  return (keyType.flags & TypeFlags.StringLike) !== 0;
}

/** True for `Record<'a' | 'b', number>`, which is read by names that the row computes, and for a partial one. */
function isRecordOfNames({ aliasSymbol, aliasTypeArguments: [part] = [] }: ts.Type): boolean {
  const name = aliasSymbol?.getName();
  return name === 'Record' || (name === 'Partial' && part !== undefined && isRecordOfNames(part));
}

function nameOf(type: ts.Type, kind: HeapKind): string {
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

function typedName(type: ts.Type): TypedArrayName | undefined {
  const symbol = type.getSymbol();
  const name = symbol?.getName() ?? '';
  return symbol && isBuiltIn(symbol) && typedNames.has(name) ? (name as TypedArrayName) : undefined;
}
