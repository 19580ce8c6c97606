import type { ParsedDescription } from '../../1-parse/parsed-transform.js';
import type { Program } from '../../1-parse/project.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { type Diagnostic, type DiagnosticBag, type Span, unsupportedSyntax } from '../../diagnostics/index.js';
import type { Column } from '../../ir/row-function.js';
import type { Label } from '../../ir/statement.js';
import type { FunctionNode, Value } from '../values/value.js';
import { Bindings } from './bindings.js';
import type { Flow } from './flow.js';
import type { Foreknowledge } from './foreknowledge.js';
import type { InlinedCall } from './inlined-call.js';
import type { JumpTarget } from './jumps.js';
import { Knowledge } from './knowledge.js';
import { LoopRound } from './loop-visits.js';
import { ReferenceNotes } from './reference-notes.js';
import type { Refusal } from './refusal.js';
import { Reports } from './reports.js';
import { RowSize } from './row-size.js';
import { SideEffects } from './side-effects.js';
import { Variables } from './variables.js';
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
  /** The name of the transform for messages; in a pipe, that of the current stage. */
  owner: string;
  /** The module of the row function, relative to the project. */
  readonly source: string;
  /** The calls that are being inlined, the innermost last, and how many there have been. */
  readonly calls: InlinedCall[] = [];
  callCount = 0;
  /** The objects of `?.` that were found to be there, while what follows them is visited. */
  readonly links = new Map<ts.Node, Value>();
  /** What `break` and `continue` can leave here, the innermost last. */
  readonly jumps: JumpTarget[] = [];
  #labels = 0;
  /** What was reported. */
  readonly reports: Reports;
  readonly knowledge = new Knowledge();
  readonly variables: Variables;
  readonly effects = new SideEffects();
  /** What names stand for. */
  readonly names: Bindings;
  /** What the reference needs besides the text. */
  readonly reference: ReferenceNotes;

  /** How much of the row function is being visited. */
  readonly size = new RowSize();

  /** The loops that have been visited in this round of the loop around. */
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
    { alwaysCounted, looseArrays }: Foreknowledge,
    counted: readonly Column[],
    walk: Walk<RowContext>,
  ) {
    this.visit = visitWith(walk, this);
    this.program = program;
    this.reports = new Reports(program, bag);
    this.names = new Bindings(program.checker, looseArrays);
    this.reference = new ReferenceNotes(alwaysCounted, (name) => {
      const binding = this.names.bindingOf(name);
      return binding?.kind === 'variable' ? binding.id : undefined;
    });
    this.owner = name;
    this.source = source;
    this.input = [...input, ...counted, ...params.map((param) => ({ ...param, scalar: 'param' as const })), rowNumber];
    this.variables = new Variables(program.checker, this.input, this.names, this.knowledge);
    this.output = output;
    this.single = single;
    this.isGenerator = kind === 'expand';
  }

  /** Reports a finding at a node. Returns undefined, the value of what could not be understood. */
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

  /** Visits what may give the names of a function that is being inlined other meanings, which end with the visit. */
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

  /** The place of the row's number among the inputs: it is the last of them. */
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

  /** What is known here; undefined where control never comes. */
  get flow(): Flow | undefined {
    return this.knowledge.flow;
  }

  set flow(flow: Flow | undefined) {
    this.knowledge.flow = flow;
  }
}
