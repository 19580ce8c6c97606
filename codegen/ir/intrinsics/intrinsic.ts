import type { Constant } from '../constant-value.js';
import type { Expression } from '../expression.js';
import type { Interval } from '../interval.js';
import type { Type } from '../type.js';

/**
 * The conversion of an argument.
 *
 * - `number`: ToNumber, as a double
 * - `int32`: ToNumber, then ToInt32
 * - `string`: ToString in any form, also lazy
 * - `text`: ToString in any number of pieces with bytes
 * - `view`: ToString in one piece with bytes
 * - `long`: none, but an int becomes a `long`
 * - `bigint`, `boolean`: none; the analysis has checked that the value is present and of that kind
 * - `value`: none; the function takes a value of any type
 */
export type Parameter = 'number' | 'int32' | 'string' | 'text' | 'view' | 'long' | 'bigint' | 'boolean' | 'value';

/**
 * An argument that the C++ function gets before those of the call. It is the sink, if the function can fail the row; the row's scratch
 * memory; or a separate buffer for a short text, which lives as long as the row. The function chooses the size of a `sized text`.
 */
export type Service = 'out' | 'arena' | 'number text' | 'bigint text' | 'sized text';

/** A function of the platform, or an operator, that the IR calls by name. */
export interface Intrinsic {
  /** The path by which a program calls it (`Math.floor`), or the name of an operation that only operators reach. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The conversion of all further arguments, if the function takes any number of them. */
  readonly rest?: Parameter;
  /** The least number of arguments of a call; missing ones up to here are undefined. The default is the number of parameters. */
  readonly required?: number;
  /** Returns the name of a function that gives the same result for the first argument alone. */
  simpler?(args: readonly Expression[]): string | undefined;
  /** Returns the result type for converted arguments. */
  typeOf(args: readonly Expression[]): Type;
  /** The name of the C++ function in namespace `rowfuse`. */
  readonly cpp: string;
  /** The header that declares it, relative to the row library's folder. The default is the library's common part. */
  readonly header?: string;
  readonly services?: readonly Service[];
  /** Computes the result for constants. Undefined if it is not known for certain at build time. */
  readonly evaluate?: (args: readonly Constant[]) => Constant;
  /** The range of the results, from those of the arguments. Undefined if a result may be anything but an integer, or -0. */
  readonly range?: (args: readonly (Interval | undefined)[]) => Interval | undefined;
  /**
   * The form for integers of 32 bits, which are never -0. `argument`: the result is the first argument. `overload`: C++ has an overload for
   * `int32_t`, which is right if the result is such an integer.
   */
  readonly integers?: 'argument' | 'overload';
  /** True if the result's absolute value exceeds the largest of the arguments' by at most one. */
  readonly keepsSize?: boolean;
  /** True if the first argument may be a `long`, for which C++ has an overload. */
  readonly takesLong?: true;
  /** True if the C++ function gives an `rf::Checked`, whose failure ends an attempt with checked integers. */
  readonly mayEndAttempt?: true;
  /** The most bytes of a text result. Without it, no bound is known. */
  readonly longestText?: (args: readonly Expression[]) => number;
  /** The size of the buffer for a `sized text`. */
  readonly bufferSize?: (args: readonly Expression[]) => number;
}
