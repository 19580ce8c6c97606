import type { Expression, Read } from '../../ir/expression.js';
import { mayBeAbsent } from '../../ir/type.js';
import { cppCore } from '../cpp/cpp-types.js';
import type { RowScope } from '../scope/row-scope.js';
import { atom, type Code, primary, unary } from './code.js';
import { emitAccess } from './emit-access.js';
import { emitArithmetic } from './emit-arithmetic.js';
import { emitArray, emitSplit } from './emit-array.js';
import { emitBitwise } from './emit-bitwise.js';
import { emitCall } from './emit-call.js';
import { emitCoalesce, emitConditional, emitLogical } from './emit-choice.js';
import { claimedBigIntOperation, emitClaimed } from './emit-claimed.js';
import { emitCompare, emitEqual, emitNot } from './emit-comparison.js';
import { emitConvert, emitImplicit, emitToBigInt, narrow } from './emit-conversion.js';
import { emitFoundNumber } from './emit-indexed-access.js';
import { emitKindTest } from './emit-kind-test.js';
import { emitLengthTest } from './emit-length-test.js';
import { emitLiteral } from './emit-literal.js';
import { emitFind, emitPick } from './emit-lookup.js';
import { emitMember } from './emit-member.js';
import {
  emitExecute,
  emitMatch,
  emitMatchPart,
  emitNewSearch,
  emitNextMatch,
  emitPatternCall,
  emitPatternReplace,
  emitSetLastIndex,
} from './emit-pattern.js';
import { emitReduced } from './emit-reduced.js';
import { emitCodeString, emitConcat, emitFlatten, emitReplace, emitToText } from './emit-string.js';
import { emitStringCall } from './emit-string-call.js';

/** Emits the C++ expression for an expression of the IR. */
export function emitExpression(e: Expression, scope: RowScope): string {
  return emitCode(e, scope).text;
}

/** Emits the C++ expression for the value of a variable whose type is written out. */
export function emitStored(e: Expression, scope: RowScope): string {
  return emitImplicit(e, (inner) => emitCode(inner, scope)).text;
}

function emitCode(e: Expression, scope: RowScope): Code {
  const { claims } = scope.fn;
  if (!claims) return emitUnchecked(e, scope);
  const emit = (inner: Expression) => emitCode(inner, scope);
  return emitClaimed(e, claims, emit, (inner) => emitUnchecked(inner, scope));
}

function emitUnchecked(e: Expression, scope: RowScope): Code {
  const emit = (inner: Expression) => emitCode(inner, scope);
  const text = (inner: Expression) => emit(inner).text;
  switch (e.kind) {
    case 'literal':
      return emitLiteral(e.value, e.type.core);
    case 'read':
      return emitRead(e, scope);
    case 'convert':
      return emitFoundNumber(e, emit, scope) ?? emitConvert(e.operand, e.type, emit);
    case 'require':
      return atom(`rf::require(out, ${text(e.operand)})`);
    case 'kind-test':
      return atom(emitKindTest(e, text));
    case 'as-kind':
      return atom(`rf::as_kind<${cppCore(e.type.core)}>(out, ${text(e.operand)})`);
    case 'not':
      return emitNot(e.operand, emit, emitLengthTest(e.operand, emit, scope));
    case 'negate':
      return unary(`-${primary(emit(e.operand))}`);
    case 'arithmetic':
      return emitArithmetic(e, emit, scope.fn.claims && claimedBigIntOperation);
    case 'bitwise':
      return emitBitwise(e, emit);
    case 'compare':
      return emitLengthTest(e, emit, scope) ?? emitCompare(e, emit);
    case 'equal':
      return emitLengthTest(e, emit, scope) ?? emitEqual(e.left, e.right, false, emit);
    case 'truthy':
      return atom(`rf::truthy(${text(e.operand)})`);
    case 'to-number':
      return atom(`rf::to_number(${text(e.operand)})`);
    case 'to-bigint':
      return emitToBigInt(e.operand, emit);
    case 'to-text':
      return atom(emitToText(e, text, scope.locals));
    case 'member':
      return emitMember(e, text(e.operand), scope.tables);
    case 'find':
      return atom(emitFind(e, text(e.operand), scope.tables));
    case 'pick':
      return atom(emitPick(e, text(e.operand), scope.tables));
    case 'logical':
      return emitLogical(e, emit);
    case 'coalesce':
      return emitCoalesce(e, emit);
    case 'conditional':
      return emitConditional(e, emit);
    case 'call':
      return atom(emitCall(e, emit, scope.locals));
    case 'concat':
      return atom(emitConcat(e, text));
    case 'flatten':
      return atom(emitFlatten(e, text, scope.locals));
    case 'string-call':
      return emitStringCall(e, emit, scope);
    case 'replace':
      return atom(emitReplace(e, text));
    case 'code-string':
      return atom(emitCodeString(e, text));
    case 'split':
      return atom(emitSplit(e, text));
    case 'pattern-call':
      return atom(emitPatternCall(e, text, scope));
    case 'pattern-replace':
      return atom(emitPatternReplace(e, text, scope));
    case 'match':
      return atom(emitMatch(e, text, scope));
    case 'next-match':
      return atom(emitNextMatch(e, text));
    case 'new-search':
      return atom(emitNewSearch(e, text, scope));
    case 'execute':
      return atom(emitExecute(e, text, scope));
    case 'set-last-index':
      return atom(emitSetLastIndex(e, text));
    case 'match-part':
      return atom(emitMatchPart(e, text));
    case 'new-array':
    case 'array-call':
      return atom(emitArray(e, text, scope.locals));
    case 'access':
      return atom(emitAccess(e, emit, scope.locals));
    case 'reduced':
      return atom(emitReduced(e, scope));
    case 'window-rows':
      return atom(`rf::${e.complete ? 'complete_rows' : 'rows_in_window'}<${scope.struct}>(row)`);
  }
}

function emitRead({ variable, type }: Read, { fn, names }: RowScope): Code {
  const name = names.of(variable);
  const stored = fn.variables[variable]?.stored ?? type;
  const isProved = mayBeAbsent(stored) && !mayBeAbsent(type) && type.core.kind !== 'nothing';
  return narrow(atom(fn.claims && isProved ? `rf::claimed_present(${name})` : name), stored, type);
}
