import { bitwise } from '../../ir/bitwise.js';
import { convert, literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { exactInterval, type Interval, int32Interval, isWithin } from '../../ir/interval.js';
import { isInt } from '../../ir/intrinsics/number-function.js';
import { mapOperands } from '../../ir/operands.js';
import { rewriteStatements } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { mapExpressions } from '../../ir/statement-parts.js';
import { doubleType, intType, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { ExpressionRanges } from './expression-ranges.js';
import type { ValueRanges } from './number-range.js';
import { numberRanges } from './value-ranges.js';
import { wrapped } from './wrapped.js';

const uint32Interval: Interval = { min: 0, max: 2 ** 32 - 1 };

/**
 * Holds integers beyond 32 bits as their value modulo 2^32, in an `int32_t`, if no more of them is asked for: the state of a hash that
 * each step shifts, multiplies or xors. Where it is known to have 32 bits, it may also be asked for as a whole: a signed integer is what is
 * held, and an unsigned one `x >>> 0` of it.
 */
export function modularVariables(fn: RowFunction): RowFunction {
  const { stored: ranges, expressions } = numberRanges(fn);
  const held = new Map(
    [...ranges].filter(([id, range]) => {
      const variable = fn.variables[id];
      const isDouble = variable?.column === undefined && sameType(variable?.stored ?? intType, doubleType);
      return isDouble && isWithin(range, exactInterval) && !range.minusZero;
    }),
  );
  for (;;) {
    if (held.size === 0) return fn;
    const attempt = new Attempt(fn, ranges, held, expressions);
    const body = attempt.body();
    const refused = [...held.keys()].filter((id) => !attempt.isHeld(id));
    for (const id of refused) held.delete(id);
    if (refused.length > 0) continue;
    const variables = fn.variables.map((variable) =>
      held.has(variable.id) ? { ...variable, stored: intType } : variable,
    );
    return { ...fn, variables, body };
  }
}

/** Rewrites a row function for some variables, and finds those that cannot be held modulo 2^32, or need not be. */
class Attempt {
  readonly #fn: RowFunction;
  readonly #ranges: ValueRanges;
  readonly #held: ValueRanges;
  readonly #expressions: ExpressionRanges;
  /** The variables of which more than 32 bits are asked for, or of which a value is not known modulo 2^32. */
  readonly #refused = new Set<VariableId>();
  /** The variables that are read modulo 2^32. */
  readonly #useful = new Set<VariableId>();

  constructor(fn: RowFunction, ranges: ValueRanges, held: ValueRanges, expressions: ExpressionRanges) {
    this.#fn = fn;
    this.#ranges = ranges;
    this.#held = held;
    this.#expressions = expressions;
  }

  isHeld(id: VariableId): boolean {
    return this.#useful.has(id) && !this.#refused.has(id);
  }

  body(): readonly Statement[] {
    return rewriteStatements(this.#fn.body, (statement) => {
      if ((statement.kind !== 'declare' && statement.kind !== 'assign') || !this.#held.has(statement.variable))
        return [mapExpressions(statement, (e) => this.#changed(e))];
      const value = this.#wrapped(statement.value);
      if (!value) this.#refused.add(statement.variable);
      return [{ ...statement, value: this.#changed(value ?? statement.value) }];
    });
  }

  #changed(e: Expression): Expression {
    const operand = e.kind === 'call' && e.intrinsic === 'ToInt32' ? e.arguments[0] : undefined;
    const value = operand && this.#wrapped(operand);
    if (value) return this.#changed(value);
    const range = e.kind === 'read' ? this.#held.get(e.variable) : undefined;
    if (e.kind !== 'read' || !range) return mapOperands(e, (part) => this.#changed(part));
    if (isInt(e)) {
      this.#useful.add(e.variable);
      return e;
    }
    const here = this.#expressions.get(e) ?? range;
    const low: Expression = { ...e, type: intType };
    if (isWithin(here, int32Interval)) return convert(low, doubleType);
    if (!isWithin(here, uint32Interval)) this.#refused.add(e.variable);
    return bitwise('>>>', low, literal(0));
  }

  #wrapped(e: Expression): Expression | undefined {
    return wrapped(e, this.#ranges, this.#fn, this.#held)?.value;
  }
}
