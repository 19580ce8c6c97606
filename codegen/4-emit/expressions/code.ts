import type { Expression } from '../../ir/expression.js';

/** C++ text, and how tightly it binds: `x.y()`, `-x`, `x + y`. */
export interface Code {
  readonly text: string;
  readonly binding: 'atom' | 'unary' | 'binary';
}

/** Emits an operand. Emitters of one kind take it as an argument, so that they do not import the switch over all kinds. */
export type EmitCode = (e: Expression) => Code;

/** Emits an operand that stands between commas or parentheses, where binding does not matter. */
export type EmitText = (e: Expression) => string;

export const atom = (text: string): Code => ({ text, binding: 'atom' });
export const unary = (text: string): Code => ({ text, binding: 'unary' });
export const binary = (text: string): Code => ({ text, binding: 'binary' });

/** The text as an operand of a binary operator. */
export const operand = ({ text, binding }: Code): string => (binding === 'binary' ? `(${text})` : text);

/** The text as the object of a member access, or as the operand of a unary operator. */
export const primary = ({ text, binding }: Code): string => (binding === 'atom' ? text : `(${text})`);
