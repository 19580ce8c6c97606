/** Builders of operations with regular expressions. */
import { onePiece, require } from './build.js';
import type { ConstantPattern } from './constant-value.js';
import type {
  Expression,
  Match,
  MatchPart,
  NextMatch,
  PatternCall,
  PatternOperation,
  PatternReplace,
} from './expression.js';
import {
  arrayType,
  booleanType,
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

function patternCallType(operation: PatternOperation, hasGroups: boolean): Type {
  switch (operation) {
    case 'test':
      return booleanType;
    case 'search':
      return positionType;
    case 'split':
      return arrayType(hasGroups ? orUndefined(stringType()) : stringType());
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

export function match(pattern: ConstantPattern, subject: Expression, isFirstOfAll: boolean): Match {
  return Object.freeze({
    kind: 'match',
    pattern,
    subject: onePiece(require(subject)),
    isFirstOfAll,
    type: matchType(pattern),
  });
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
  if (part === 'index') return intType;
  return part === 0 ? stringType() : orUndefined(stringType());
}
