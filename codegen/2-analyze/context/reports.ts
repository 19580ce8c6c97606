import type { Program } from '../../1-parse/project.js';
import { nodeSpan } from '../../1-parse/syntax/span.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { type Diagnostic, DiagnosticBag, type Span } from '../../diagnostics/index.js';
import type { InlinedCall } from './inlined-call.js';
import { Losses } from './losses.js';

/** The findings in a row function, and what became unknown because of them. */
export class Reports {
  /** Everything that became unknown because of a reported error. */
  readonly losses = new Losses<InlinedCall>();
  readonly #program: Program;
  #bag: DiagnosticBag;

  constructor(program: Program, bag: DiagnosticBag) {
    this.#program = program;
    this.#bag = bag;
  }

  /** Adds a finding at a node. */
  add(node: ts.Node, message: (span: Span) => Diagnostic): void {
    this.#bag.add(message(nodeSpan(this.#program.root, node)));
    this.losses.addFinding();
  }

  /**
   * Visits the body of a loop in rounds until a round finds nothing new. `visit` returns its result in the last round,
   * and undefined before. Only the findings of the last round are kept, which repeats those that still hold.
   */
  inRounds<T>(visit: () => { readonly result: T } | undefined): T {
    const outer = this.#bag;
    const takeBack = this.losses.mark();
    for (;;) {
      this.#bag = new DiagnosticBag();
      const last = visit();
      if (last) {
        outer.add(...this.#bag.sorted());
        this.#bag = outer;
        return last.result;
      }
      takeBack();
    }
  }
}
