import type { Span } from '../diagnostics/index.js';
import type { Constant, ConstantPattern } from './constant-value.js';
import type { HeapOperation } from './heap/heap-operations.js';
import type { ArrayOperation } from './operations/array-operations.js';
import type { ArithmeticOperator, BitwiseOperator, CompareOperator, PatternOperation } from './operations/operators.js';
import type { StringOperation } from './operations/string-operations.js';
import type { AlternativeKind, HeapClass, Type } from './type.js';
import type { VariableId } from './variable.js';

/** An expression without side effects. Its only effect can be a fault, which fails the row in any case. */
export type Expression =
  | Literal
  | Read
  | Convert
  | Require
  | KindTest
  | AsKind
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
  | PatternCall
  | PatternReplace
  | Match
  | NextMatch
  | NewSearch
  | Execute
  | SetLastIndex
  | MatchPart
  | Member
  | Find
  | Pick
  | Reduced
  | WindowRows
  | Access;

interface Node {
  readonly type: Type;
  /** The place in the source. Conversions and other nodes that the source does not write have none. */
  readonly span?: Span;
}

/** A constant, which may be a captured one. */
export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: Constant;
}

/** The value of a column or local variable. Its type is the part of the stored type that control flow proves here. */
export interface Read extends Node {
  readonly kind: 'read';
  readonly variable: VariableId;
}

/** A conversion to another representation of the same value: an int as a double, a value as one that may be null. */
export interface Convert extends Node {
  readonly kind: 'convert';
  readonly operand: Expression;
}

/** The operand, which must not be null or undefined here. JavaScript would throw a TypeError, so the row fails. */
export interface Require extends Node {
  readonly kind: 'require';
  readonly operand: Expression;
}

/** True if a variant, which may be null or undefined, holds a value of one of these kinds. */
export interface KindTest extends Node {
  readonly kind: 'kind-test';
  readonly operand: Expression;
  readonly is: readonly AlternativeKind[];
}

