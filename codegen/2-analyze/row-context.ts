import { resolveSymbol } from '../1-parse/const-initializer.js';
import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import type { Program } from '../1-parse/project.js';
import { nodeSpan } from '../1-parse/span.js';
import type { ts } from '../1-parse/ts.js';
import { type Diagnostic, DiagnosticBag, type Span } from '../diagnostics/index.js';
import { literal, read } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import type { Capture, Column, Constant } from '../ir/row-function.js';
import {
  booleanType,
  type Core,
  doubleType,
  int64Type,
  intType,
  joinTypes,
  mayBeAbsent,
  nullType,
  orNull,
  sameType,
  stringType,
  type Type,
  uint64Type,
  undefinedType,
} from '../ir/type.js';
import type { Variable, VariableId } from '../ir/variable.js';
import type { Assignments } from './assignments.js';
import type { ConstantReference } from './constant-references.js';
import { type Flow, joinFlows, sameFlow } from './flow.js';

/** What a name of the row function stands for. */
export type Binding =
  | { readonly kind: 'variable'; readonly id: VariableId }
  /** An input column, which becomes a variable when it is first read. */
  | { readonly kind: 'column'; readonly index: number }
  /** The row itself, whose properties are columns. */
  | { readonly kind: 'row' }
  /** One of several constants. */
  | { readonly kind: 'constant'; readonly reference: ConstantReference }
  /** A date: the variable holds its time value. */
  | { readonly kind: 'date'; readonly id: VariableId }
  /** Its declaration was reported: uses of it say nothing more. */
  | { readonly kind: 'broken' };

/** What is known where control leaves a loop, or its step. */
export interface LoopScope {
  afterBreak: Flow | undefined;
  afterContinue: Flow | undefined;
}

/** What the visitors share while they walk one row function. */
export class RowContext {
  readonly program: Program;
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  /** One unnamed output column, which is returned as it is. */
  readonly single: boolean;
  readonly captures = new Map<string, Capture>();
  /** What is imported from `rowfuse` for the reference to call: the exported name by the local one, `*` for the module. */
  readonly imports = new Map<string, string>();
  /** What is known here; undefined where control never comes. */
  flow: Flow | undefined = new Map();

  /** The loops around, the innermost last. */
  readonly loops: LoopScope[] = [];
  /** Statements of loops whose steps are counted. */
  readonly countedLoops = new Set<ts.IterationStatement>();

  /** Constants whose absolute value is at most some thousands, or the length of a string. */
  readonly smallNumbers = new Set<VariableId>();

  #bag: DiagnosticBag;
  readonly #bindings = new Map<ts.Symbol, Binding>();
  readonly #assignments: Assignments;
  readonly #variables: { -readonly [K in keyof Variable]: Variable[K] }[] = [];
  readonly #symbols: (ts.Symbol | undefined)[] = [];
  readonly #columns = new Map<number, VariableId>();

  constructor(
    program: Program,
    bag: DiagnosticBag,
    { input, output, single }: Pick<ParsedTransform, 'input' | 'output' | 'single'>,
    assignments: Assignments,
  ) {
    this.program = program;
    this.#bag = bag;
    this.input = input;
    this.output = output;
    this.single = single;
    this.#assignments = assignments;
  }

  /** Reports a finding at a node. Returns undefined, the value of what could not be understood. */
  report(node: ts.Node, message: (span: Span) => Diagnostic): undefined {
    this.#bag.add(message(nodeSpan(this.program.root, node)));
    return undefined;
  }

  bind(name: ts.Identifier, binding: Binding): void {
    const symbol = this.program.checker.getSymbolAtLocation(name);
    if (symbol) this.#bindings.set(symbol, binding);
  }

  bindingOf(name: ts.Identifier): Binding | undefined {
    const symbol = resolveSymbol(name, this.program.checker);
    return symbol && this.#bindings.get(symbol);
  }

  isReassigned(name: ts.Identifier): boolean {
    const symbol = this.program.checker.getSymbolAtLocation(name);
    return symbol !== undefined && this.#assignments.reassigned.has(symbol);
  }

  /** Whether a step of a loop may assign what a later step reads. */
  isCarried(name: ts.Identifier): boolean {
    const symbol = this.program.checker.getSymbolAtLocation(name);
    return symbol !== undefined && this.#assignments.carried.has(symbol);
  }

  /** Whether something is assigned to a variable inside a statement. */
  isAssignedIn(id: VariableId, node: ts.Node): boolean {
    return (this.#assignments.places.get(this.#symbols[id]) ?? []).some(
      (place) => node.pos <= place.pos && place.end <= node.end,
    );
  }

