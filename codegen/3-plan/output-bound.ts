import type { Expression } from '../ir/expression.js';
import { rewriteStatements } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Statement } from '../ir/statement.js';

/** At most `constant + Σ factor · bytes of column` bytes of UTF-8 a row. */
export interface Bound {
  readonly constant: number;
  /** By input column number. */
  readonly factors: ReadonlyMap<number, number>;
}

/** The longest shortest-round-trip form of a double: `-2.2250738585072014e-308`. */
const longestNumber = 24;
/** The least bigint of 128 bits. */
const longestBigInt = 40;
/** `undefined` is longer than `null`, `true` and `false`. */
const longestWord = 9;
/** One UTF-16 unit of a column: a lone half of a 4-byte character is written as U+FFFD, of 3 bytes. */
const longestUnit = 3;

const nothing: Bound = { constant: 0, factors: new Map() };

/** An upper bound of the bytes that each row writes into an output column, from the IR alone. */
export function outputBound(fn: RowFunction, output: number): Bound {
  const variables = new Map<number, Bound>();
  for (const { id, column } of fn.variables) {
    if (column !== undefined) variables.set(id, { constant: 0, factors: new Map([[column, 1]]) });
  }
  let bound = nothing;
  rewriteStatements(fn.body, (statement: Statement) => {
    if (statement.kind === 'declare' || statement.kind === 'assign') {
      const value = boundOf(statement.value, variables);
      variables.set(statement.variable, larger(variables.get(statement.variable) ?? nothing, value));
    }
    const returned = statement.kind === 'return' ? statement.values[output] : undefined;
    if (returned) bound = larger(bound, boundOf(returned, variables));
    return [statement];
  });
  return bound;
}

function boundOf(e: Expression, variables: ReadonlyMap<number, Bound>): Bound {
  const below = (operand: Expression) => boundOf(operand, variables);
  switch (e.kind) {
    case 'literal':
      return typeof e.value === 'string' ? { constant: Buffer.byteLength(e.value), factors: new Map() } : nothing;
    case 'read':
      return variables.get(e.variable) ?? nothing;
    case 'convert':
    case 'require':
      return below(e.operand);
    case 'to-text': {
      const { core } = e.operand.type;
      const text = core.kind === 'string' ? below(e.operand) : nothing;
      const digits = { number: longestNumber, bigint: longestBigInt, string: 0, boolean: 0, nothing: 0 }[core.kind];
      return larger(text, { constant: Math.max(digits, longestWord), factors: new Map() });
    }
    case 'logical':
    case 'coalesce':
      return larger(below(e.left), below(e.right));
    case 'conditional':
      return larger(below(e.whenTrue), below(e.whenFalse));
    case 'concat':
      return e.parts.map(below).reduce(sum, nothing);
    case 'string-call':
      if (e.operation === 'charAt' || e.operation === 'at' || e.operation === 'unitAt') {
        return { constant: longestUnit, factors: new Map() };
      }
      return below(e.receiver);
    default:
      return nothing;
  }
}

function sum(a: Bound, b: Bound): Bound {
  return { constant: a.constant + b.constant, factors: merge(a, b, (x, y) => x + y) };
}

function larger(a: Bound, b: Bound): Bound {
  return { constant: Math.max(a.constant, b.constant), factors: merge(a, b, Math.max) };
}

function merge(a: Bound, b: Bound, combine: (x: number, y: number) => number): ReadonlyMap<number, number> {
  const columns = new Set([...a.factors.keys(), ...b.factors.keys()]);
  return new Map([...columns].map((c) => [c, combine(a.factors.get(c) ?? 0, b.factors.get(c) ?? 0)]));
}
