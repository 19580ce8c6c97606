import { resolveSymbol } from '../../1-parse/syntax/const-initializer.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { type Assignments, isChangedAt } from '../syntax/assignments.js';
import type { Binding } from './binding.js';

/** The bindings of names, and the assignments to names in the source. */
export class Bindings {
  /** Local arrays that turned out to get elements that may be undefined. */
  readonly loosened = new Set<ts.Symbol>();
  readonly #checker: ts.TypeChecker;
  readonly #looseArrays: ReadonlySet<ts.Symbol>;
  readonly #assignments: Assignments[] = [];
  #bindings = new Map<ts.Symbol, Binding>();

  /** @param looseArrays local arrays that are known to get elements that may be undefined */
  constructor(checker: ts.TypeChecker, looseArrays: ReadonlySet<ts.Symbol>) {
    this.#checker = checker;
    this.#looseArrays = looseArrays;
  }

  bind(name: ts.Identifier, binding: Binding): void {
    this.#set(this.#checker.getSymbolAtLocation(name), binding);
  }

  /** Makes a name unknown, so that its uses report nothing more. */
  forget(name: ts.Identifier): void {
    this.#set(this.#symbolOf(name), { kind: 'broken' });
  }

  bindingOf(name: ts.Identifier): Binding | undefined {
    const symbol = this.#symbolOf(name);
    return symbol && this.#bindings.get(symbol);
  }

  /** Records the assignments in a function before it is visited. */
  addAssignments(assignments: Assignments): void {
    this.#assignments.push(assignments);
  }

  isReassigned(name: ts.Identifier): boolean {
    return this.#isOneOf('reassigned', name);
  }

  /** True if a step of a loop may assign a value that a later step reads. */
  isCarried(name: ts.Identifier): boolean {
    return this.#isOneOf('carried', name);
  }

  /** True if the source assigns to a property or element of a name's value. */
  isChanged(name: ts.Identifier): boolean {
    return this.#isOneOf('changed', name);
  }

  /** True if the source assigns another value to a name, and not only to parts of its value. */
  isReplaced(name: ts.Identifier): boolean {
    return this.assignmentsOf(name).some((place) => !isChangedAt(place));
  }

  /** Returns the names where the source assigns to a name or to a part of its value. */
  assignmentsOf(name: ts.Identifier): readonly ts.Node[] {
    const symbol = this.#symbolOf(name);
    return symbol ? this.#assignments.flatMap(({ places }) => places.get(symbol) ?? []) : [];
  }

  /** True if the source assigns to a symbol inside a node. */
  isAssignedIn(symbol: ts.Symbol, node: ts.Node): boolean {
    return this.#assignments.some(
      ({ elsewhere, places }) =>
        elsewhere.has(symbol) ||
        (places.get(symbol) ?? []).some(
          (place) => place.getSourceFile() === node.getSourceFile() && node.pos <= place.pos && place.end <= node.end,
        ),
    );
  }

  /** True if the elements of a local array may be undefined. */
  isLoose(name: ts.Identifier): boolean {
    const symbol = this.#symbolOf(name);
    return symbol !== undefined && this.#looseArrays.has(symbol);
  }

  /** Records that an array gets an element that may be undefined. The row function is then visited again. */
  loosen(name: ts.Identifier): void {
    const symbol = this.#symbolOf(name);
    if (symbol) this.loosened.add(symbol);
  }

  /** Returns the current bindings, for `restore`. */
  snapshot(): ReadonlyMap<ts.Symbol, Binding> {
    return new Map(this.#bindings);
  }

  restore(snapshot: ReadonlyMap<ts.Symbol, Binding>): void {
    this.#bindings = new Map(snapshot);
  }

  #set(symbol: ts.Symbol | undefined, binding: Binding): void {
    if (symbol) this.#bindings.set(symbol, binding);
  }

  #symbolOf(name: ts.Identifier): ts.Symbol | undefined {
    return resolveSymbol(name, this.#checker);
  }

  #isOneOf(set: 'reassigned' | 'carried' | 'changed', name: ts.Identifier): boolean {
    const symbol = this.#symbolOf(name);
    return symbol !== undefined && this.#assignments.some((assignments) => assignments[set].has(symbol));
  }
}
