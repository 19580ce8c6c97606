import type { Program } from '../../../1-parse/project.js';
import type { ts } from '../../../1-parse/syntax/ts.js';
import type { Constant, ConstantValue } from '../../../ir/constant-value.js';
import type { Found } from '../parts.js';
import type { ConstantSizes } from './size.js';

/**
 * Evaluates parts of a constant. Each method returns undefined for what is not constant, and throws `LimitReached` for what is too
 * large. No kind of syntax imports the table that leads to it.
 */
export interface Evaluation {
  readonly program: Program;
  readonly sizes: ConstantSizes;
  value(expression: ts.Expression): Found<ConstantValue> | undefined;
  /** The value of an expression, unless it is an array, object, `Set` or `Map`. */
  simple(expression: ts.Expression): Found<Constant> | undefined;
  /** The value of a global, a `const`, an enum or the namespace of a module. */
  name(name: ts.Identifier): Found<ConstantValue> | undefined;
}
