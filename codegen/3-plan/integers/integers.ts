import { elementType } from '../../ir/arrays.js';
import { convert, literal } from '../../ir/build.js';
import type { Arithmetic, Call, Expression } from '../../ir/expression.js';
import { type Interval, int32Interval, isWithin } from '../../ir/interval.js';
import { call, withArguments } from '../../ir/intrinsics/call.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import { mapOperands } from '../../ir/operands.js';
import { forEachStatement, rewriteStatements } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { mapExpressions } from '../../ir/statement-parts.js';
import { doubleType, intType, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { ExpressionRanges } from './expression-ranges.js';
import { roundedQuotient } from './rounded-quotient.js';
import { numberRanges } from './value-ranges.js';
import { ZeroSigns } from './zero-signs.js';

/**
 * Holds numbers as `int32_t` if their range proves that nothing changes: variables that only hold such integers, and arithmetic on them.
 * An integer has one zero, so a number that may be -0 is only held so where the sign of a zero does not matter.
 */
export function integers(fn: RowFunction): RowFunction {
  const { stored, expressions } = numberRanges(fn);
  const signs = new ZeroSigns(fn, expressions);
  const isCandidate = (id: VariableId, range: Interval) =>
    isWithin(range, int32Interval) &&
    sameType(fn.variables[id]?.stored ?? intType, doubleType) &&
    !(range.minusZero && signs.matterInVariable(id));
  const candidates = new Set([...stored].flatMap(([id, range]) => (isCandidate(id, range) ? [id] : [])));
  const form = new IntegerForm(candidates, expressions, signs);
  // A variable stays a double if one of its values cannot be computed as an int.
  for (let before = -1; before !== candidates.size; ) {
    before = candidates.size;
    forEachStatement(fn.body, (statement) => {
      if (statement.kind !== 'declare' && statement.kind !== 'assign') return;
      if (candidates.has(statement.variable) && !form.of(statement.value)) candidates.delete(statement.variable);
    });
  }
  const variables = fn.variables.map((variable) =>
    candidates.has(variable.id) ? { ...variable, stored: intType } : variable,
  );
  const body = rewriteStatements(fn.body, (statement) => {
    if (statement.kind !== 'declare' && statement.kind !== 'assign')
      return [mapExpressions(statement, (e) => form.rewrite(e))];
    const { variable, value } = statement;
    const held = variables[variable]?.stored ?? value.type;
    const integer = candidates.has(variable) ? form.of(value) : undefined;
    return [{ ...statement, value: integer ?? convert(form.rewrite(value), held) }];
  });
  return { ...fn, variables, body };
}

/** Rebuilds the numbers of a row function as ints where that is possible. */
class IntegerForm {
  readonly #ints: ReadonlySet<VariableId>;
  readonly #ranges: ExpressionRanges;
  readonly #signs: ZeroSigns;

  /** @param ints the variables that are ints */
  constructor(ints: ReadonlySet<VariableId>, ranges: ExpressionRanges, signs: ZeroSigns) {
    this.#ints = ints;
    this.#ranges = ranges;
    this.#signs = signs;
  }

  /** Builds a number as an `int32_t`, in which -0 is 0. Undefined if it cannot be computed as one. */
  of(e: Expression): Expression | undefined {
    if (sameType(e.type, intType)) return this.#withOperands(e);
    if (e.kind === 'read')
      return this.#ints.has(e.variable) && sameType(e.type, doubleType) ? { ...e, type: intType } : undefined;
    const range = this.#ranges.get(e);
    if (!range || !isWithin(range, int32Interval)) return undefined;
    switch (e.kind) {
      case 'literal':
        return literal(Number(e.value) + 0);
      case 'convert':
        return sameType(e.type, doubleType) ? this.of(e.operand) : undefined;
      case 'negate': {
        const operand = this.of(e.operand);
        return operand && { kind: 'arithmetic', operator: '-', left: literal(0), right: operand, type: intType };
      }
      case 'arithmetic':
        return this.#arithmetic(e);
      case 'bitwise':
        // The operands are ints in any case. The result of `>>>` may be one.
        return { ...this.#withOperands(e), type: intType } as Expression;
      case 'call':
        return this.#call(e);
      case 'conditional': {
        const whenTrue = this.of(e.whenTrue);
        const whenFalse = this.of(e.whenFalse);
        return whenTrue && whenFalse && { ...e, test: this.rewrite(e.test), whenTrue, whenFalse, type: intType };
      }
      default:
        return undefined;
    }
  }

  /** Rebuilds an expression of any type, with numbers as ints where that changes no result. */
  rewrite(e: Expression): Expression {
    const isDouble = sameType(e.type, doubleType) && e.kind !== 'literal' && e.kind !== 'convert';
    const mayChangeSign = e.kind !== 'read' && this.#ranges.get(e)?.minusZero === true && this.#signs.matterIn(e);
    return (isDouble && !mayChangeSign ? this.of(e) : undefined) ?? this.#withOperands(e);
  }

  #arithmetic(e: Arithmetic): Expression | undefined {
    const left = this.of(e.left);
    const right = this.of(e.right);
    if (!left || !right) return undefined;
    // The remainder of the lowest int by -1, for which processors trap.
    const mayTrap = this.#mayBe(e.left, int32Interval.min) && this.#mayBe(e.right, -1);
    if (e.operator === '%' && mayTrap) return call('Int32 %', left, right);
    return { ...e, left, right, type: intType };
  }

  #call(e: Call): Expression | undefined {
    const quotient = roundedQuotient(e);
    if (quotient) {
      const { division, rounding } = quotient;
      const left = this.of(division.left);
      const right = this.of(division.right);
      if (left && right) {
        const isNatural = [division.left, division.right].every(
          (operand) => (this.#ranges.get(operand)?.min ?? -1) >= 0,
        );
        // C++ rounds towards 0.
        const isTruncated = rounding === 'trunc' || (rounding === 'floor' && isNatural);
        return isTruncated ? { ...division, left, right, type: intType } : call(`Int32 ${rounding} /`, left, right);
      }
    }
    const { integers: form } = intrinsicOf(e);
    const args = e.arguments.map((arg) => this.of(arg)).filter((arg) => arg !== undefined);
    if (!form || args.length < e.arguments.length) return undefined;
    return form === 'argument' ? args[0] : { ...e, arguments: args, type: intType };
  }

  #mayBe(e: Expression, value: number): boolean {
    const { min, max } = this.#ranges.get(e) ?? int32Interval;
    return min <= value && value <= max;
  }

  /** Rebuilds an expression whose operands may have changed from doubles to ints. */
  #withOperands(original: Expression): Expression {
    const e = mapOperands(original, (operand) => this.rewrite(operand));
    switch (e.kind) {
      case 'convert':
        // The expression around asks for the type that the conversion had; the operand may be an integer now.
        return sameType(e.operand.type, e.type) ? e.operand : e;
      case 'arithmetic':
        return sameType(e.type, doubleType)
          ? { ...e, left: convert(e.left, doubleType), right: convert(e.right, doubleType) }
          : e;
      case 'call':
        return withArguments(e, e.arguments);
      case 'negate':
        return e.type.core.kind === 'number' ? { ...e, operand: convert(e.operand, doubleType) } : e;
      case 'conditional':
        return { ...e, whenTrue: convert(e.whenTrue, e.type), whenFalse: convert(e.whenFalse, e.type) };
      case 'new-array':
        return { ...e, elements: e.elements.map((element) => convert(element, elementType(e.type))) };
      case 'array-call': {
        if (e.operation !== 'push' && e.operation !== 'set' && e.operation !== 'with') return e;
        const value = e.arguments.at(-1);
        const index = e.arguments.slice(0, -1);
        return value ? { ...e, arguments: [...index, convert(value, elementType(e.type))] } : e;
      }
      case 'logical':
      case 'coalesce':
        return { ...e, right: convert(e.right, e.type) };
      case 'compare':
      case 'equal': {
        const [left, right] = [comparedInt(e.left), comparedInt(e.right)];
        return left && right ? { ...e, left, right } : e;
      }
      default:
        return e;
    }
  }
}

/** Returns an int that is compared as a double. */
function comparedInt(e: Expression): Expression | undefined {
  if (e.kind === 'convert' && sameType(e.type, doubleType)) return comparedInt(e.operand);
  return sameType(e.type, intType) ? e : undefined;
}
