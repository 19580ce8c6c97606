import type { Constant } from './constant-value.js';
import type { Type } from './type.js';
import type { VariableId } from './variable.js';

/** An expression without side effects. Its only effect can be a fault, which fails the row whatever else happens. */
export type Expression =
  | Literal
  | Read
  | Convert
  | Require
  | Not
  | Negate
  | Arithmetic
  | Bitwise
  | Compare
  | Equal
  | Truthy
  | ToNumber
  | ToBigInt
  | ToText
  | Logical
  | Coalesce
  | Conditional
  | Concat
  | Flatten
  | StringCall
  | Call
  | Replace
  | CodeString
  | Split
  | NewArray
  | ArrayCall
  | Member
  | Find
  | Pick
  | Reduced
  | WindowRows;

interface Node {
  readonly type: Type;
}

/** A constant, captured ones included. */
export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: Constant;
}

/** The value of a column or local variable. Its type is what control flow proved here, a part of the stored type. */
export interface Read extends Node {
  readonly kind: 'read';
  readonly variable: VariableId;
}

/** The same value in another representation: an int as a double, a view as a rope, a value as one that may be null. */
export interface Convert extends Node {
  readonly kind: 'convert';
  readonly operand: Expression;
}

/** The operand, which must not be null or undefined here: JavaScript would throw a TypeError, and so the row fails. */
export interface Require extends Node {
  readonly kind: 'require';
  readonly operand: Expression;
}

export interface Not extends Node {
  readonly kind: 'not';
  readonly operand: Expression;
}

