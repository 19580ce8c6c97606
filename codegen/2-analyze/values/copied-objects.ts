import type { ts } from '../../1-parse/syntax/ts.js';
import type { HeapClass } from '../../ir/type.js';

/**
 * The classes of objects that are copies of constants or columns, and those whose objects are changed or compared. A copy differs from
 * what it was made of as soon as one of them changes, or as somebody asks whether they are the same.
 */
export class CopiedObjects {
  readonly #copied: (readonly [to: HeapClass, node: ts.Node])[] = [];
  readonly #identified: HeapClass[] = [];

  noteCopy(to: HeapClass, node: ts.Node): void {
    this.#copied.push([to, node]);
  }

  /** Notes that the identity of the objects of a class matters here. */
  noteIdentity(to: HeapClass): void {
    this.#identified.push(to);
  }

  /** Returns the copies that would not do. */
  found(): readonly ts.Node[] {
    const identified = new Set(this.#identified.map(({ root }) => root));
    return this.#copied.flatMap(([{ root }, node]) => (identified.has(root) ? [node] : []));
  }
}
