import type { ts } from '../../1-parse/syntax/ts.js';
import { literal, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { type Column, isStoredWider } from '../../ir/row-function.js';
import {
  int64Type,
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

/** The state that `restore` returns to. */
interface Snapshot {
  readonly count: number;
  readonly columns: ReadonlyMap<number, VariableId>;
}

/** The facts about a row function that its variables depend on. */
interface VariableContext {
  readonly checker: ts.TypeChecker;
  readonly names: Bindings;
  readonly knowledge: Knowledge;
  /** Returns the type of a variable that held values of two. */
  readonly join: (a: Type, b: Type) => Type | undefined;
}

/** The variables of a row function: those of the source, those of the compiler, and the columns that are read. */
export class Variables {
  /** Variables whose absolute value is proved to be small; `isSmallNumber` says how small. */
  readonly smallNumbers = new Set<VariableId>();
  readonly #checker: ts.TypeChecker;
  readonly #input: readonly Column[];
  readonly #names: Bindings;
  readonly #knowledge: Knowledge;
  readonly #join: VariableContext['join'];
  readonly #variables: { -readonly [K in keyof Variable]: Variable[K] }[] = [];
  readonly #symbols: (ts.Symbol | undefined)[] = [];
  readonly #columns = new Map<number, VariableId>();

  constructor(input: readonly Column[], context: VariableContext) {
    this.#input = input;
    [this.#checker, this.#names] = [context.checker, context.names];
    [this.#knowledge, this.#join] = [context.knowledge, context.join];
  }

  get all(): readonly Variable[] {
    return this.#variables.map((variable) => Object.freeze({ ...variable }));
  }

  /** Declares a local variable that holds values of the type. */
  declare(name: ts.Identifier, type: Type, partName = name.text): VariableId {
    // A change of an array assigns another array to its variable.
    const changes = type.core.kind === 'array' && isChangedArray(name, this.#checker);
    const isReassigned = changes || this.#names.isReassigned(name);
    return this.#declare(partName, type, isReassigned, this.#checker.getSymbolAtLocation(name));
  }

  /** Declares a variable of the compiler's own. */
  temporary(name: string, type: Type, reassigned: boolean): VariableId {
    return this.#declare(name, type, reassigned);
  }

  #declare(name: string, type: Type, reassigned: boolean, symbol?: ts.Symbol): VariableId {
    const id = this.#variables.length;
    this.#variables.push({ id, name, column: undefined, stored: type, reassigned });
    this.#symbols[id] = symbol;
    // The stored type of a variable that keeps its value is all that is known, so it gets no flow entry. Each change of
    // a flow copies all entries.
    if (reassigned) this.#knowledge.set(id, type);
    return id;
  }

  storedType(id: VariableId): Type {
    const variable = this.#variables[id];
    if (!variable) throw new RangeError(`There is no variable ${id}`);
    return variable.stored;
  }

  /** Widens the stored type of a variable. Returns false if no type holds both. */
  widen(id: VariableId, type: Type, isAssigned = true): boolean {
    const variable = this.#variables[id];
    const stored = variable && this.#join(variable.stored, type);
    if (!variable || !stored) return false;
    variable.stored = stored;
    if (isAssigned) this.#knowledge.set(id, type);
    return true;
  }

  isReassigned(id: VariableId): boolean {
    return this.#variables[id]?.reassigned ?? true;
  }

  /** True if the source assigns to a variable inside a node. */
  isAssignedIn(id: VariableId, node: ts.Node): boolean {
    const symbol = this.#symbols[id];
    return symbol !== undefined && this.#names.isAssignedIn(symbol, node);
  }

  read(id: VariableId): Expression {
    const stored = this.storedType(id);
    const known = this.#knowledge.flow?.get(id) ?? stored;
    // A required field of a struct is never read while its struct is null, so its own nullness does not matter.
    const type = this.#isRequired(id) ? presentType(known) : known;
    // Control never comes here, because null was excluded before and is tested for again. Any value of the kind will do.
    if (type.core.kind === 'nothing' && !mayBeAbsent(type)) return anyValue(stored);
    if (sameType(type, nullType)) return literal(null);
    return sameType(type, undefinedType) ? literal(undefined) : read(id, type);
  }

  /** Returns the variable of an input column, which is made at its first read. */
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

  /** Returns the value of an input column. */
  readColumn(index: number): Expression {
    return this.read(this.column(index));
  }

  /** Returns the variable of an input column in its stored form, for a result that keeps the column. */
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

  /** True if a variable is an input column, or another value of the call. */
  isColumn(id: VariableId): boolean {
    return this.#variables[id]?.column !== undefined;
  }

  /** True if a variable is a param or the row's number. */
  isScalar(id: VariableId): boolean {
    return this.#columnOf(id)?.scalar !== undefined;
  }

  /** True if a variable is a column of integers of at most 16 bits. */
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
