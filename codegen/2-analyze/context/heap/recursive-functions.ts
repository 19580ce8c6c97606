import type { ts } from '../../../1-parse/syntax/ts.js';
import type { HeapForm } from '../../../ir/heap/heap-class.js';
import type { HeapClass, Type } from '../../../ir/type.js';
import type { FunctionNode } from '../../values/value.js';

/** The knowledge about the classes of objects. */
interface Classes {
  changes: number;
  make(form: HeapForm): HeapClass;
  heldType(type: ts.Type): Type;
}

/** The functions that call themselves, and what they take and give. */
export class RecursiveFunctions {
  readonly #heap: Classes;
  readonly #checker: ts.TypeChecker;
  readonly #functions = new Set<FunctionNode>();
  readonly #signatures = new Map<FunctionNode, HeapClass>();

  constructor(heap: Classes, checker: ts.TypeChecker) {
    this.#heap = heap;
    this.#checker = checker;
  }

  /** True for a function that calls itself, perhaps through others. */
  has(node: FunctionNode): boolean {
    return this.#functions.has(node);
  }

  add(node: FunctionNode): void {
    if (this.#functions.has(node)) return;
    this.#functions.add(node);
    this.#heap.changes += 1;
  }

  /** Returns what a function takes and gives: a field per parameter, by its place, and the field `result`. */
  signatureOf(node: FunctionNode): HeapClass {
    const known = this.#signatures.get(node);
    if (known) return known;
    const made = this.#heap.make({ kind: 'record', name: 'Call' });
    this.#signatures.set(node, made);
    for (const [place, parameter] of node.parameters.entries())
      made.holdField(String(place), this.#heap.heldType(this.#checker.getTypeAtLocation(parameter)));
    const signature = this.#checker.getSignatureFromDeclaration(node);
    if (signature) made.holdField('result', this.#heap.heldType(this.#checker.getReturnTypeOfSignature(signature)));
    return made;
  }
}
