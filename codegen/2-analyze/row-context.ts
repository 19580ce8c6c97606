import { resolveSymbol } from '../1-parse/const-initializer.js';
import type { ParsedTransform } from '../1-parse/parsed-transform.js';
import type { Program } from '../1-parse/project.js';
import { nodeSpan } from '../1-parse/span.js';
import { isAssignment, ts } from '../1-parse/ts.js';
import type { Diagnostic, DiagnosticBag, Span } from '../diagnostics/index.js';
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
import type { Flow } from './flow.js';

/** What a name of the row function stands for. */
export type Binding =
  | { readonly kind: 'variable'; readonly id: VariableId }
  /** An input column, which becomes a variable when it is first read. */
  | { readonly kind: 'column'; readonly index: number }
  /** The row itself, whose properties are columns. */
  | { readonly kind: 'row' }
  /** Its declaration was reported: uses of it say nothing more. */
  | { readonly kind: 'broken' };

/** What the visitors share while they walk one row function. */
export class RowContext {
  readonly program: Program;
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  /** One unnamed output column, which is returned as it is. */
  readonly single: boolean;
  readonly captures = new Map<string, Capture>();
  /** What is known here; undefined where control never comes. */
  flow: Flow | undefined = new Map();

  readonly #bag: DiagnosticBag;
  readonly #bindings = new Map<ts.Symbol, Binding>();
  readonly #reassigned: ReadonlySet<ts.Symbol>;
  readonly #variables: { -readonly [K in keyof Variable]: Variable[K] }[] = [];
  readonly #columns = new Map<number, VariableId>();

  constructor(
    program: Program,
    bag: DiagnosticBag,
    { input, output, single }: Pick<ParsedTransform, 'input' | 'output' | 'single'>,
    reassigned: ReadonlySet<ts.Symbol>,
  ) {
    this.program = program;
    this.#bag = bag;
    this.input = input;
    this.output = output;
    this.single = single;
    this.#reassigned = reassigned;
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
    return symbol !== undefined && this.#reassigned.has(symbol);
  }

  /** A new local variable that holds values of the type. */
  declare(name: string, type: Type, reassigned: boolean): VariableId {
    const id = this.#variables.length;
    this.#variables.push({ id, name, column: undefined, stored: type, reassigned });
    this.setFlow(id, type);
    return id;
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
    const id = this.declare(column.name, columnValueType(column), false);
    const variable = this.#variables[id];
    if (variable) variable.column = index;
    this.#columns.set(index, id);
    return id;
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

/** The local names that something is assigned to after their declaration. */
export function findReassigned(body: ts.Node, checker: ts.TypeChecker): ReadonlySet<ts.Symbol> {
  const reassigned = new Set<ts.Symbol>();
  const add = (target: ts.Expression) => {
    const symbol = ts.isIdentifier(target) && checker.getSymbolAtLocation(target);
    if (symbol) reassigned.add(symbol);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) add(node.left);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator))
      add(node.operand);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return reassigned;
}

export function isStep(operator: ts.PrefixUnaryOperator): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}
