/** The operators and operations of expressions that have no table of their own. */

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

export type BitwiseOperator = '&' | '|' | '^' | '<<' | '>>' | '>>>';

export type CompareOperator = '<' | '<=' | '>' | '>=';

/**
 * An operation of a regular expression on a present string in one piece, as if the expression were new. `test` and `search` find the first
 * match. `split` and `matches` make an array in scratch memory; `matches` gives null if nothing matches. The counts are those of what these
 * would hold.
 */
export type PatternOperation = 'test' | 'search' | 'split' | 'matches' | 'part count' | 'match count';
