import type { Kind } from './random-constants.js';

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly nullable: boolean;
  readonly assignable: boolean;
}

/** Element kinds of an array: values of a kind, or objects, pairs and dates. */
export type Element = 'string' | 'number' | 'bigint' | 'record' | 'wide' | 'pair' | 'date';

/** A variable that holds an array. */
export interface List {
  readonly name: string;
  readonly element: Element;
  readonly isLet: boolean;
  /** True if nothing may change the array here, because a loop iterates over it. */
  readonly isFrozen?: boolean;
}

/** A variable that holds a date. */
export interface DateVariable {
  readonly name: string;
  readonly isLet: boolean;
}

/** An object with identity: a map or set, a dictionary, an array of which others may be aliases, or a node of a list of nodes. */
export type ObjectKind =
  | 'texts'
  | 'numbers'
  | 'set'
  | 'dictionary'
  | 'array'
  | 'typed'
  | 'box'
  | 'groups'
  | 'node'
  | 'mixed'
  | 'objects'
  | 'keyed';

/** A variable that holds an object with identity. */
export interface ObjectVariable {
  readonly name: string;
  readonly kind: ObjectKind;
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
  { name: 'd', kind: 'number', nullable: false, assignable: false, type: 'date32' },
  { name: 'e', kind: 'number', nullable: true, assignable: false, type: "nullable(timestamp('ms'))" },
  { name: 'w', kind: 'bigint', nullable: false, assignable: false, type: "timestamp('us', 'UTC')" },
];

/** The params of programs that take some, and the row's number. */
export const params: typeof columns = [
  { name: 'ps', kind: 'string', nullable: false, assignable: false, type: 'utf8' },
  { name: 'pt', kind: 'string', nullable: true, assignable: false, type: 'nullable(utf8)' },
  { name: 'pn', kind: 'number', nullable: false, assignable: false, type: 'float64' },
  { name: 'pk', kind: 'number', nullable: true, assignable: false, type: 'nullable(int32)' },
  { name: 'px', kind: 'bigint', nullable: false, assignable: false, type: 'int64' },
  { name: 'pb', kind: 'boolean', nullable: true, assignable: false, type: 'nullable(bool)' },
];
export const index: Variable = { name: 'index', kind: 'number', nullable: false, assignable: false };

/** The names that a program's code can use at the current place. */
export class Scope {
  variables: Variable[] = [...columns];
  lists: List[] = [];
  dates: DateVariable[] = [];
  objects: ObjectVariable[] = [];
  #names = 0;

  /** Runs `visit`, and forgets the names that it declares. */
  scoped<T>(visit: () => T): T {
    const { variables, lists, dates, objects } = this;
    this.variables = [...variables];
    this.lists = [...lists];
    this.dates = [...dates];
    this.objects = [...objects];
    const value = visit();
    Object.assign(this, { variables, lists, dates, objects });
    return value;
  }

  /** Returns a name that is new to the program. */
  newName(): string {
    return `v${this.#names++}`;
  }
}
