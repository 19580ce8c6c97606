import type { Constant } from '../constant-value.js';
import type { Expression } from '../expression.js';
import type { Interval } from '../interval.js';
import type { Type } from '../type.js';

/**
 * What a function makes of an argument.
 *
 * - `number`: ToNumber, as a double
 * - `int32`: ToNumber, then ToInt32
 * - `string`: ToString, in any form, lazy ones included
 * - `text`: ToString, in any number of pieces with bytes
 * - `view`: ToString, in one piece with bytes
 * - `bigint`, `boolean`: a present value of that kind, which the analysis has seen to
 * - `value`: nothing; the function takes a value of any type
 */
export type Parameter = 'number' | 'int32' | 'string' | 'text' | 'view' | 'bigint' | 'boolean' | 'value';

/**
 * What the C++ function gets before its arguments: the sink, where it can fail the row; the row's scratch memory; or a
 * buffer of its own for a short text, which lives as long as the row. That of a `sized text` has the size that the function
 * asks for.
 */
export type Service = 'out' | 'arena' | 'number text' | 'bigint text' | 'sized text';

/** A function of the platform, or an operator, that IR calls by name: what it takes, gives, and how it is computed. */
export interface Intrinsic {
  /** The path by which a program calls it (`Math.floor`), or the name of an operation that only operators reach. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** What all further arguments are converted by, for a function of any number of them. */
  readonly rest?: Parameter;
  /** How many arguments a call has at least: those that it leaves out before are undefined. All parameters by default. */
  readonly required?: number;
  /** The name of a function of the first argument alone that gives the same for these arguments. */
  simpler?(args: readonly Expression[]): string | undefined;
  /** What it gives for these arguments, which have been converted. */
  typeOf(args: readonly Expression[]): Type;
  /** The function of namespace `rowfuse`. */
  readonly cpp: string;
  /** Where that is declared, relative to the row library's folder; without it, in the library's common part. */
  readonly header?: string;
  readonly services?: readonly Service[];
  /** The value for constants; undefined where that is not known for certain when the transform is built. */
  readonly evaluate?: (args: readonly Constant[]) => Constant;
  /** The integers that it gives; undefined where it may give something else, a -0 included. */
  readonly range?: (args: readonly (Interval | undefined)[]) => Interval | undefined;
  /**
   * For integers of 32 bits, which are never -0: the first argument is the result (`argument`); or C++ has an overload for
   * `int32_t`, right wherever the result is such an integer (`overload`).
   */
  readonly integers?: 'argument' | 'overload';
  /** Whether the result's absolute value is at most one more than the largest of the arguments'. */
  readonly keepsSize?: boolean;
  /** The most bytes of a text that it gives; without it, no bound is known. */
  readonly longestText?: (args: readonly Expression[]) => number;
  /** The size of the buffer for a `sized text`. */
  readonly bufferSize?: (args: readonly Expression[]) => number;
}
