import type { Expression } from '../../codegen/ir/expression.js';

export type Kind = 'number' | 'string' | 'bigint' | 'boolean';

/** Builds random expressions of a kind. They are deeper with a greater `depth`. */
export interface RandomValues {
  number(depth: number): Expression;
  text(depth: number): Expression;
  boolean(depth: number): Expression;
  bigint(depth: number): Expression;
  /** An integer in a small range of its own, whose ends are frequent values. */
  bounded(): Expression;
  /** A number in text as columns of integers read it. */
  decimal(): Expression;
  /** A variable that ToNumber converts. */
  convertible(): Expression;
  /** An array of texts. */
  texts(depth: number): Expression;
  /** A number that an array gives. */
  counted(depth: number): Expression;
  /** A text that an array gives. */
  joined(depth: number): Expression;
  /** A choice between values of one kind. */
  chosen(kind: Kind, other: () => Expression): Expression;
}
