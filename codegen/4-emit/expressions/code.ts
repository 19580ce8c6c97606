import type { Expression } from '../../ir/expression.js';

/** The precedence of C++ text, tightest first: `x.y()`, `-x`, `x * y`, `x + y`, `x < y`, `x && y`, `x || y`, and all others. */
const bindings = ['atom', 'unary', 'product', 'sum', 'comparison', 'and', 'or', 'binary'] as const;

export type Binding = (typeof bindings)[number];

/** C++ text, and how tightly it binds. */
export interface Code {
  readonly text: string;
  readonly binding: Binding;
}

/** Emits an operand. Emitters of one kind take it as an argument, so that they do not import the switch over all kinds. */
export type EmitCode = (e: Expression) => Code;

/** Emits an operand that stands between commas or parentheses, where binding does not matter. */
export type EmitText = (e: Expression) => string;

export const atom = (text: string): Code => ({ text, binding: 'atom' });
export const unary = (text: string): Code => ({ text, binding: 'unary' });
export const binary = (text: string): Code => ({ text, binding: 'binary' });

/** The text as an operand of any operator of two operands. */
export const operand = (code: Code): string => operandWithin(code, 'unary');

/** The text as an operand that needs no parentheses if it binds as tightly as `loosest`. */
export const operandWithin = ({ text, binding }: Code, loosest: Binding): string =>
  bindings.indexOf(binding) <= bindings.indexOf(loosest) ? text : `(${text})`;

/** Two operands and an operator that is evaluated from the left. */
export function operation(left: Code, operator: '+' | '-' | '*' | '/' | '%', right: Code): Code {
  const isSum = operator === '+' || operator === '-';
  const binding = isSum ? 'sum' : 'product';
  const text = `${operandWithin(left, binding)} ${operator} ${operandWithin(right, isSum ? 'product' : 'unary')}`;
  return { text, binding };
}

/** Two operands and a comparison. */
export const comparison = (left: Code, operator: string, right: Code): Code => ({
  text: `${operandWithin(left, 'sum')} ${operator} ${operandWithin(right, 'sum')}`,
  binding: 'comparison',
});

/** Two booleans and a logical operator. `&&` within `||` keeps its parentheses, without which compilers warn. */
export function logical(left: Code, operator: '&&' | '||', right: Code): Code {
  const binding = operator === '&&' ? 'and' : 'or';
  const side = (code: Code) => operandWithin(code, code.binding === binding ? binding : 'comparison');
  return { text: `${side(left)} ${operator} ${side(right)}`, binding };
}

/** `test ? whenTrue : whenFalse`. */
export const choice = (test: Code, whenTrue: string, whenFalse: string): Code =>
  binary(`${operandWithin(test, 'comparison')} ? ${whenTrue} : ${whenFalse}`);

/** The text as the object of a member access, or as the operand of a unary operator. */
export const primary = ({ text, binding }: Code): string => (binding === 'atom' ? text : `(${text})`);
