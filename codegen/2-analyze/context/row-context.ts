import type { ParsedDescription } from '../../1-parse/parsed-transform.js';
import type { Program } from '../../1-parse/project.js';
import { resolveSymbol } from '../../1-parse/syntax/const-initializer.js';
import { nodeSpan } from '../../1-parse/syntax/span.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { type Diagnostic, DiagnosticBag, type Span, unsupportedSyntax } from '../../diagnostics/index.js';
import { literal, read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { neverPasses } from '../../ir/rewrite.js';
import { type Capture, type Column, isStoredWider } from '../../ir/row-function.js';
import type { Label, Statement } from '../../ir/statement.js';
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
import type { Assignments } from '../syntax/assignments.js';
import { anyValue } from '../values/any-value.js';
import { columnValueType, hasRequired, listValueType } from '../values/column-value-type.js';
import type { FunctionNode, Value } from '../values/value.js';
import type { Binding } from './binding.js';
import type { CapturedFunction } from './captured-function.js';
import { type Flow, joinFlows, sameFlow } from './flow.js';
import type { Foreknowledge } from './foreknowledge.js';
import type { InlinedCall } from './inlined-call.js';
import type { JumpTarget } from './jumps.js';
import { SourceLoops } from './loop-origin.js';
import { LoopRound, widened } from './loop-visits.js';
import { Losses } from './losses.js';
import type { Refusal } from './refusal.js';
import { RowSize } from './row-size.js';
import { type Visit, visitWith, type Walk } from './visit.js';

/** The block of the statements of `where`, which a row leaves that is not dropped. */
export interface Filter {
  readonly label: Label;
  /** What is known of such a row. */
  afterPass: Flow | undefined;
}

/** Its type is a double's: rows are counted beyond 32 bits. */
const rowNumber: Column = { name: 'index', type: 'float64', nullable: false, scalar: 'index' };

/** What the visitors share while they walk one row function. */
export class RowContext {
  /** Visits parts of the row function. */
  readonly visit: Visit;
  readonly program: Program;
  /** The columns, then the scalars: params, and the row's number. */
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  /** One unnamed output column, which is returned as it is. */
  readonly single: boolean;
  /** The row function is a generator: rows are yielded, not returned. */
  readonly isGenerator: boolean;
  /** How often rows are yielded by each generator that is a stage of a pipe. */
  readonly yields = new Map<FunctionNode, number>();
  /** While `where` is visited: where a row goes that is not dropped. */
  filter: Filter | undefined;
  readonly captures = new Map<string, Capture>();
  /** What is imported from `rowfuse` for the reference to call: the exported name by the local one, `*` for the module. */
  readonly imports = new Map<string, string>();
  /** What is known here; undefined where control never comes. */
  flow: Flow | undefined = new Map();

  /** The name of the transform for messages; in a pipe, that of the current stage. */
  owner: string;
  /** The module of the row function, relative to the project. */
  readonly source: string;
  /** The calls that are being inlined, the innermost last, and how many there have been. */
  readonly calls: InlinedCall[] = [];
  callCount = 0;
  /** The functions of modules that are called. */
  readonly functions = new Map<FunctionNode, CapturedFunction>();
  /** Names of modules that are called otherwise in the reference, where those of all modules stand side by side. */
  readonly renames = new Map<ts.Node, string>();

  /** Statements that run before the one that is being visited: the side effects of its expressions so far. */
  before: Statement[] = [];
  /** What was visited beside the expression at hand, and may be evaluated after its side effects. */
  siblings: Expression[] = [];
  /** The objects of `?.` that were found to be there, while what follows them is visited. */
  readonly links = new Map<ts.Node, Value>();
  /** The line of what is being visited as a statement, and that itself. */
  line = 0;
  statement: ts.Node | undefined;

  /** What `break` and `continue` can leave here, the innermost last. */
  readonly jumps: JumpTarget[] = [];
  #labels = 0;
  /** Statements of loops whose steps are counted. */
  readonly countedLoops = new Set<ts.IterationStatement>();
  /** The same of loops that need no counting. A loop of a function that is inlined twice may be one and the other. */
  readonly boundedLoops = new Set<ts.IterationStatement>();
  /** Loops that are counted in any case. */
  readonly alwaysCounted: ReadonlySet<ts.IterationStatement>;

  /** Loops over arrays. */
  readonly loops = new SourceLoops((name) => {
    const binding = this.bindingOf(name);
    return binding?.kind === 'variable' ? binding.id : undefined;
  });

  /** Local arrays that may get elements that are undefined, by their symbols: those that are known to, and those found to. */
  readonly looseArrays: ReadonlySet<ts.Symbol>;
  readonly loosened = new Set<ts.Symbol>();
  /** The elements of arrays that are assigned: the reference checks their places. */
  readonly assignedElements = new Set<ts.ElementAccessExpression>();
  /** Operands of bigint operators, either of which may be null or undefined: the reference checks that one of them is not. */
  readonly presentBigInts = new Set<ts.Expression>();

  /** How much of the row function is being visited. */
  readonly size = new RowSize();

  /** Constants whose absolute value is at most some thousands, or the length of a string. */
  readonly smallNumbers = new Set<VariableId>();

  /** Everything that became unknown because of a reported error. */
  readonly losses = new Losses<InlinedCall>();

  #bag: DiagnosticBag;
  #bindings = new Map<ts.Symbol, Binding>();
  readonly #assignments: Assignments[] = [];
  readonly #variables: { -readonly [K in keyof Variable]: Variable[K] }[] = [];
  readonly #symbols: (ts.Symbol | undefined)[] = [];
  readonly #referenceNames = new Map<ts.Symbol, string>();
  readonly #columns = new Map<number, VariableId>();
  /** The loops that have been visited in this round of the loop around. */
  #round = new LoopRound([]);

  constructor(
    program: Program,
    bag: DiagnosticBag,
    {
      name,
      source,
      input,
      params,
      output,
      single,
      kind,
    }: Pick<ParsedDescription, 'name' | 'source' | 'input' | 'params' | 'output' | 'single' | 'kind'>,
    { alwaysCounted, looseArrays }: Foreknowledge,
    counted: readonly Column[],
    walk: Walk<RowContext>,
  ) {
    this.visit = visitWith(walk, this);
    this.program = program;
    this.#bag = bag;
    this.alwaysCounted = alwaysCounted;
    this.looseArrays = looseArrays;
    this.owner = name;
    this.source = source;
    this.input = [...input, ...counted, ...params.map((param) => ({ ...param, scalar: 'param' as const })), rowNumber];
    this.output = output;
    this.single = single;
    this.isGenerator = kind === 'expand';
  }

  /** Reports a finding at a node. Returns undefined, the value of what could not be understood. */
  report(node: ts.Node, message: (span: Span) => Diagnostic): undefined {
    this.#bag.add(message(nodeSpan(this.program.root, node)));
    this.losses.addFinding();
    return undefined;
  }

  /** Reports a construct that row functions do not have. */
  refuse(node: ts.Node, refusal: Refusal): undefined {
    return this.report(node, (span) => unsupportedSyntax(span, { ...refusal }));
  }

  bind(name: ts.Identifier, binding: Binding): void {
    const symbol = this.program.checker.getSymbolAtLocation(name);
    if (symbol) this.#bindings.set(symbol, binding);
  }

  /** Makes a name unknown, so that its uses report nothing more. */
  forget(name: ts.Identifier): void {
    const symbol = resolveSymbol(name, this.program.checker);
    if (symbol) this.#bindings.set(symbol, { kind: 'broken' });
  }

  /** Visits a statement. If it reports an error, everything it would have changed becomes unknown. */
  watch<T>(node: ts.Node, visit: () => T): T {
    return this.losses.watch(node, visit, { call: this.calls.at(-1), forget: (name) => this.forget(name) });
  }

  /** Visits what may give the names of a function that is being inlined other meanings, which end with the visit. */
  withOwnBindings<T>(visit: () => T): T {
    const { calls } = this;
    const [outer, active] = [this.#bindings, calls.splice(0)];
    this.#bindings = new Map(outer);
    try {
      return visit();
    } finally {
      this.#bindings = outer;
      calls.splice(0, calls.length, ...active);
    }
  }

  bindingOf(name: ts.Identifier): Binding | undefined {
    const symbol = resolveSymbol(name, this.program.checker);
    return symbol && this.#bindings.get(symbol);
  }

  /** The name of a module's constant or function in the reference: its own, unless another one has it. */
  referenceName(symbol: ts.Symbol, name: string): string {
    const known = this.#referenceNames.get(symbol);
    if (known !== undefined) return known;
    const taken = new Set(this.#referenceNames.values());
    let unique = name;
    for (let count = 1; taken.has(unique) || unique in globalThis; count += 1) unique = `${name}$${count}`;
    this.#referenceNames.set(symbol, unique);
    return unique;
  }

  /** Takes note of the assignments in a function, before it is visited. */
  addAssignments(assignments: Assignments): void {
    this.#assignments.push(assignments);
  }

  isReassigned(name: ts.Identifier): boolean {
    return this.#isOneOf('reassigned', name);
  }

  /** Whether a step of a loop may assign what a later step reads. */
  isCarried(name: ts.Identifier): boolean {
    return this.#isOneOf('carried', name);
  }

  /** Whether something is assigned to a part of what a name stands for. */
  isChanged(name: ts.Identifier): boolean {
    return this.#isOneOf('changed', name);
  }

  #isOneOf(set: 'reassigned' | 'carried' | 'changed', name: ts.Identifier): boolean {
    const symbol = resolveSymbol(name, this.program.checker);
    return symbol !== undefined && this.#assignments.some((assignments) => assignments[set].has(symbol));
  }

  /** Whether the elements of a local array may be undefined. */
  isLoose(name: ts.Identifier): boolean {
    const symbol = resolveSymbol(name, this.program.checker);
    return symbol !== undefined && this.looseArrays.has(symbol);
  }

  /** Takes note that an array gets an element that may be undefined: the row function is then visited again. */
  loosen(name: ts.Identifier): void {
    const symbol = resolveSymbol(name, this.program.checker);
    if (symbol) this.loosened.add(symbol);
  }

  /** Whether something is assigned to a variable inside a statement. */
  isAssignedIn(id: VariableId, node: ts.Node): boolean {
    const symbol = this.#symbols[id];
    if (!symbol) return false;
    return this.#assignments.some(
      ({ elsewhere, places }) =>
        elsewhere.has(symbol) ||
        (places.get(symbol) ?? []).some(
          (place) => place.getSourceFile() === node.getSourceFile() && node.pos <= place.pos && place.end <= node.end,
        ),
    );
  }

  /** A new local variable that holds values of the type. */
  declare(name: ts.Identifier, type: Type, partName = name.text): VariableId {
    const { checker } = this.program;
    // What changes an array assigns another one to its variable.
    const changes = type.core.kind === 'array' && isChangedArray(name, checker);
    return this.#declare(partName, type, changes || this.isReassigned(name), checker.getSymbolAtLocation(name));
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
    if (reassigned) this.setFlow(id, type);
    return id;
  }

  /**
   * Visits a loop until what it takes for granted at its start also holds after each of its steps. `visit` starts with
   * the flow at the start, and returns the flow with which a step goes back there.
   */
  untilStable<T>(visit: () => { readonly result: T; readonly back: Flow | undefined }): T {
    const outer = this.#bag;
    const around = this.#round;
    const { flow } = this;
    const variables = this.#variables.length;
    const calls = this.callCount;
    const columns = new Map(this.#columns);
    const earlier = around.earlier({ variables, calls }, flow);
    let start = earlier ? widened(flow, earlier) : flow;
    let inner = earlier?.inner ?? [];
    const bindings = new Map(this.#bindings);
    const takeBack = this.losses.mark();
    for (;;) {
      this.#bag = new DiagnosticBag();
      this.flow = start;
      this.#round = new LoopRound(inner);
      const { result, back } = visit();
      inner = this.#round.visited;
      this.#round = around;
      const joined = joinFlows(start, back);
      if (sameFlow(start, joined)) {
        around.visited.push({ variables, calls, start: flow, stable: start, inner });
        outer.add(...this.#bag.sorted());
        this.#bag = outer;
        return result;
      }
      // The next visit reports the same errors again if they still hold.
      takeBack();
      this.#bindings = new Map(bindings);
      // What the body declared is declared again, and what it called is called again.
      this.callCount = calls;
      this.#variables.length = variables;
      for (const target of this.jumps) {
        target.afterBreak = onlyFirst(target.afterBreak, variables);
        target.afterContinue = onlyFirst(target.afterContinue, variables);
      }
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
  widen(id: VariableId, type: Type, isAssigned = true): boolean {
    const variable = this.#variables[id];
    const stored = variable && joinTypes(variable.stored, type);
    if (!variable || !stored) return false;
    variable.stored = stored;
    if (isAssigned) this.setFlow(id, type);
    return true;
  }

  isReassignedVariable(id: VariableId): boolean {
    return this.#variables[id]?.reassigned ?? true;
  }

  read(id: VariableId): Expression {
    const stored = this.storedType(id);
    const known = this.flow?.get(id) ?? stored;
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
    const column = this.input[index];
    if (!column) throw new RangeError(`There is no column ${index}`);
    const id = this.#declare(column.name, columnValueType(column), false);
    const variable = this.#variables[id];
    if (variable) variable.column = index;
    this.#columns.set(index, id);
    return id;
  }

  #isRequired(id: VariableId): boolean {
    const { column, whole } = this.#variables[id] ?? {};
    return column !== undefined && !whole && this.input[column]?.required === true;
  }

  /** The value of an input column. */
  readColumn(index: number): Expression {
    return this.read(this.column(index));
  }

  /** A variable of an input column as it is stored, for the result to have. */
  keptColumn(index: number): VariableId {
    const column = this.input[index];
    const raw = column !== undefined && isStoredWider(column);
    const whole = column !== undefined && hasRequired(column);
    if (!raw && !whole) return this.column(index);
    const stored = column.element ? listValueType(column.element, { raw, whole }) : int64Type;
    const id = this.#declare(column.name, column.nullable ? orNull(stored) : stored, false);
    const variable = this.#variables[id];
    if (variable) Object.assign(variable, { column: index, ...(raw && { raw }), ...(whole && { whole }) });
    return id;
  }

  /** The place of the row's number among the inputs: it is the last of them. */
  get rowNumber(): number {
    return this.input.length - 1;
  }

  /** Whether a variable is an input column, or another value of the call. */
  isColumn(id: VariableId): boolean {
    return this.#variables[id]?.column !== undefined;
  }

  /** Whether a variable is a param, or the row's number. */
  isScalar(id: VariableId): boolean {
    const column = this.#variables[id]?.column;
    return column !== undefined && this.input[column]?.scalar !== undefined;
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

  get isInLoop(): boolean {
    return this.jumps.some(({ kind }) => kind === 'loop');
  }

  newLabel(): Label {
    this.#labels += 1;
    return this.#labels;
  }

  /** Adds side effects of the statement that is being visited. What control never comes to is left out. */
  push(...statements: readonly Statement[]): void {
    for (const statement of statements) if (!neverPasses(this.before)) this.before.push(statement);
  }

  /** Visits something, and gives its side effects apart. */
  collect<T>(visit: () => T): { readonly result: T; readonly before: readonly Statement[] } {
    const { before, siblings } = this;
    this.before = [];
    this.siblings = [];
    try {
      const result = visit();
      return { result, before: this.before };
    } finally {
      this.before = before;
      this.siblings = siblings;
    }
  }

  /** Visits with other knowledge, and gives what is known then. */
  withFlow<T>(flow: Flow | undefined, visit: () => T): { readonly result: T; readonly flow: Flow | undefined } {
    return this.within(flow, () => ({ result: visit(), flow: this.flow }));
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

/** What is known of the first so many variables. */
function onlyFirst(flow: Flow | undefined, count: number): Flow | undefined {
  return flow && new Map([...flow].filter(([id]) => id < count));
}
