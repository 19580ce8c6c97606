import { arithmetic, conditional, literal, not } from '../ir/build.js';
import type { Arithmetic, Compare, Expression } from '../ir/expression.js';
import { operandsOf } from '../ir/operands.js';
import type { CompareOperator } from '../ir/operations/operators.js';
import { printExpression } from '../ir/print.js';
import { isBoolean } from '../ir/type.js';
import type { Variable, VariableId } from '../ir/variable.js';
import { withoutConversions } from './loops/loop-step.js';

/**
 * Operations by which a step adds an element to a carried value. `least` and `greatest` are kept by comparisons, such as `if (x < least)
 * least = x`. They never keep NaN, and keep the first of equal values. `lesser` and `larger` differ for NaN and for two zeros; for integers
 * there is no difference.
 */
export type ShapeOperation = 'sum' | 'min' | 'max' | 'least' | 'greatest' | 'lesser' | 'larger' | 'any' | 'all';

/** The form of a step's assignment to a variable: an operation of its old value and of a value of the element. */
export interface Shape {
  /** Undefined if the variable keeps its value. */
  readonly operation: ShapeOperation | undefined;
  /** True if the variable takes the element, whatever it is, while it is null: `if (least === null || x < least) least = x`. */
  readonly orNull: boolean;
  /** True for elements that take part. */
  readonly taken: Expression;
  /** Returns the value of the element; for an element that is left out, the operation's identity. */
  value(identity: Expression): Expression;
}

/** Returns the shape of a variable's next value. Undefined if it has no known shape. */
export function shapeOf(next: Expression, variable: VariableId, variables: readonly Variable[]): Shape | undefined {
  return new Matcher(variable, variables).match(next);
}

const kept: Shape = {
  operation: undefined,
  orNull: false,
  taken: literal(false),
  value: (identity) => identity,
};

/** The shape of an operation that takes every element. */
function every(operation: ShapeOperation, value: Shape['value']): Shape {
  return { operation, orNull: false, taken: literal(true), value };
}

class Matcher {
  readonly #variable: VariableId;
  readonly #variables: readonly Variable[];

  constructor(variable: VariableId, variables: readonly Variable[]) {
    this.#variable = variable;
    this.#variables = variables;
  }

  match(e: Expression): Shape | undefined {
    if (this.#isOwn(e)) return kept;
    switch (e.kind) {
      case 'literal':
        // `found = true` or `found = false`, for any old value.
        return typeof e.value === 'boolean' ? every(e.value ? 'any' : 'all', () => e) : undefined;
      case 'conditional':
        return (
          this.#asked(e.test, e.whenTrue, e.whenFalse) ??
          this.#kept(e.test, e.whenTrue, e.whenFalse) ??
          this.#decided(e.test, e.whenTrue, e.whenFalse)
        );
      case 'arithmetic':
        return this.#sum(e);
      case 'logical': {
        if (!isBoolean(e.left.type) || !isBoolean(e.right.type)) return undefined;
        const other = this.#isOwn(e.left) ? e.right : this.#isOwn(e.right) ? e.left : undefined;
        return other && this.#with(e.operator === '||' ? 'any' : 'all', other);
      }
      case 'call': {
        const [left, right] = e.arguments;
        if (e.arguments.length !== 2 || !left || !right) return undefined;
        const other = this.#isOwn(left) ? right : this.#isOwn(right) ? left : undefined;
        const operation = e.intrinsic === 'Math.min' ? 'min' : e.intrinsic === 'Math.max' ? 'max' : undefined;
        return other && operation && this.#with(operation, other);
      }
      default:
        return undefined;
    }
  }

  #isOwn(e: Expression): boolean {
    const value = withoutConversions(e);
    return value.kind === 'read' && value.variable === this.#variable;
  }

  #with(operation: ShapeOperation, value: Expression): Shape | undefined {
    return reads(value, this.#variable) ? undefined : every(operation, () => value);
  }