export interface Negate extends Node {
  readonly kind: 'negate';
  readonly operand: Expression;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

/**
 * Arithmetic on two present numbers, in double precision but for a position moved by a small integer; or on two present
 * bigints, exact. Where their ranges do not exclude it, leaving 128 bits or dividing by 0n fails the row.
 */
export interface Arithmetic extends Node {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export type BitwiseOperator = '&' | '|' | '^' | '<<' | '>>' | '>>>';

/**
 * Bits of two ints; or `&`, `|` and `^` of two present bigints, in two's complement of any length, and their shifts by a
 * constant from 0 to 127 whose result fits in 128 bits. `~x` is `x ^ -1`.
 */
export interface Bitwise extends Node {
  readonly kind: 'bitwise';
  readonly operator: BitwiseOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export type CompareOperator = '<' | '<=' | '>' | '>=';

/**
 * An order between present numbers and bigints, by their mathematical value, or between two strings by UTF-16 unit. Two
 * strings or two bigints may be undefined: then the order does not hold.
 */
export interface Compare extends Node {
  readonly kind: 'compare';
  readonly operator: CompareOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `===` between values of one kind, either of which may be null or undefined. */
export interface Equal extends Node {
  readonly kind: 'equal';
  readonly left: Expression;
  readonly right: Expression;
}

/** JavaScript's ToBoolean. */
export interface Truthy extends Node {
  readonly kind: 'truthy';
  readonly operand: Expression;
}

/** JavaScript's ToNumber of a string, number or boolean that may be null (0) or undefined (NaN); `Number()` of a present bigint. */
export interface ToNumber extends Node {
  readonly kind: 'to-number';
  readonly operand: Expression;
}

/** `BigInt()` of a present number or boolean. A number that is no integer fails the row. */
export interface ToBigInt extends Node {
  readonly kind: 'to-bigint';
  readonly operand: Expression;
}

/** JavaScript's ToString. */
export interface ToText extends Node {
  readonly kind: 'to-text';
  readonly operand: Expression;
}

/** `&&` or `||`, with the value of the operand that decides. */
export interface Logical extends Node {
  readonly kind: 'logical';
  readonly operator: '&&' | '||';
  readonly left: Expression;
  readonly right: Expression;
}

/** `left ?? right`. */
export interface Coalesce extends Node {
  readonly kind: 'coalesce';
  readonly left: Expression;
  readonly right: Expression;
}

export interface Conditional extends Node {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly whenTrue: Expression;
  readonly whenFalse: Expression;
}

/** The concatenation of present strings. */
export interface Concat extends Node {
  readonly kind: 'concat';
  readonly parts: readonly Expression[];
}

/**
 * A string as one piece with bytes: several pieces, a lazy string, or the text of a number that must outlive the step of a
 * loop. Its bytes are written into the row's scratch memory.
 */
export interface Flatten extends Node {
  readonly kind: 'flatten';
  readonly operand: Expression;
}

export type StringOperation =
  | 'length'
  | 'unitAt'
  | 'at'
  | 'charAt'
  | 'slice'
  | 'substring'
  | 'indexOf'
  | 'lastIndexOf'
  | 'includes'
  | 'startsWith'
  | 'endsWith'
  | 'trim'
  | 'trimStart'
  | 'trimEnd'
  | 'toUpperCase'
  | 'toLowerCase'
  | 'charCodeAt'
  | 'codePointAt'
  | 'isWellFormed'
  | 'toWellFormed'
  | 'padStart'
  | 'padEnd'
  | 'repeat';

/** An operation of `String.prototype` on a present string; `unitAt` is `s[i]`. */
export interface StringCall extends Node {
  readonly kind: 'string-call';
  readonly operation: StringOperation;
  readonly receiver: Expression;
  readonly arguments: readonly Expression[];
}

/** A call of a built-in function or operation, by its name: see `intrinsics/`. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly intrinsic: string;
  /** Converted as its parameters say. */
  readonly arguments: readonly Expression[];
}

/**
 * `replace` or `replaceAll` with a string as pattern. Receiver and pattern have one piece. A replacement of the first match
 * without patterns of its own gives pieces; all others give a lazy string.
 */
export interface Replace extends Node {
  readonly kind: 'replace';
  readonly occurrences: 'first' | 'all';
  readonly receiver: Expression;
  readonly pattern: Expression;
  readonly replacement: Expression;
  /** `$&` and its like stand for something else. */
  readonly dollars: boolean;
}

/** `String.fromCharCode` or `String.fromCodePoint` of present numbers, one or more. */
export interface CodeString extends Node {
  readonly kind: 'code-string';
  readonly of: 'units' | 'code points';
  readonly codes: readonly Expression[];
}

/** `split` of a present string of one piece. */
export interface Split extends Node {
  readonly kind: 'split';
  readonly receiver: Expression;
  /** Of one piece; undefined leaves the text whole. */
  readonly separator: Expression | undefined;
  /** An int, taken as an unsigned one: the most pieces. */
  readonly limit: Expression | undefined;
}

/** An array of the elements, each of its element type. */
export interface NewArray extends Node {
  readonly kind: 'new-array';
  readonly elements: readonly Expression[];
}

/**
 * An operation of an array. `item` is an element that is known to be there. Those that change an array in JavaScript give the changed one here: `push`, `set` (an element
 * at a place within it or right behind it; any other place fails the row), `with` (an element at an index within it),
 * `withoutLast`, `withoutFirst` take over its memory, so that the array before must not be used any more; `sorted`,
 * `reversed`, `slice`, `concat`, `store` and `loosened` (whose elements may be undefined) have memory of their own. `sum` to
 * `periods` are of windows: `count` of what is not null, `periods` of the rows in which no window of several has a null.
 */
export type ArrayOperation =
  | 'length'
  | 'element'
  | 'item'
  | 'at'
  | 'includes'
  | 'indexOf'
  | 'lastIndexOf'
  | 'join'
  | 'slice'
  | 'concat'
  | 'reversed'
  | 'sorted'
  | 'store'
  | 'loosened'
  | 'subarray'
  | 'places'
  | 'undefinedPlaces'
  | 'gathered'
  | 'zipped'
  | 'masked'
  | 'judged'
  | 'allThere'
  | 'push'
  | 'set'
  | 'with'
  | 'withoutLast'
  | 'withoutFirst'
  | WindowOperation;

export type WindowOperation = 'sum' | 'mean' | 'min' | 'max' | 'variance' | 'stddev' | 'count' | 'periods';

export interface ArrayCall extends Node {
  readonly kind: 'array-call';
  readonly operation: ArrayOperation;
  readonly receiver: Expression;
  readonly arguments: readonly Expression[];
}

/** The `value` of the reduction at `place` over the row's window; of moments the sample's `variance`, or its root. */
export interface Reduced extends Node {
  readonly kind: 'reduced';
  readonly answer: 'value' | 'variance' | 'deviation';
  readonly place: number;
}

/** How many rows the row's window has; or how many `complete` ones, with no null in a column that is read. */
export interface WindowRows extends Node {
  readonly kind: 'window-rows';
  readonly complete: boolean;
}

/**
 * Whether a list of constants holds a value, by SameValueZero (ECMA-262, 7.2.11): `includes` of an array and `has` of a
 * `Set`. NaN is found, and -0 is 0.
 */
export interface Member extends Node {
  readonly kind: 'member';
  readonly operand: Expression;
  /** Those that the operand can equal, each once. */
  readonly elements: readonly Constant[];
}

/**
 * Which of the keys a value is, by SameValueZero, as an index; -1 where it is none of them. The keys are all that the
 * operand can equal, each once.
 */
export interface Find extends Node {
  readonly kind: 'find';
  readonly operand: Expression;
  readonly keys: readonly Constant[];
}

/** The constant at an index, undefined at any other: values of one kind, null and undefined. */
export interface Pick extends Node {
  readonly kind: 'pick';
  /** A present number; an integer. */
  readonly operand: Expression;
  readonly values: readonly Constant[];
}
