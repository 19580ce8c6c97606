import { arrayCallType } from '../arrays.js';
import { literal } from '../build.js';
import type { ArrayCall, Compare, Expression } from '../expression.js';
import { accessType } from '../heap/access.js';
import { isInt } from '../intrinsics/number-function.js';
import { stringOperation } from '../operations/string-operations.js';
import type { RowFunction } from '../row-function.js';
import {
  doubleType,
  intType,
  isBoolean,
  isLazy,
  isVariant,
  joinTypes,
  longType,
  mayBeAbsent,
  positionType,
  presentType,
  sameType,
  type Type,
} from '../type.js';
import type { VariableId } from '../variable.js';
import { callRules } from './call-rules.js';
import type { Rules } from './rule.js';

/** Returns the rules of one node, without those of its operands. */
export function expressionRules(e: Expression, fn: RowFunction, declared: ReadonlySet<VariableId>): Rules {
  switch (e.kind) {
    case 'literal':
    case 'truthy':
      return [];
    case 'to-number':
    case 'to-text': {
      const { kind } = e.operand.type.core;
      return [[kind !== 'reference' && kind !== 'variant', 'a reference or variant has neither a number nor a text']];
    }
    case 'kind-test':
      return [[isVariant(e.operand.type), 'the kind of a variant is asked for']];
    case 'as-kind':
      return [[isVariant(e.operand.type) && includes(e.operand.type, e.type), 'a variant gives one of its kinds']];
    case 'read': {
      const stored = fn.variables[e.variable]?.stored;
      return [
        [declared.has(e.variable), 'a variable is declared before it is read'],
        [stored !== undefined && includes(stored, e.type), 'a read gives a part of what is stored'],
      ];
    }
    case 'convert':
      return [
        [includes(e.type, e.operand.type) || isInteger(e.type, e.operand), 'a conversion keeps every value'],
        [!isLazy(e.type), 'a lazy string is flattened, not converted'],
      ];
    case 'require':
      return [[!mayBeAbsent(e.type), 'what is required is present']];
    case 'not':
      return [[isBoolean(e.operand.type), 'the operand must be boolean']];
    case 'negate':
      return [[isPresent(e.operand, 'number'), 'the operand must be a number']];
    case 'arithmetic': {
      const bothAre = (kind: 'number' | 'bigint') => isPresent(e.left, kind) && isPresent(e.right, kind);
      return [[bothAre('number') || bothAre('bigint'), 'the operands must be two numbers or two bigints']];
    }
    case 'bitwise': {
      const areBigints = isPresent(e.left, 'bigint') && isPresent(e.right, 'bigint');
      return [[(isInt(e.left) && isInt(e.right)) || areBigints, 'the operands must be two ints or two bigints']];
    }
    case 'compare':
      return [[areComparable(e), 'the operands must be numeric or two strings']];
    case 'equal':
      return [[joinTypes(e.left.type, e.right.type) !== undefined, 'the operands must be of one kind']];
    case 'to-bigint': {
      const { kind } = e.operand.type.core;
      const holds = (kind === 'number' || kind === 'boolean') && !mayBeAbsent(e.operand.type);
      return [[holds, 'a present number or boolean is converted to a bigint']];
    }
    case 'find':
      return [
        [sameType(e.type, intType), 'a place is an int'],
        [!isVariant(e.operand.type), 'what is searched for is of one kind'],
      ];
    case 'pick':
      return [
        [isPresent(e.operand, 'number'), 'a place is a present number'],
        [e.values.every((value) => includes(e.type, literal(value).type)), 'the values have another type'],
      ];
    case 'member':
      return [
        [e.type.core.kind === 'boolean', 'membership is true or false'],
        [!isVariant(e.operand.type), 'what is searched for is of one kind'],
      ];
    case 'logical':
    case 'coalesce':
      return [[sameType(e.right.type, e.type), 'the right operand must have the type of the result']];
    case 'conditional':
      return [
        [isBoolean(e.test.type), 'the test must be boolean'],
        [sameType(e.whenTrue.type, e.type) && sameType(e.whenFalse.type, e.type), 'the branches must agree'],
      ];
    case 'concat':
      return [[e.parts.length > 1 && e.parts.every((part) => isPresent(part, 'string')), 'the parts must be strings']];
    case 'flatten':
      return [[e.operand.type.core.kind === 'string' && isOnePiece(presentType(e.type)), 'the result has one piece']];
    case 'call':
      return callRules(e);
    case 'string-call':
      return [
        [isPresent(e.receiver, 'string'), 'the receiver must be a string'],
        [sameType(e.type, stringOperation(e.operation).typeOf(e.receiver.type)), 'the operation gives another type'],
      ];
    case 'replace':
      return [
        [isOnePiece(e.receiver.type) && isOnePiece(e.pattern.type), 'receiver and pattern have one piece'],
        [isPresent(e.replacement, 'string') && !isLazy(e.replacement.type), 'the replacement must be a string'],
        [isLazy(e.type) ? isOnePiece(e.replacement.type) : !e.dollars, 'only pieces make pieces'],
      ];
    case 'split':
      return [
        [isOnePiece(e.receiver.type), 'what is split has one piece'],
        [!e.separator || isOnePiece(e.separator.type), 'a separator has one piece'],
        [!e.limit || sameType(e.limit.type, intType), 'a limit is an int'],
      ];
    case 'pattern-call':
      return [
        [isOnePiece(e.subject.type), 'the subject of a pattern has one piece'],
        [!e.limit || sameType(e.limit.type, intType), 'a limit is an int'],
      ];
    case 'pattern-replace':
      return [[isOnePiece(e.subject.type) && isOnePiece(e.replacement.type), 'subject and replacement have one piece']];
    case 'match':
      return [
        [isOnePiece(e.subject.type), 'the subject of a pattern has one piece'],
        [!e.from || isPresent(e.from, 'number'), 'a search begins at a number'],
      ];
    case 'new-search':
      return [
        [e.type.core.kind === 'match', 'a search holds a match'],
        [!e.subject || isOnePiece(e.subject.type), 'the subject of a pattern has one piece'],
      ];
    case 'execute':
      return [
        [sameType(e.operand.type, e.type), 'a search goes on with its pattern'],
        [isOnePiece(e.subject.type), 'the subject of a pattern has one piece'],
      ];
    case 'set-last-index':
      return [
        [sameType(e.operand.type, e.type), 'a search goes on with its pattern'],
        [isPresent(e.value, 'number'), 'a place that is set is a number'],
      ];
    case 'next-match':
      return [[sameType(e.operand.type, e.type), 'matches of one pattern follow each other']];
    case 'match-part':
      return [[e.operand.type.core.kind === 'match', 'parts are those of a match']];
    case 'new-array': {
      const { core } = e.type;
      const holds = core.kind === 'array' && e.elements.every(({ type }) => sameType(type, core.element));
      return [[holds, 'the elements have the type of the array']];
    }
    case 'reduced':
      return [[e.place < (fn.reductions?.length ?? 0), 'a reduction that is read is computed']];
    case 'window-rows':
      return [[fn.reductions !== undefined, 'the rows of windows are counted beside reductions']];
    case 'array-call':
      return arrayCallRules(e);
    case 'access':
      return [[sameType(e.type, accessType(e)), 'the access gives another type']];
    case 'code-string':
      return [[e.codes.length > 0 && e.codes.every((code) => isPresent(code, 'number')), 'the codes must be numbers']];
  }
}

