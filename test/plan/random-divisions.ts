import { arithmetic, compare, convert, equal, literal, negate, not, truthy } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import type { Statement } from '../../codegen/ir/statement.js';
import { doubleType } from '../../codegen/ir/type.js';
import type { Variable } from '../../codegen/ir/variable.js';
import type { GeneratorScope } from './generator-scope.js';
import { either } from './random-alternatives.js';
import type { RandomValues } from './random-values.js';

/** Builds random loops that take digits, divisors and factors. */
export class RandomDivisions {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;
  readonly #statements: (count: number, depth: number) => readonly Statement[];

  /** @param statements builds other statements for the loops */
  constructor(
    scope: GeneratorScope,
    values: RandomValues,
    statements: (count: number, depth: number) => readonly Statement[],
  ) {
    this.#scope = scope;
    this.#values = values;
    this.#statements = statements;
  }

  /** A counted loop that divides numbers, as programs take digits, divisors and factors, and adds up what it finds. */
  division(depth: number): readonly Statement[] {
    const choices = this.#scope.choices;
    const known = this.#scope.known;
    this.#scope.known = [...known];
    const began = ['rest', 'other', 'total'].map((name) => {
      const isZero = name === 'total' && choices.below(3) > 0;
      const begin = isZero ? literal(0) : choices.oneIn(2) ? this.#values.bounded() : this.#column();
      return this.#scope.declare(name, convert(begin, doubleType), doubleType, true);
    });
    const [rest, other, total] = began.map(({ variable }) => variable) as [Variable, Variable, Variable];
    const divisor = choices.oneIn(3) ? this.#scope.read(other) : literal(choices.pick([2, 3, 10, -3, 1, -1, 0]));
    const value = this.#scope.read(choices.pick([rest, rest, other]));
    const limit = choices.oneIn(2) ? literal(choices.pick([0, 1, 100])) : this.#values.bounded();
    const test = choices.pick([
      () => compare(choices.pick(['<', '>', '>=']), value, limit),
      () => not(equal(value, literal(0))),
      () => truthy(value),
      () => compare('<=', arithmetic('*', value, value), limit),
      () => equal(arithmetic('%', value, divisor), literal(0)),
    ])();
    const update = choices.oneIn(2)
      ? [this.#scope.assign(total, arithmetic('+', this.#scope.read(total), literal(1)))]
      : [];
    const bodyFirst = choices.oneIn(5);
    const body = [...this.#statements(choices.below(2), depth)];
    for (let count = 1 + choices.below(3); count > 0; count -= 1)
      body.push(...this.#quotientStep(rest, other, total, divisor));
    this.#scope.known = [...known, rest, other, total];
    return [
      ...began.map(({ statement }) => statement),
      this.#scope.loop({ test, bodyFirst, body, update, counted: true }),
    ];
  }

  /** A column of integers, whose values have both signs. */
  #column(): Expression {
    const name = this.#scope.choices.pick(['i32', 'i32', 'u8', 'i8']);
    const column = this.#scope.known.find((one) => one.name === name);
    return column ? this.#scope.read(column) : this.#values.bounded();
  }

  /** A change of a loop that divides. */
  #quotientStep(rest: Variable, other: Variable, total: Variable, divisor: Expression): readonly Statement[] {
    const choices = this.#scope.choices;
    const [a, b, sum] = [this.#scope.read(rest), this.#scope.read(other), this.#scope.read(total)];
    const remainder = arithmetic('%', a, divisor);
    const when = (test: Expression, ...whenTrue: readonly Statement[]): Statement => ({
      kind: 'if',
      test,
      whenTrue,
      whenFalse: [],
      line: this.#scope.nextLine(),
    });
    const isMultiple = choices.oneIn(2) ? equal(remainder, literal(0)) : not(truthy(remainder));
    const quotient = arithmetic('/', a, divisor);
    const next = arithmetic('+', arithmetic('*', a, literal(3)), literal(1));
    return choices.pick<() => readonly Statement[]>([
      () => [
        this.#scope.assign(total, arithmetic(choices.pick(['+', '-']), sum, choices.pick([remainder, b, literal(2)]))),
      ],
      () => [this.#scope.assign(rest, call(choices.pick(['Math.floor', 'Math.ceil', 'Math.trunc']), quotient))],
      () => [this.#scope.assign(rest, arithmetic('/', arithmetic('-', a, remainder), divisor))],
      () => [when(isMultiple, this.#scope.assign(rest, quotient))],
      () => [
        when(isMultiple, this.#scope.assign(other, arithmetic('+', b, literal(1))), this.#scope.assign(rest, quotient)),
      ],
      () => [this.#scope.assign(rest, either(isMultiple, quotient, choices.pick([next, b, a])))],
      () => {
        const { variable, statement } = this.#scope.declare('left', arithmetic('%', a, b));
        return [statement, this.#scope.assign(rest, b), this.#scope.assign(other, this.#scope.read(variable))];
      },
      () => [
        this.#scope.assign(other, choices.pick([literal(2), arithmetic('+', b, literal(1)), arithmetic('%', sum, a)])),
      ],
      () => [this.#scope.assign(total, arithmetic('%', arithmetic('*', sum, choices.pick([a, b])), literal(9973)))],
      () => [this.#scope.assign(total, negate(sum))],
    ])();
  }
}
