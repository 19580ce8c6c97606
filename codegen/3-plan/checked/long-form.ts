import { convert, literal } from '../../ir/build.js';
import type { Arithmetic, Call, Expression } from '../../ir/expression.js';
import { combine, exactInterval, type Interval, isWithin } from '../../ir/interval.js';
import { call } from '../../ir/intrinsics/call.js';
import { type CheckedOperation, checkedIntrinsic } from '../../ir/intrinsics/checked-integers.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import { mapOperands } from '../../ir/operands.js';
import type { RowFunction } from '../../ir/row-function.js';
import { doubleType, longType, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { ExpressionRanges } from '../integers/expression-ranges.js';
import { roundedQuotient } from '../integers/rounded-quotient.js';
import type { ZeroSigns } from '../integers/zero-signs.js';

/** The facts about an attempt in which some variables are longs. */
export interface AttemptFacts {
  readonly fn: RowFunction;
  readonly ranges: ExpressionRanges;
  readonly signs: ZeroSigns;
}

/**
 * Rebuilds the numbers of a row function as longs. An operation that may give anything but an integer up to 2^53 - 1 is checked, and so is
 * one that may give -0 where the sign of a zero matters.
 */
export class LongForm {
  readonly #longs: ReadonlySet<VariableId>;
  readonly #facts: AttemptFacts;
  // An operand may be asked for in several forms, one after the other.
  readonly #built = new Map<Expression, Expression | undefined>();
  readonly #operations = new Map<Expression, Expression | undefined>();
  readonly #rewritten = new Map<Expression, Expression>();

  /** @param longs the variables that are longs */
  constructor(longs: ReadonlySet<VariableId>, facts: AttemptFacts) {
    this.#longs = longs;
    this.#facts = facts;
  }

  /** Builds a number as a long. Undefined if nothing says that it is an integer. */
  of(e: Expression): Expression | undefined {
    return remembered(this.#built, e, () => this.#asLong(e));
  }

  #asLong(e: Expression): Expression | undefined {
    if (isInt(e)) return convert(this.rewrite(e), longType);
    if (e.kind === 'convert') return sameType(e.type, doubleType) ? this.of(e.operand) : undefined;
    const range = this.#facts.ranges.get(e);
    if (!range || e.type.core.kind !== 'number') return undefined;
    if (e.kind === 'literal') return { ...literal(Number(e.value) + 0), type: longType };
    return this.#operation(e) ?? this.#fromNumber(e, range);
  }

  /** Rebuilds an expression of any type, with longs inside where they give the same value. */
  rewrite(e: Expression): Expression {
    return remembered(this.#rewritten, e, () => this.#changed(e));
  }

  #changed(e: Expression): Expression {
    // Expressions that are never evaluated have no ranges.
    const isKnown = e.kind === 'read' || (e.kind !== 'literal' && this.#facts.ranges.has(e));
    const long = isKnown && sameType(e.type, doubleType) ? this.#operation(e) : undefined;
    return long ? convert(long, doubleType) : this.#withOperands(e);
  }

  /** Builds the result of an operation of longs. Undefined for other numbers, and for operands that are none. */
  #operation(e: Expression): Expression | undefined {
    return remembered(this.#operations, e, () => this.#operated(e));
  }

  #operated(e: Expression): Expression | undefined {
    switch (e.kind) {
      case 'read':
        return this.#longs.has(e.variable) && sameType(e.type, doubleType) ? { ...e, type: longType } : undefined;
      case 'negate': {
        const operand = this.of(e.operand);
        return operand && call(checkedBy(this.#facts, 'negation', e), operand);
      }
      case 'arithmetic':
        return this.#arithmetic(e);
      case 'bitwise':
        // The operands are ints. Of `>>>`, the result has 32 bits without a sign.
        return { ...mapOperands(e, (operand) => this.rewrite(operand)), type: longType };
      case 'call':
        return this.#call(e);
      case 'conditional': {
        const whenTrue = this.of(e.whenTrue);
        const whenFalse = this.of(e.whenFalse);
        return whenTrue && whenFalse && { ...e, test: this.rewrite(e.test), whenTrue, whenFalse, type: longType };
      }
      default:
        return undefined;
    }
  }

  #arithmetic(e: Arithmetic): Expression | undefined {
    const left = this.of(e.left);
    const right = this.of(e.right);
    if (!left || !right) return undefined;
    return isProved(e, this.#facts)
      ? { ...e, left, right, type: longType }
      : call(checkedBy(this.#facts, e.operator, e), left, right);
  }

  #call(e: Call): Expression | undefined {
    const quotient = roundedQuotient(e);
    const dividend = quotient && this.of(quotient.division.left);
    const divisor = quotient && this.of(quotient.division.right);
    if (dividend && divisor) return call(checkedBy(this.#facts, `${quotient.rounding} /`, e), dividend, divisor);
    const { integers: form } = intrinsicOf(e);
    const args = e.arguments.map((arg) => this.of(arg)).filter((arg) => arg !== undefined);
    if (!form || args.length < e.arguments.length) return undefined;
    if (e.intrinsic === 'square') return undefined;
    return form === 'argument' ? args[0] : { ...e, arguments: args, type: longType };
  }

  /** Converts a double that is an integer, as far as one can tell. */
  #fromNumber(e: Expression, range: Interval): Expression {
    const isMinusZero = range.minusZero && this.#facts.signs.matterIn(e);
    // The ranges of other expressions hold only where their operands are computed as longs.
    const isColumn = e.kind === 'read' && this.#facts.fn.variables[e.variable]?.column !== undefined;
    const isElement = e.kind === 'array-call' || e.kind === 'coalesce';
    const number = this.#withOperands(e);
    if ((isColumn || isElement) && isWithin(range, exactInterval) && !isMinusZero) return convert(number, longType);
    return call(checkedBy(this.#facts, 'integer', e), number);
  }

  #withOperands(e: Expression): Expression {
    switch (e.kind) {
      case 'coalesce':
        return this.#plain(e);
      case 'logical':
        return e.type.core.kind === 'boolean' ? mapOperands(e, (operand) => this.rewrite(operand)) : this.#plain(e);
      case 'compare':
      case 'equal': {
        const operands = this.#compared(e.left, e.right);
        return operands ? { ...e, ...operands } : mapOperands(e, (operand) => this.rewrite(operand));
      }
      case 'truthy':
      case 'to-text': {
        const long = this.#facts.ranges.has(e.operand) ? this.#operation(e.operand) : undefined;
        return long ? { ...e, operand: long } : mapOperands(e, (operand) => this.rewrite(operand));
      }
      case 'call': {
        const [arg] = e.arguments;
        const { takesLong } = intrinsicOf(e);
        const long = takesLong && arg && this.#facts.ranges.has(arg) ? this.#operation(arg) : undefined;
        return long ? { ...e, arguments: [long] } : mapOperands(e, (operand) => this.rewrite(operand));
      }
      default:
        return mapOperands(e, (operand) => this.rewrite(operand));
    }
  }

  /** Returns two numbers as longs, if one of them is more than an int. */
  #compared(left: Expression, right: Expression): { left: Expression; right: Expression } | undefined {
    if (isInt(left) && isInt(right)) return undefined;
    const areNumbers = [left, right].every((e) => sameType(e.type, doubleType) || isInt(e));
    const a = areNumbers ? this.of(left) : undefined;
    const b = a && this.of(right);
    return b && { left: a, right: b };
  }

  /**
   * Reads longs as doubles, and leaves the rest as it is: generated code evaluates some operands in functions of their own, from which an
   * attempt cannot end.
   */
  #plain(e: Expression): Expression {
    const isLong = e.kind === 'read' && this.#longs.has(e.variable) && sameType(e.type, doubleType);
    return isLong ? convert({ ...e, type: longType }, doubleType) : mapOperands(e, (operand) => this.#plain(operand));
  }
}

/** True for a sum, a difference or a product whose operands' ranges leave nothing to check. */
function isProved(e: Arithmetic, { ranges, signs }: AttemptFacts): boolean {
  if (e.operator === '/' || e.operator === '%') return false;
  const [a, b] = [e.left, e.right].map((operand) => ranges.get(operand));
  const range = a && b && combine(e.operator, a, b);
  return range !== undefined && !(range.minusZero && signs.matterIn(e));
}

/** Returns the name of the checked operation that gives the value of an expression. */
function checkedBy({ ranges, signs }: AttemptFacts, operation: CheckedOperation, e: Expression): string {
  return checkedIntrinsic(operation, ranges.get(e)?.minusZero === true && signs.matterIn(e));
}

/** Returns the value for a key, which is computed once. */
function remembered<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before as Value;
  const value = compute();
  known.set(key, value);
  return value;
}
