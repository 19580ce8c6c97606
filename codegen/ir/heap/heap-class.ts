import {
  alternativesOf,
  type HeapClass,
  type HeapKind,
  type HeapPart,
  joinKinds,
  nothingType,
  type Type,
  type TypedArrayName,
} from '../type.js';

/** The facts about a class that are known from the beginning. */
export interface HeapForm {
  readonly kind: HeapKind;
  readonly name: string;
  readonly isTuple?: boolean;
  readonly typed?: TypedArrayName | undefined;
}

/** The content of the objects of a class: elements, keys and values, or the fields of a record by name. */
export interface HeapContent {
  /** The elements of an array, or the values of a map or dictionary. */
  element: Type;
  /** The keys of a map or set. */
  key: Type;
  readonly fields: Map<string, Type>;
}

/** A class of objects that the analysis finds: it begins with one per type of the source, and unites the classes of objects that meet. */
export class FoundClass implements HeapClass {
  readonly kind: HeapKind;
  /** True for an array of known length whose places are fields of their own, named `0`, `1` and so on. */
  readonly isTuple: boolean;
  readonly name: string;
  /** Set for a typed array: it has a fixed length, and its elements are converted as they are assigned. */
  readonly typed: TypedArrayName | undefined;
  readonly #changed: () => void;
  readonly #content: HeapContent = { element: nothingType, key: nothingType, fields: new Map() };
  #same: FoundClass | undefined;
  #order: readonly string[] | 'several' | undefined;
  #mayHaveHoles = false;
  readonly #undefinedFields = new Set<string>();
  readonly #allowed = new Map<HeapPart, readonly (() => readonly HeapClass[])[]>();

  /** @param changed is called when objects of the class turn out to hold more than was known */
  constructor({ kind, name, isTuple = false, typed }: HeapForm, changed: () => void) {
    this.kind = kind;
    this.name = name;
    this.isTuple = isTuple;
    this.typed = typed;
    this.#changed = changed;
  }

  /** The class that this one was united with, or itself. */
  get root(): FoundClass {
    return this.#same ? this.#same.root : this;
  }

  get element(): Type {
    return this.root.#content.element;
  }

  get key(): Type {
    return this.root.#content.key;
  }

  /** The fields of a record, in the order in which they were found. */
  get fields(): ReadonlyMap<string, Type> {
    return this.root.#content.fields;
  }

  get order(): readonly string[] | undefined {
    const order = this.root.#order;
    return order === 'several' ? undefined : order;
  }

  get mayHaveHoles(): boolean {
    return this.root.#mayHaveHoles;
  }

  noteOrder(names: readonly string[]): void {
    this.root.#joinOrder(names);
  }

  noteHoles(): void {
    if (this.root.#mayHaveHoles) return;
    this.root.#mayHaveHoles = true;
    this.root.#changed();
  }

  noteUndefined(field: string): void {
    if (this.holdsUndefined(field)) return;
    this.root.#undefinedFields.add(field);
    this.root.#changed();
  }

  holdsUndefined(field: string): boolean {
    return this.root.#undefinedFields.has(field);
  }

  allowedIn(part: HeapPart): readonly HeapClass[] {
    return (this.root.#allowed.get(part) ?? []).flatMap((classes) => classes());
  }

  allowIn(part: HeapPart, classes: () => readonly HeapClass[]): void {
    const { root } = this;
    root.#allowed.set(part, [...(root.#allowed.get(part) ?? []), classes]);
  }

  /** Lets elements or values be of a type, too. Returns false if no type holds both. */
  holdElement(type: Type): boolean {
    return this.root.#hold('element', type);
  }

  holdKey(type: Type): boolean {
    return this.root.#hold('key', type);
  }

  holdField(name: string, type: Type): boolean {
    const { fields } = this.root.#content;
    const before = fields.get(name);
    const joined = before ? joinKinds(before, type) : type;
    if (!joined) return false;
    if (before && includes(before, joined)) return true;
    fields.set(name, joined);
    this.root.#changed();
    return true;
  }

  /** Makes one class of two. Returns false if their objects differ in kind. */
  unite(other: HeapClass): boolean {
    const [a, b] = [this.root, other.root as FoundClass];
    if (a === b) return true;
    if (a.kind !== b.kind || a.isTuple !== b.isTuple || a.typed !== b.typed) return false;
    b.#same = a;
    a.#changed();
    const { element, key, fields } = b.#content;
    const held = [a.#hold('element', element), a.#hold('key', key)];
    for (const [name, type] of fields) held.push(a.holdField(name, type));
    if (b.#mayHaveHoles) a.noteHoles();
    for (const field of b.#undefinedFields) a.noteUndefined(field);
    for (const [part, all] of b.#allowed) for (const classes of all) a.allowIn(part, classes);
    if (b.#order) a.#joinOrder(b.#order);
    return held.every(Boolean);
  }

  #joinOrder(order: readonly string[] | 'several'): void {
    const before = this.#order;
    if (before === 'several') return;
    const isSame = before !== undefined && order !== 'several' && before.join() === order.join();
    if (isSame) return;
    this.#order = before === undefined ? order : 'several';
    this.#changed();
  }

  #hold(part: 'element' | 'key', type: Type): boolean {
    const before = this.#content[part];
    const joined = joinKinds(before, type);
    if (!joined) return false;
    if (includes(before, joined)) return true;
    this.#content[part] = joined;
    this.#changed();
    return true;
  }
}

/** True if a type that was joined with another one is the same as before. */
function includes(before: Type, joined: Type): boolean {
  return (
    before.mayBeNull === joined.mayBeNull &&
    before.mayBeUndefined === joined.mayBeUndefined &&
    before.core.kind === joined.core.kind &&
    alternativesOf(before.core).length === alternativesOf(joined.core).length
  );
}
