import type { ts } from '../../1-parse/syntax/ts.js';
import { literal, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { type Column, isStoredWider } from '../../ir/row-function.js';
import {
  int64Type,
  joinTypes,
  mayBeAbsent,
  nullType,
  orNull,
  presentType,
  sameType,
  type Type,
  undefinedType,
} from '../../ir/type.js';
import type { Variable, VariableId } from '../../ir/variable.js';
import { isChangedArray } from '../syntax/array-variables.js';
import { anyValue } from '../values/any-value.js';
import { columnValueType, hasRequired, listValueType } from '../values/column-value-type.js';
import type { Bindings } from './bindings.js';
import type { Knowledge } from './knowledge.js';

/** What `restore` takes back to. */
interface Snapshot {
  readonly count: number;
  readonly columns: ReadonlyMap<number, VariableId>;
}

/** The variables of a row function: those of the source, those of the compiler, and the columns that are read. */
export class Variables {
  /** Constants whose absolute value is at most some thousands, or the length of a string. */
  readonly smallNumbers = new Set<VariableId>();
  readonly #checker: ts.TypeChecker;
  readonly #input: readonly Column[];
  readonly #names: Bindings;
  readonly #knowledge: Knowledge;
  readonly #variables: { -readonly [K in keyof Variable]: Variable[K] }[] = [];
  readonly #symbols: (ts.Symbol | undefined)[] = [];
  readonly #columns = new Map<number, VariableId>();

  constructor(checker: ts.TypeChecker, input: readonly Column[], names: Bindings, knowledge: Knowledge) {
    this.#checker = checker;
    this.#input = input;
    this.#names = names;
    this.#knowledge = knowledge;
  }

  get all(): readonly Variable[] {
    return this.#variables.map((variable) => Object.freeze({ ...variable }));
  }

  /** A new local variable that holds values of the type. */
  declare(name: ts.Identifier, type: Type, partName = name.text): VariableId {
    // What changes an array assigns another one to its variable.
    const changes = type.core.kind === 'array' && isChangedArray(name, this.#checker);
    const isReassigned = changes || this.#names.isReassigned(name);
    return this.#declare(partName, type, isReassigned, this.#checker.getSymbolAtLocation(name));
  }

  /** A variable of the compiler's own. */
  temporary(name: string, type: Type, reassigned: boolean): VariableId {
    return this.#declare(name, type, reassigned);
  }

  #declare(name: string, type: Type, reassigned: boolean, symbol?: ts.Symbol): VariableId {
    const id = this.#variables.length;
    this.#variables.push({ id, name, column: undefined, stored: type, reassigned });
    this.#symbols[id] = symbol;
    // Of a variable that keeps its value, what it stores is all that is known. Each entry of a flow is copied with each change of one.
    if (reassigned) this.#knowledge.set(id, type);
    return id;
  }

  storedType(id: VariableId): Type {
    const variable = this.#variables[id];
    if (!variable) throw new RangeError(`There is no variable ${id}`);
    return variable.stored;
  }

  /** Widens what a variable stores. False where no type holds both. */
  widen(id: VariableId, type: Type, isAssigned = true): boolean {
    const variable = this.#variables[id];
    const stored = variable && joinTypes(variable.stored, type);
    if (!variable || !stored) return false;
    variable.stored = stored;
    if (isAssigned) this.#knowledge.set(id, type);
    return true;
  }

  isReassigned(id: VariableId): boolean {
    return this.#variables[id]?.reassigned ?? true;
  }

  /** Tells whether something is assigned to a variable inside a statement. */
  isAssignedIn(id: VariableId, node: ts.Node): boolean {
    const symbol = this.#symbols[id];
    return symbol !== undefined && this.#names.isAssignedIn(symbol, node);
  }

  read(id: VariableId): Expression {
    const stored = this.storedType(id);
    const known = this.#knowledge.flow?.get(id) ?? stored;
    // What a required field of a struct is where that is null, nobody asks.
    const type = this.#isRequired(id) ? presentType(known) : known;
    // Control never comes here (null was excluded before, and is asked for again): any value of the kind will do.
    if (type.core.kind === 'nothing' && !mayBeAbsent(type)) return anyValue(stored);
    if (sameType(type, nullType)) return literal(null);
    return sameType(type, undefinedType) ? literal(undefined) : read(id, type);
  }

  /** The variable of an input column, made when the function first reads it. */
  column(index: number): VariableId {
    const known = this.#columns.get(index);
    if (known !== undefined) return known;
    const column = this.#input[index];
    if (!column) throw new RangeError(`There is no column ${index}`);
    const id = this.#declare(column.name, columnValueType(column), false);
    const variable = this.#variables[id];
    if (variable) variable.column = index;
    this.#columns.set(index, id);
    return id;
  }

  /** The value of an input column. */
  readColumn(index: number): Expression {
    return this.read(this.column(index));
  }

  /** A variable of an input column as it is stored, for the result to have. */
  keptColumn(index: number): VariableId {
    const column = this.#input[index];
    const raw = column !== undefined && isStoredWider(column);
    const whole = column !== undefined && hasRequired(column);
    if (!raw && !whole) return this.column(index);
    const stored = column.element ? listValueType(column.element, { raw, whole }) : int64Type;
    const id = this.#declare(column.name, column.nullable ? orNull(stored) : stored, false);
    const variable = this.#variables[id];
    if (variable) Object.assign(variable, { column: index, ...(raw && { raw }), ...(whole && { whole }) });
    return id;
  }

  /** Tells whether a variable is an input column, or another value of the call. */
  isColumn(id: VariableId): boolean {
    return this.#variables[id]?.column !== undefined;
  }

  /** Tells whether a variable is a param, or the row's number. */
  isScalar(id: VariableId): boolean {
    return this.#columnOf(id)?.scalar !== undefined;
  }

  /** Tells whether a variable is a column of integers of at most 16 bits. */
  isSmallColumn(id: VariableId): boolean {
    const type = this.#columnOf(id)?.type;
    return type === 'int8' || type === 'int16' || type === 'uint8' || type === 'uint16';
  }

  snapshot(): Snapshot {
    return { count: this.#variables.length, columns: new Map(this.#columns) };
  }

  /** Drops the variables that were declared since a snapshot. */
  restore({ count, columns }: Snapshot): void {
    this.#variables.length = count;
    for (const id of [...this.smallNumbers].filter((small) => small >= count)) this.smallNumbers.delete(id);
    this.#columns.clear();
    for (const [index, id] of columns) this.#columns.set(index, id);
  }

  #columnOf(id: VariableId): Column | undefined {
    const column = this.#variables[id]?.column;
    return column === undefined ? undefined : this.#input[column];
  }

  #isRequired(id: VariableId): boolean {
    return !this.#variables[id]?.whole && this.#columnOf(id)?.required === true;
  }
}