  /** A sum of the variable and any number of terms, which are added or subtracted. */
  #sum({ operator, left, right }: Arithmetic): Shape | undefined {
    if (operator !== '+' && operator !== '-') return undefined;
    const inner = this.match(left);
    if (inner && (inner.operation === undefined || inner.operation === 'sum')) {
      if (reads(right, this.#variable)) return undefined;
      // A first term that is added stands for itself; one that is subtracted becomes `identity - x`.
      if (inner.operation === undefined && operator === '+') return every('sum', () => right);
      return every('sum', (identity) => arithmetic(operator, inner.value(identity), right));
    }
    const outer = operator === '+' ? this.match(right) : undefined;
    if (!outer || reads(left, this.#variable)) return undefined;
    if (outer.operation === undefined) return every('sum', () => left);
    if (outer.operation !== 'sum') return undefined;
    return every('sum', (identity) => arithmetic('+', left, outer.value(identity)));
  }

  /** `all &&= test` and `any ||= test`, which keep a variable that is already decided. */
  #asked(test: Expression, whenTrue: Expression, whenFalse: Expression): Shape | undefined {
    if (test.kind === 'not') return this.#asked(test.operand, whenFalse, whenTrue);
    if (!this.#isOwn(test) || !isBoolean(test.type)) return undefined;
    const isDecided = (e: Expression, value: boolean) => this.#isOwn(e) || (e.kind === 'literal' && e.value === value);
    if (isDecided(whenFalse, false)) return this.#with('all', whenTrue);
    return isDecided(whenTrue, true) ? this.#with('any', whenFalse) : undefined;
  }

  /** One of two steps, chosen by the element. */
  #decided(test: Expression, whenTrue: Expression, whenFalse: Expression): Shape | undefined {
    if (reads(test, this.#variable)) return undefined;
    const [a, b] = [this.match(whenTrue), this.match(whenFalse)];
    if (!a || !b) return undefined;
    const isOne = !a.operation || !b.operation || (a.operation === b.operation && a.orNull === b.orNull);
    if (!isOne) return undefined;
    return {
      operation: a.operation ?? b.operation,
      orNull: a.orNull || b.orNull,
      taken: chosen(test, a.taken, b.taken),
      value: (identity) => chosen(test, a.value(identity), b.value(identity)),
    };
  }

  /** `if (value < least) least = value`, with any other conditions beside the comparison. */
  #kept(test: Expression, whenTrue: Expression, whenFalse: Expression): Shape | undefined {
    const parts = conjuncts(test);
    const own = parts.filter((part) => reads(part, this.#variable));
    const [only] = own;
    if (own.length !== 1 || !only) return undefined;
    const guards = parts.filter((part) => part !== only);
    const orNull = this.#orNull(only);
    if (orNull && this.#isOwn(whenFalse)) {
      const shape = this.#comparison(orNull, whenTrue, true, guards);
      return shape && { ...shape, orNull: true };
    }
    if (this.#isOwn(whenFalse)) return this.#comparison(only, whenTrue, true, guards);
    return this.#isOwn(whenTrue) && guards.length === 0 ? this.#comparison(only, whenFalse, false, []) : undefined;
  }

  /** Returns the test in `least === null || test`. */
  #orNull(e: Expression): Expression | undefined {
    if (e.kind !== 'logical' || e.operator !== '||' || e.left.kind !== 'equal') return undefined;
    const { left, right } = e.left;
    return this.#isOwn(left) && right.kind === 'literal' && right.value === null ? e.right : undefined;
  }

  /** The value is taken if the comparison's outcome is `whenItHolds`. */
  #comparison(
    test: Expression,
    taken: Expression,
    whenItHolds: boolean,
    guards: readonly Expression[],
  ): Shape | undefined {
    if (test.kind === 'not') return this.#comparison(test.operand, taken, !whenItHolds, guards);
    const compared = test.kind === 'compare' ? this.#againstOwn(test) : undefined;
    if (!compared || reads(taken, this.#variable) || !this.#areSame(compared.value, taken)) return undefined;
    const operation = operationOf(compared.operator, whenItHolds);
    const value = withoutWidening(taken);
    return {
      operation,
      orNull: false,
      taken: guards.reduceRight((inner, guard) => chosen(guard, inner, literal(false)), literal(true) as Expression),
      value: (identity) => guards.reduceRight((inner, guard) => chosen(guard, inner, identity), value),
    };
  }

  #areSame(a: Expression, b: Expression): boolean {
    const [left, right] = [a, b].map((e) => printExpression(withoutConversions(e), this.#variables));
    return left === right;
  }

  /** Returns a comparison of a value with the variable, with the value on the left. */
  #againstOwn({ operator, left, right }: Compare): { operator: CompareOperator; value: Expression } | undefined {
    if (this.#isOwn(right)) return { operator, value: left };
    return this.#isOwn(left) ? { operator: mirrored[operator], value: right } : undefined;
  }
}

const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function operationOf(operator: CompareOperator, whenItHolds: boolean): ShapeOperation {
  const isLess = operator.startsWith('<') === whenItHolds;
  if (whenItHolds && operator.length === 1) return isLess ? 'least' : 'greatest';
  return isLess ? 'lesser' : 'larger';
}

/** Returns the operands of `&&`, all of which must hold. */
function conjuncts(e: Expression): readonly Expression[] {
  const isBoth = e.kind === 'logical' && e.operator === '&&' && isBoolean(e.left.type) && isBoolean(e.right.type);
  return isBoth ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e];
}

/** Builds a conditional value, simplified for literals. */
export function chosen(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
  if (whenTrue.kind === 'literal' && whenFalse.kind === 'literal') {
    if (whenTrue.value === true && whenFalse.value === false) return test;
    if (whenTrue.value === false && whenFalse.value === true) return not(test);
    if (Object.is(whenTrue.value, whenFalse.value)) return whenTrue;
  }
  const value = conditional(test, whenTrue, whenFalse);
  if (!value) throw new RangeError('An identity has the type of the values');
  return value;
}

export function reads(e: Expression, variable: VariableId): boolean {
  return (e.kind === 'read' && e.variable === variable) || operandsOf(e).some((operand) => reads(operand, variable));
}

/** Removes conversions to types with null or undefined, which the number never is. */
function withoutWidening(e: Expression): Expression {
  return e.kind === 'convert' && (e.type.mayBeNull || e.type.mayBeUndefined) ? withoutWidening(e.operand) : e;
}