  /** A new local variable that holds values of the type. */
  declare(name: ts.Identifier, type: Type): VariableId {
    return this.#declare(name.text, type, this.isReassigned(name), this.program.checker.getSymbolAtLocation(name));
  }

  /** The same for a variable that has no name in the source. */
  declareNamed(name: string, type: Type, reassigned: boolean): VariableId {
    return this.#declare(name, type, reassigned);
  }

  #declare(name: string, type: Type, reassigned: boolean, symbol?: ts.Symbol): VariableId {
    const id = this.#variables.length;
    this.#variables.push({ id, name, column: undefined, stored: type, reassigned });
    this.#symbols[id] = symbol;
    this.setFlow(id, type);
    return id;
  }

  /**
   * Visits a loop until what it takes for granted at its start also holds after each of its steps. `visit` starts with
   * the flow at the start, and returns the flow with which a step goes back there.
   */
  untilStable<T>(visit: () => { readonly result: T; readonly back: Flow | undefined }): T {
    const outer = this.#bag;
    let start = this.flow;
    const variables = this.#variables.length;
    const columns = new Map(this.#columns);
    for (;;) {
      this.#bag = new DiagnosticBag();
      this.flow = start;
      const { result, back } = visit();
      const joined = joinFlows(start, back);
      if (sameFlow(start, joined)) {
        outer.add(...this.#bag.sorted());
        this.#bag = outer;
        return result;
      }
      // What the body declared is declared again.
      this.#variables.length = variables;
      for (const id of [...this.smallNumbers].filter((small) => small >= variables)) this.smallNumbers.delete(id);
      this.#columns.clear();
      for (const [index, id] of columns) this.#columns.set(index, id);
      start = joined;
    }
  }

  storedType(id: VariableId): Type {
    const variable = this.#variables[id];
    if (!variable) throw new RangeError(`There is no variable ${id}`);
    return variable.stored;
  }

  /** Widens what a variable stores. False where no type holds both. */
  widen(id: VariableId, type: Type): boolean {
    const variable = this.#variables[id];
    const stored = variable && joinTypes(variable.stored, type);
    if (!variable || !stored) return false;
    variable.stored = stored;
    this.setFlow(id, type);
    return true;
  }

  read(id: VariableId): Expression {
    const stored = this.storedType(id);
    const type = this.flow?.get(id) ?? stored;
    // Control never comes here (null was excluded before, and is asked for again): any value of the kind will do.
    if (type.core.kind === 'nothing' && !mayBeAbsent(type)) return literal(someValue(stored.core));
    if (sameType(type, nullType)) return literal(null);
    return sameType(type, undefinedType) ? literal(undefined) : read(id, type);
  }

  /** The variable of an input column, made when the function first reads it. */
  column(index: number): VariableId {
    const known = this.#columns.get(index);
    if (known !== undefined) return known;
    const column = this.input[index];
    if (!column) throw new RangeError(`There is no column ${index}`);
    const id = this.#declare(column.name, columnValueType(column), false);
    const variable = this.#variables[id];
    if (variable) variable.column = index;
    this.#columns.set(index, id);
    return id;
  }

  /** Whether a variable is a column of integers of at most 16 bits. */
  isSmallColumn(id: VariableId): boolean {
    const column = this.#variables[id]?.column;
    const type = column === undefined ? undefined : this.input[column]?.type;
    return type === 'int8' || type === 'int16' || type === 'uint8' || type === 'uint16';
  }

  get variables(): readonly Variable[] {
    return this.#variables.map((variable) => Object.freeze({ ...variable }));
  }

  setFlow(id: VariableId, type: Type): void {
    if (this.flow) this.flow = new Map(this.flow).set(id, type);
  }

  /** Visits with other knowledge, and forgets it afterwards. */
  within<T>(flow: Flow | undefined, visit: () => T): T {
    const before = this.flow;
    this.flow = flow;
    try {
      return visit();
    } finally {
      this.flow = before;
    }
  }
}

function someValue(core: Core): Constant {
  switch (core.kind) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'bigint':
      return 0n;
    case 'boolean':
      return false;
    case 'nothing':
      return undefined;
  }
}

/** What a row function sees of one row of a column. */
export function columnValueType({ type, nullable }: Column): Type {
  const value = presentValueType(type);
  return nullable ? orNull(value) : value;
}

function presentValueType(type: Column['type']): Type {
  switch (type) {
    case 'utf8':
      return stringType();
    case 'bool':
      return booleanType;
    case 'int8':
    case 'int16':
    case 'int32':
    case 'uint8':
    case 'uint16':
      return intType;
    case 'int64':
      return int64Type;
    case 'uint64':
      return uint64Type;
    case 'uint32':
    case 'float32':
    case 'float64':
      return doubleType;
  }
}
