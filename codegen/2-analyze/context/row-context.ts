import type { ParsedDescription } from '../../1-parse/parsed-transform.js';
import type { Program } from '../../1-parse/project.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { type Diagnostic, type DiagnosticBag, type Span, unsupportedSyntax } from '../../diagnostics/index.js';
import type { ConstantPattern } from '../../ir/constant-value.js';
import type { Column } from '../../ir/row-function.js';
import type { Label } from '../../ir/statement.js';
import { joinKinds, joinTypes } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { CopiedObjects } from '../values/copied-objects.js';
import type { FunctionNode, Value } from '../values/value.js';
import { Bindings } from './bindings.js';
import type { Flow } from './flow.js';
import type { Foreknowledge } from './foreknowledge.js';
import type { HeapClasses } from './heap/heap-classes.js';
import type { InlinedCall } from './inlined-call.js';
import type { JumpTarget } from './jumps.js';
import { Knowledge } from './knowledge.js';
import { LoopRound } from './loop-visits.js';
import type { MachineContext } from './machine-context.js';
import { ReferenceNotes } from './reference-notes.js';
import type { Refusal } from './refusal.js';
import { Reports } from './reports.js';
import { RowSize } from './row-size.js';
import { SideEffects } from './side-effects.js';
import { Variables } from './variables.js';
import { type Visit, visitWith, type Walk } from './visit.js';

/** The block around the statements of `where`; a row that passes leaves it. */
export interface Filter {
  readonly label: Label;
  /** The flow of the rows that pass. */
  afterPass: Flow | undefined;
}

/** The type is float64, because row numbers exceed 32 bits. */
const rowNumber: Column = { name: 'index', type: 'float64', nullable: false, scalar: 'index' };

/** The state that the visitors share while they walk one row function. */
export class RowContext {
  /** Visits parts of the row function. */
  readonly visit: Visit;
  readonly program: Program;
  /** The classes of objects in the row's memory. Undefined as long as arrays and objects can be values. */
  readonly heap: HeapClasses | undefined;
  /** The columns, then the scalars: params and the row's number. */
  readonly input: readonly Column[];
  readonly output: readonly Column[];
  /** True if there is one unnamed output column, which is returned as it is. */
  readonly single: boolean;
  /** True if the row function is a generator, which yields rows. */
  readonly isGenerator: boolean;
  /** The number of `yield`s per generator that is a stage of a pipe. */
  readonly yields = new Map<FunctionNode, number>();
  /** The target of rows that pass, while `where` is visited. */
  filter: Filter | undefined;
  /** The name of the transform for messages; in a pipe, that of the current stage. */
  owner: string;
  /** The module of the row function, relative to the project. */
  readonly source: string;
  /** The calls that are being inlined, innermost last, and the number of calls so far. */
  readonly calls: InlinedCall[] = [];
  callCount = 0;
  /** The objects before a `?.` that were found present, while the rest of the chain is visited. */
  readonly links = new Map<ts.Node, Value>();
  /** The variables with `lastIndex` and the last match of each regular expression that the row function makes. */
  readonly searches = new WeakMap<ConstantPattern, VariableId>();
  /** The operations of strings that stand for regular expressions, by these as they are written. */
  readonly stringOperations = new Map<string, Set<string>>();
  /** The targets of `break` and `continue` here, innermost last. */
  readonly jumps: JumpTarget[] = [];
  #labels = 0;
  readonly reports: Reports;
  readonly knowledge = new Knowledge();
  readonly variables: Variables;
  readonly effects = new SideEffects();
  readonly names: Bindings;
  readonly reference: ReferenceNotes;

  /** The routines of functions that call themselves, while one of them is visited. */
  machine: MachineContext | undefined;

  /** The objects that are copies of constants and columns. */
  readonly copies = new CopiedObjects();

  /** The size of the row function, as far as it has been visited. */
  readonly size = new RowSize();

  /** The loops that were visited in this round of the loop around. */
  round = new LoopRound([]);

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
    { alwaysCounted, looseArrays, heap }: Foreknowledge,
    counted: readonly Column[],
    walk: Walk<RowContext>,
  ) {
    this.visit = visitWith(walk, this);
    this.program = program;
    this.heap = heap;
    this.reports = new Reports(program, bag);
    this.names = new Bindings(program.checker, looseArrays);
    this.reference = new ReferenceNotes(alwaysCounted, (name) => {
      const binding = this.names.bindingOf(name);
      return binding?.kind === 'variable' ? binding.id : undefined;
    });
    this.owner = name;
    this.source = source;
    this.input = [...input, ...counted, ...params.map((param) => ({ ...param, scalar: 'param' as const })), rowNumber];
    const { checker } = program;
    const { names, knowledge } = this;
    this.variables = new Variables(this.input, { checker, names, knowledge, join: heap ? joinKinds : joinTypes });
    this.output = output;
    this.single = single;
    this.isGenerator = kind === 'expand';
  }

  /** Reports a finding at a node. Returns undefined, the value of anything that could not be compiled. */
  report(node: ts.Node, message: (span: Span) => Diagnostic): undefined {
    this.reports.add(node, message);
    return undefined;
  }

  /** Reports a construct that row functions do not have. */
  refuse(node: ts.Node, refusal: Refusal): undefined {
    return this.report(node, (span) => unsupportedSyntax(span, { ...refusal }));
  }

  /** Visits a statement. If it reports an error, everything it would have changed becomes unknown. */
  watch<T>(node: ts.Node, visit: () => T): T {
    return this.reports.losses.watch(node, visit, {
      call: this.calls.at(-1),
      forget: (name) => this.names.forget(name),
    });
  }

  /**
   * Visits code that may rebind the names of a function that is being inlined; the bindings are restored afterwards.
   */
  withOwnBindings<T>(visit: () => T): T {
    const { calls } = this;
    const [outer, active] = [this.names.snapshot(), calls.splice(0)];
    try {
      return visit();
    } finally {
      this.names.restore(outer);
      calls.splice(0, calls.length, ...active);
    }
  }

  /** The index of the row's number among the inputs, which is the last. */
  get rowNumber(): number {
    return this.input.length - 1;
  }

  get isInLoop(): boolean {
    return this.jumps.some(({ kind }) => kind === 'loop');
  }

  newLabel(): Label {
    this.#labels += 1;
    return this.#labels;
  }

  /** The current flow; undefined where control never comes. */
  get flow(): Flow | undefined {
    return this.knowledge.flow;
  }

  set flow(flow: Flow | undefined) {
    this.knowledge.flow = flow;
  }
}
