import type { Column } from '../../ir/row-function.js';
import { UniqueNames } from '../cpp/cpp-names.js';
import { cppColumns } from '../cpp/cpp-types.js';
import { wrapped } from '../cpp/wrapped.js';

/** The enumerators by which a functor names its columns. The value of each is the place of the column's first tag in the schema. */
export class ColumnNames {
  readonly #side: 'In' | 'Out';
  readonly #columns: readonly { readonly name: string; readonly place: number; readonly parts: number }[];
  #isUsed = false;

  constructor(side: 'In' | 'Out', columns: readonly Column[]) {
    const unique = new UniqueNames();
    let place = 0;
    this.#side = side;
    this.#columns = columns.map((column) => {
      const named = { name: unique.take(column.name), place, parts: cppColumns(column).length };
      place += named.parts;
      return named;
    });
  }

  /** Returns the enumerator of a column. */
  of(column: number): string {
    this.#isUsed = true;
    return `${this.#side}::${this.#columns[column]?.name ?? ''}`;
  }

  /** Returns the number of tags of a column. */
  partsOf(column: number): number {
    return this.#columns[column]?.parts ?? 1;
  }

  /** Returns the declaration of the enumerators, or undefined if none is used. */
  declaration(): string | undefined {
    if (!this.#isUsed) return undefined;
    let next = 0;
    const enumerators = this.#columns.map(({ name, place, parts }) => {
      const text = place === next ? name : `${name} = ${place}`;
      next = place + 1;
      return { text, parts };
    });
    return wrapped(
      `struct ${this.#side} { enum { `,
      enumerators.map(({ text }) => text),
      ' }; };',
      '  ',
    );
  }
}
