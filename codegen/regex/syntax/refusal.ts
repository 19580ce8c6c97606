import type { Span } from './node.js';

/** The reason for which a pattern cannot be compiled, the place in its source, and a rewrite. */
export interface Refusal extends Span {
  readonly construct: string;
  readonly reason: string;
  readonly advice: string;
}

/** Ends the compilation of a pattern; `compilePattern` returns its refusal. */
export class RefusedPattern extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.construct}: ${refusal.reason}`);
  }
}

export function refuse({ start, end }: Span, construct: string, reason: string, advice: string): never {
  throw new RefusedPattern({ start, end, construct, reason, advice });
}
