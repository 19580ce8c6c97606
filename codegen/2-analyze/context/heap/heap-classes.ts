import { ts } from '../../../1-parse/syntax/ts.js';
import { FoundClass, type HeapForm } from '../../../ir/heap/heap-class.js';
import type { HeapClass, HeapPart } from '../../../ir/type.js';
import {
  type AlternativeKind,
  booleanType,
  doubleType,
  int128Type,
  joinTypes,
  kindOfObjects,
  nothingType,
  orNull,
  orUndefined,
  referenceType,
  stringType,
  type Type,
} from '../../../ir/type.js';
import { hasParameter, isOfNames, isTuple, kindOf, nameOf, objectsOf, typedName } from './object-types.js';
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
    const place = hasParameter(type, this.#checker) ? within : '';
    const classes = this.#classes.get(place) ?? new Map<ts.Type, HeapClass | undefined>();
    this.#classes.set(place, classes);
    if (classes.has(type)) return classes.get(type);
    if (type.isUnion()) {
      const united = this.#classOfUnion(type, within);
      classes.set(type, united);
      return united;
    }
    const kind = kindOf(type, this.#checker);
    const made =
      kind &&
      this.make({ kind, name: nameOf(type, kind), isTuple: isTuple(type, this.#checker), typed: typedName(type) });
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
    const [first, ...others] = objectsOf(type).map((member) => this.classOf(member, within));
    const isOne = first !== undefined && others.every((other) => other?.root.kind === first.root.kind);
    return isOne && others.every((other) => other && first.unite(other)) ? first : undefined;
  }

  /** Returns the classes of the objects of a type: one for each kind of object that it allows. */
  classesOf(type: ts.Type, within = ''): readonly HeapClass[] {
    const only = this.classOf(type, within);
    if (only) return [only];
    const classes = new Map<AlternativeKind, HeapClass>();
    for (const member of type.isUnion() ? objectsOf(type) : []) {
      const to = this.classOf(member, within);
      const kind = to && kindOfObjects(to);
      const known = kind && classes.get(kind);
      // Objects of one kind that meet in a value are of one class.
      if (to && known) known.unite(to);
      else if (to && kind) classes.set(kind, to);
    }
    return [...classes.values()];
  }

  /** Makes a class, with a name of its own. */
  make(form: HeapForm): HeapClass {
    const count = (this.#counts.get(form.name) ?? 0) + 1;
    this.#counts.set(form.name, count);
    return new FoundClass({ ...form, name: `${form.name}${count}` }, () => {
      this.changes += 1;
    });
  }

  #describe(made: HeapClass, type: ts.Type, within: string): void {
    const checker = this.#checker;
    const args = checker.getTypeArguments(type as ts.TypeReference);
    switch (made.kind) {
      case 'array': {
        if (made.typed) made.holdElement(doubleType);
        else for (const element of args) this.#describePart(made, 'element', element, within);
        return;
      }
      case 'map':
      case 'set': {
        const [key, value] = args;
        if (key) this.#describePart(made, 'key', key, within);
        if (value) this.#describePart(made, 'element', value, within);
        return;
      }
      case 'dictionary': {
        made.holdKey(stringType());
        for (const index of checker.getIndexInfosOfType(type).filter(isOfNames))
          this.#describePart(made, 'element', index.type, within);
        for (const property of type.getProperties())
          this.#describePart(made, 'element', checker.getTypeOfSymbol(property), within);
        return;
      }
      case 'record':
        if (made.isTuple)
          for (const [place, part] of args.entries()) this.#describePart(made, `field ${place}`, part, within);
        else
          for (const property of type.getProperties())
            this.#describePart(made, `field ${property.getName()}`, checker.getTypeOfSymbol(property), within);
    }
  }

  /** Describes a part of objects by its type, or by the classes of objects among the several kinds of value that its type allows. */
  #describePart(made: HeapClass, part: HeapPart, type: ts.Type, within: string): void {
    const held = this.heldType(type, within);
    hold(made, part, held);
    if (held.core.kind === 'nothing') made.allowIn(part, () => this.classesOf(type, within));
  }
}

/** Lets a part of objects be of a type. */
function hold(made: HeapClass, part: HeapPart, type: Type): void {
  if (part === 'element') made.holdElement(type);
  else if (part === 'key') made.holdKey(type);
  else made.holdField(part.slice('field '.length), type);
}