function areComparable({ left, right }: Compare): boolean {
  const isNumeric = (operand: Expression) => isPresent(operand, 'number') || isPresent(operand, 'bigint');
  const areTwo = (kind: 'string' | 'bigint') =>
    [left, right].every(({ type }) => type.core.kind === kind && !type.mayBeNull);
  return areTwo('string') || areTwo('bigint') || (isNumeric(left) && isNumeric(right));
}

function arrayCallRules({ operation, receiver, arguments: args, type }: ArrayCall): Rules {
  const isArray = receiver.type.core.kind === 'array' && !mayBeAbsent(receiver.type);
  // An absent array of pieces stays absent when it is stored.
  if (operation === 'store') return [[receiver.type.core.kind === 'array', 'the receiver must be an array']];
  if (operation === 'masked' || operation === 'judged' || operation === 'allThere')
    return [[isArray && args.every((arg) => arg.type.core.kind === 'array'), 'arrays say what is there']];
  return [
    [isArray, 'the receiver must be an array'],
    [isArray && sameType(type, arrayCallType(operation, receiver.type)), 'the operation gives another type'],
  ];
}

function isPresent({ type }: Expression, kind: 'string' | 'number' | 'bigint'): boolean {
  return type.core.kind === kind && !mayBeAbsent(type);
}

function isOnePiece(type: Type): boolean {
  return type.core.kind === 'string' && type.core.pieces === 1 && !type.core.lazy && !mayBeAbsent(type);
}

/** True if `for … of` goes over values of the type. */
export function isIterable(type: Type): boolean {
  return isOnePiece(type) || (type.core.kind === 'array' && !mayBeAbsent(type));
}

/** True if an int becomes a position, which counts units from the start, or a double of an attempt a long, which its range proves. */
function isInteger(type: Type, operand: Expression): boolean {
  const isPosition = sameType(type, positionType) && sameType(operand.type, intType);
  return isPosition || (sameType(type, longType) && sameType(operand.type, doubleType));
}

/** True if every value of `part` is one of `whole`. */
function includes(whole: Type, part: Type): boolean {
  const joined = joinTypes(whole, part);
  const hasCore = part.core.kind !== 'nothing';
  return joined !== undefined && sameType(joined, whole) && (!hasCore || isLazy(whole) === isLazy(part));
}
