import type { FunctionNode } from '../values/value.js';

/** A function of a module, which the row function calls: the reference carries its text. */
export interface CapturedFunction {
  /** In the reference. */
  readonly name: string;
  readonly node: FunctionNode;
  /** Where it is declared: `examples/limits.ts:3`. */
  readonly origin: string;
}
