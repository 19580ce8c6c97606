import type { FunctionNode } from '../values/value.js';

/** A module's function that the row function calls. The reference contains its text. */
export interface CapturedFunction {
  /** Its name in the reference. */
  readonly name: string;
  readonly node: FunctionNode;
  /** The place of its declaration: `examples/limits.ts:3`. */
  readonly origin: string;
}
