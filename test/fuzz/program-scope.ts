import type { Kind } from './random-constants.js';

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly nullable: boolean;
  readonly assignable: boolean;
}

/** The input columns of every random program. */
export const columns: readonly (Variable & { readonly type: string })[] = [
  { name: 's', kind: 'string', nullable: false, assignable: false, type: 'utf8' },
  { name: 'u', kind: 'string', nullable: false, assignable: false, type: 'utf8' },
  { name: 't', kind: 'string', nullable: true, assignable: false, type: 'nullable(utf8)' },
  { name: 'n', kind: 'number', nullable: false, assignable: false, type: 'float64' },
  { name: 'k', kind: 'number', nullable: false, assignable: false, type: 'int32' },
  { name: 'm', kind: 'number', nullable: true, assignable: false, type: 'nullable(float64)' },
  { name: 'x', kind: 'bigint', nullable: false, assignable: false, type: 'int64' },
  { name: 'y', kind: 'bigint', nullable: false, assignable: false, type: 'uint64' },
  { name: 'z', kind: 'bigint', nullable: true, assignable: false, type: 'nullable(int64)' },
  { name: 'b', kind: 'boolean', nullable: false, assignable: false, type: 'bool' },
  { name: 'c', kind: 'boolean', nullable: true, assignable: false, type: 'nullable(bool)' },
];

/** What a program's code can name at the place that is being written. */
export class Scope {
  variables: Variable[] = [...columns];
  #names = 0;

  /** A name that nothing in the program has yet. */
  newName(): string {
    return `v${this.#names++}`;
  }
}