/** A variant as one of the fewer kinds of its type, or null or undefined. Any other kind fails the row. */
export interface AsKind extends Node {
  readonly kind: 'as-kind';
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

/**
 * Arithmetic on two present numbers in double precision, except for a position moved by an int; or exact arithmetic on two present
 * bigints. A result outside 128 bits, or a divisor of 0n, fails the row unless the ranges exclude it.
 */
export interface Arithmetic extends Node {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/**
 * A bitwise operator of two ints. For two present bigints, `&`, `|` and `^` in two's complement of any length, and shifts by a constant
 * from 0 to 127 whose result fits in 128 bits. `~x` is `x ^ -1`.
 */
export interface Bitwise extends Node {
  readonly kind: 'bitwise';
  readonly operator: BitwiseOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/**
 * An order between present numbers and bigints by their mathematical value, or between two strings by UTF-16 unit. Two strings or two
 * bigints may be undefined, in which case the result is false.
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

/** JavaScript's ToNumber of a string, number or boolean, which may be null (0) or undefined (NaN); or `Number()` of a present bigint. */
export interface ToNumber extends Node {
  readonly kind: 'to-number';
  readonly operand: Expression;
}

/** `BigInt()` of a present number or boolean. A number that is not an integer fails the row. */
export interface ToBigInt extends Node {
  readonly kind: 'to-bigint';
  readonly operand: Expression;
}

/** JavaScript's ToString. */
export interface ToText extends Node {
  readonly kind: 'to-text';
  readonly operand: Expression;
}

/** `&&` or `||`. The result is the operand that decides. */
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
 * A string as one piece with bytes in the row's scratch memory. The operand has several pieces, is lazy, or is the text of a number that
 * must outlive a step of a loop.
 */
export interface Flatten extends Node {
  readonly kind: 'flatten';
  readonly operand: Expression;
}

/** An operation of `String.prototype` on a present string; `unitAt` is `s[i]`. */
export interface StringCall extends Node {
  readonly kind: 'string-call';
  readonly operation: StringOperation;
  readonly receiver: Expression;
  readonly arguments: readonly Expression[];
}

/** A call of a built-in function or operation by its name. See `intrinsics/`. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly intrinsic: string;
  /** The arguments, converted as the intrinsic's parameters require. */
  readonly arguments: readonly Expression[];
}

/**
 * `replace` or `replaceAll` with a string as pattern. Receiver and pattern have one piece. The result has pieces if only the first match is
 * replaced and the replacement has no patterns; otherwise it is a lazy string.
 */
export interface Replace extends Node {
  readonly kind: 'replace';
  readonly occurrences: 'first' | 'all';
  readonly receiver: Expression;
  readonly pattern: Expression;
  readonly replacement: Expression;
  /** True if `$&` and similar patterns in the replacement are expanded. */
  readonly dollars: boolean;
}

/** `String.fromCharCode` or `String.fromCodePoint` of one or more present numbers. */
export interface CodeString extends Node {
  readonly kind: 'code-string';
  readonly of: 'units' | 'code points';
  readonly codes: readonly Expression[];
}

/** `split` of a present string in one piece. */
export interface Split extends Node {
  readonly kind: 'split';
  readonly receiver: Expression;
  /** A string in one piece; undefined leaves the text whole. */
  readonly separator: Expression | undefined;
  /** The most pieces: an int that is read as unsigned. */
  readonly limit: Expression | undefined;
}

/** An array of expressions that have its element type. */
export interface NewArray extends Node {
  readonly kind: 'new-array';
  readonly elements: readonly Expression[];
}

export interface PatternCall extends Node {
  readonly kind: 'pattern-call';
  readonly operation: PatternOperation;
  readonly pattern: ConstantPattern;
  readonly subject: Expression;
  /** The most elements of `split`: an int that is read as unsigned. */
  readonly limit: Expression | undefined;
}

/**
 * `replace` or `replaceAll` with a regular expression. The result is a lazy string, or it has one piece, in scratch memory if something was
 * replaced.
 */
export interface PatternReplace extends Node {
  readonly kind: 'pattern-replace';
  readonly pattern: ConstantPattern;
  readonly subject: Expression;
  /** A string in one piece, in which `$1` and similar patterns are expanded. */
  readonly replacement: Expression;
}

/** The first match of a regular expression in a present string in one piece. */
export interface Match extends Node {
  readonly kind: 'match';
  readonly pattern: ConstantPattern;
  readonly subject: Expression;
  /** True if matches after it are asked for. */
  readonly isFirstOfAll: boolean;
  /** The index at which the search for all matches begins: a `lastIndex`. Undefined for the beginning of the text. */
  readonly from?: Expression | undefined;
}

/** The match after another one, which is read from the variable that is assigned. */
export interface NextMatch extends Node {
  readonly kind: 'next-match';
  readonly operand: Expression;
}

/** A regular expression that the row function makes and searches with again and again. Nothing is found yet, and `lastIndex` is 0. */
export interface NewSearch extends Node {
  readonly kind: 'new-search';
  readonly pattern: ConstantPattern;
  /** The only text that it searches, if nothing asks for its `lastIndex`. */
  readonly subject?: Expression;
}

/**
 * `exec` with the flag `g` or `y`: the first match from `lastIndex` on, which then is the end of the match, or 0. The operand is read from
 * the variable that is assigned.
 */
export interface Execute extends Node {
  readonly kind: 'execute';
  readonly operand: Expression;
  /** A present string in one piece. */
  readonly subject: Expression;
}

/** The search of another expression, which is read from the variable that is assigned, with another `lastIndex`. */
export interface SetLastIndex extends Node {
  readonly kind: 'set-last-index';
  readonly operand: Expression;
  /** Any present number. */
  readonly value: Expression;
}

/**
 * A part of a match: whether something was `found`, the places where it starts and ends (-1 if there is none), its index as a number, or a
 * group by its number. Group 0 is the match itself, and empty if there is none. Other groups are undefined unless they took part. A
 * register gives the index where a group starts (2 * group) or ends (2 * group + 1), or -1. A search also has its `lastIndex`.
 */
export interface MatchPart extends Node {
  readonly kind: 'match-part';
  readonly operand: Expression;
  readonly part: 'found' | 'start' | 'end' | 'index' | 'lastIndex' | number | { readonly register: number };
}

export interface ArrayCall extends Node {
  readonly kind: 'array-call';
  readonly operation: ArrayOperation;
  readonly receiver: Expression;
  readonly arguments: readonly Expression[];
}

/** The `value` of the reduction at `place` over the row's window. For moments, the sample's `variance` or its root. */
export interface Reduced extends Node {
  readonly kind: 'reduced';
  readonly answer: 'value' | 'variance' | 'deviation';
  readonly place: number;
}

/** The number of rows in the row's window; or of its `complete` rows, with no null in a column that is read. */
export interface WindowRows extends Node {
  readonly kind: 'window-rows';
  readonly complete: boolean;
}

/** True if a list of constants holds a value, by SameValueZero (ECMA-262, 7.2.11): `includes` of an array, `has` of a `Set`. */
export interface Member extends Node {
  readonly kind: 'member';
  readonly operand: Expression;
  /** The constants that the operand can equal, each once. */
  readonly elements: readonly Constant[];
  /** The name in generated code, after the constant in the source. */
  readonly constant?: string | undefined;
}

/** The index of the key that a value equals, by SameValueZero, or -1. The keys are those that the operand can equal, each once. */
export interface Find extends Node {
  readonly kind: 'find';
  readonly operand: Expression;
  readonly keys: readonly Constant[];
  /** The name in generated code, after the constant in the source. */
  readonly constant?: string | undefined;
}

/** The constant at an index, or undefined if the index is outside. The values are of one kind, null or undefined. */
export interface Pick extends Node {
  readonly kind: 'pick';
  /** An integer, as a present number. */
  readonly operand: Expression;
  readonly values: readonly Constant[];
  /** The name in generated code, after the constant in the source. */
  readonly constant?: string | undefined;
}

/**
 * Reads or changes an object of the row's memory. It is the whole value of a declaration or of an evaluation, so that accesses happen in the
 * order of the statements.
 */
export interface Access extends Node {
  readonly kind: 'access';
  readonly operation: HeapOperation;
  readonly to: HeapClass;
  /** The field of a record. */
  readonly field?: string;
  /** The object comes first, unless the access makes it. */
  readonly arguments: readonly Expression[];
}
