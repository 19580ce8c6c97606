/** Builders of operations with regular expressions. */
import { convert, onePiece, require } from './build.js';
import type { ConstantPattern } from './constant-value.js';
import type {
  Execute,
  Expression,
  Match,
  MatchPart,
  NewSearch,
  NextMatch,
  PatternCall,
  PatternReplace,
  SetLastIndex,
} from './expression.js';
import type { PatternOperation } from './operations/operators.js';
import {
  arrayType,
  booleanType,
  doubleType,
  intType,
  lazyStringType,
  matchType,
  orNull,
  orUndefined,
  positionType,
  stringType,
  type Type,
} from './type.js';

/** @param hasGroups true if `split` inserts groups between the parts */
export function patternCall(
  operation: PatternOperation,
  pattern: ConstantPattern,
  subject: Expression,
  hasGroups: boolean,
  limit?: Expression,
): PatternCall {
  return Object.freeze({
    kind: 'pattern-call',
    operation,
    pattern,
    subject: onePiece(require(subject)),
    limit,
    type: patternCallType(operation, hasGroups),
  });
}

/** Returns the number of the elements of an array of matches or parts. */
export function counted(call: PatternCall): PatternCall {
  return Object.freeze({
    ...call,
    operation: call.operation === 'split' ? 'part count' : 'match count',
    type: intType,
  });
}

function patternCallType(operation: PatternOperation, hasGroups: boolean): Type {
  switch (operation) {
    case 'test':
      return booleanType;
    case 'search':
      return positionType;
    case 'split':
      return arrayType(hasGroups ? orUndefined(stringType()) : stringType());
    case 'part count':
    case 'match count':
      return intType;
    case 'matches':
      return orNull(arrayType(stringType()));
  }
}

/** @param isLazy true if the pattern matches without memory, so that the result is computed where it is written */
export function patternReplace(
  pattern: ConstantPattern,
  subject: Expression,
  replacement: Expression,
  isLazy: boolean,
): PatternReplace {
  return Object.freeze({
    kind: 'pattern-replace',
    pattern,
    subject: onePiece(require(subject)),
    replacement: onePiece(replacement),
    type: isLazy ? lazyStringType : stringType(),
  });
}

/** @param from the index at which a search for all matches begins, if that is not the beginning of the text */
export function match(pattern: ConstantPattern, subject: Expression, isFirstOfAll: boolean, from?: Expression): Match {
  return Object.freeze({
    kind: 'match',
    pattern,
    subject: onePiece(require(subject)),
    isFirstOfAll,
    ...(from && { from }),
    type: matchType(pattern),
  });
}

export function newSearch(pattern: ConstantPattern): NewSearch {
  return Object.freeze({ kind: 'new-search', pattern, type: matchType(pattern) });
}

export function execute(operand: Expression, subject: Expression): Execute {
  return Object.freeze({ kind: 'execute', operand, subject: onePiece(require(subject)), type: operand.type });
}

export function setLastIndex(operand: Expression, value: Expression): SetLastIndex {
  return Object.freeze({ kind: 'set-last-index', operand, value: convert(value, doubleType), type: operand.type });
}

export function nextMatch(operand: Expression): NextMatch {
  return Object.freeze({ kind: 'next-match', operand, type: operand.type });
}

export function matchPart(operand: Expression, part: MatchPart['part']): MatchPart {
  return Object.freeze({ kind: 'match-part', operand, part, type: matchPartType(part) });
}

function matchPartType(part: MatchPart['part']): Type {
  if (part === 'found') return booleanType;
  if (part === 'start' || part === 'end') return positionType;
  if (part === 'index' || typeof part === 'object') return intType;
  if (part === 'lastIndex') return doubleType;
  return part === 0 ? stringType() : orUndefined(stringType());
}
