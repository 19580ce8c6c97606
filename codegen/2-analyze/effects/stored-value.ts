import type { ts } from '../../1-parse/syntax/ts.js';
import { loosened, stored } from '../../ir/arrays.js';
import { convert, flatten, onePiece } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import { operandsOf } from '../../ir/operands.js';
import { doubleType, int128Type, isLazy } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { isChangedArray, isReadOften } from '../syntax/array-variables.js';

/**
 * Returns a value in the form that a variable stores.
 *
 * - A variable that is reassigned holds numbers as doubles and bigints in 128 bits, because the form of the next value
 *   is not known at its declaration.
 * - A variable that is carried from step to step of a loop holds strings in one piece; otherwise they would grow by a
 *   piece per step.
 * - Inside a loop the next step overwrites the text of a number, so the stored value gets its own bytes.
 * - The pieces of a split string are stored if they are read often; otherwise each read searches for them again.
 */
export function storable(given: Expression, name: ts.Identifier, context: RowContext): Expression {
  const { core } = given.type;
  const value = core.kind === 'array' ? lasting(given, context) : given;
  const reassigned = context.names.isReassigned(name);
  if (core.kind === 'number') return reassigned ? convert(value, { ...value.type, core: doubleType.core }) : value;
  if (core.kind === 'bigint') return reassigned ? convert(value, { ...value.type, core: int128Type.core }) : value;
  if (core.kind === 'array') {
    if (core.lazy === 'bytes') return value;
    const { checker } = context.program;
    if (context.names.isLoose(name)) return loosened(value);
    // A changed or often read array has its elements in memory.
    const isWalked = core.lazy === 'pieces' && isReadOften(name, checker);
    return reassigned || isChangedArray(name, checker) || isWalked ? stored(value) : value;
  }
  if (core.kind === 'variant') return lasting(value, context);
  if (core.kind !== 'string') return value;
  const kept = lasting(value, context);
  if (kept !== value) return kept;
  if (context.names.isCarried(name)) return onePiece(value);
  return reassigned && isLazy(value.type) ? flatten(value) : value;
}

/** Returns a value that the next step of a loop does not overwrite. */
export function lasting(value: Expression, context: RowContext): Expression {
  const { kind } = value.type.core;
  // A frame holds bytes.
  if (context.machine && isLazy(value.type)) return flatten(value);
  return (kind === 'string' || kind === 'array' || kind === 'variant') && context.isInLoop ? withOwnText(value) : value;
}

/** Returns a string with its own bytes, or an array of such strings. */
export function withOwnText(value: Expression): Expression {
  if (!holdsNumberText(value)) return value;
  if (value.type.core.kind === 'string') return flatten(value);
  switch (value.kind) {
    case 'split':
      return Object.freeze({ ...value, receiver: flatten(value.receiver) });
    case 'convert':
    case 'require':
      return Object.freeze({ ...value, operand: withOwnText(value.operand) });
    case 'conditional':
      return Object.freeze({
        ...value,
        whenTrue: withOwnText(value.whenTrue),
        whenFalse: withOwnText(value.whenFalse),
      });
    case 'new-array':
      return Object.freeze({ ...value, elements: value.elements.map(withOwnText) });
    case 'array-call':
      return value.type.core.kind === 'array'
        ? Object.freeze({
            ...value,
            receiver: withOwnText(value.receiver),
            arguments: value.arguments.map(withOwnText),
          })
        : value;
    default:
      return value;
  }
}

/** True if a string may be the text of a number, which lies in a buffer that each evaluation overwrites. */
function holdsNumberText(e: Expression): boolean {
  switch (e.kind) {
    case 'to-text': {
      const { kind } = e.operand.type.core;
      return kind === 'number' || kind === 'bigint' || holdsNumberText(e.operand);
    }
    case 'convert':
    case 'require':
      return holdsNumberText(e.operand);
    case 'logical':
    case 'coalesce':
      return holdsNumberText(e.left) || holdsNumberText(e.right);
    case 'conditional':
      return holdsNumberText(e.whenTrue) || holdsNumberText(e.whenFalse);
    case 'concat':
      return e.parts.some(holdsNumberText);
    case 'call':
      return intrinsicOf(e).services?.some((service) => service.endsWith(' text')) ?? e.arguments.some(holdsNumberText);
    case 'string-call':
      return [e.receiver, ...e.arguments].some(holdsNumberText);
    case 'split':
      return holdsNumberText(e.receiver);
    case 'new-array':
      return e.elements.some(holdsNumberText);
    case 'array-call':
      return [e.receiver, ...e.arguments].some(holdsNumberText);
    case 'replace':
      return [e.receiver, e.pattern, e.replacement].some(holdsNumberText);
    case 'pattern-call':
    case 'pattern-replace':
    case 'match':
    case 'match-part':
    case 'next-match':
    case 'execute':
    case 'set-last-index':
      return operandsOf(e).some(holdsNumberText);
    default:
      return false;
  }
}
