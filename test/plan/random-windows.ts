import { arrayCall, elementType, heldElement, newArray } from '../../codegen/ir/arrays.js';
import {
  arithmetic,
  coalesce,
  compare,
  convert,
  equal,
  literal,
  logical,
  not,
  toNumber,
} from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import type { Statement } from '../../codegen/ir/statement.js';
import { arrayType, booleanType, doubleType, orNull, presentType } from '../../codegen/ir/type.js';
import type { Variable } from '../../codegen/ir/variable.js';
import type { GeneratorScope } from './generator-scope.js';
import { either } from './random-alternatives.js';
import { numbers } from './random-rows.js';
import type { RandomValues } from './random-values.js';

/** A variable that the steps of a loop pass on. */
interface Carried {
  readonly declaration: Statement;
  /** The number that it adds to the result. */
  result(): Expression;
  /** Returns what a step does with the variable, for a value of its element. */
  step(value: Expression): Statement;
}

/** Builds loops over windows that carry several variables, in the forms that reductions know and in forms close to them. */
export class RandomWindows {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;

  constructor(scope: GeneratorScope, values: RandomValues) {
    this.#scope = scope;
    this.#values = values;
  }

  /** Returns the statements of a loop over a window, and the number that they compute. */
  loop(window: Variable): { readonly statements: readonly Statement[]; readonly result: Expression } {
    const choices = this.#scope.choices;
    const carried = Array.from({ length: 1 + choices.below(3) }, () => this.#carried(window));
    const loops = choices.oneIn(4)
      ? this.#collected(window, carried)
      : choices.oneIn(3)
        ? this.#byIndex(window, carried)
        : this.#over(this.#scope.read(window), elementType(window.stored), carried);
    const [first, ...rest] = carried.map((one) => one.result());
    const result = rest.reduce((sum, value) => arithmetic('+', sum, value), first ?? literal(0));
    return { statements: [...carried.map(({ declaration }) => declaration), ...loops], result };
  }

  /** `for (const element of window)`, or of the window without its first row. */
  #over(window: Expression, type: Variable['stored'], carried: readonly Carried[]): readonly Statement[] {
    const element = this.#scope.variable('element', type, false);
    this.#scope.known = [element];
    const source = this.#scope.choices.oneIn(6) ? arrayCall('slice', window, literal(1)) : window;
    const body = this.#steps(() => this.#scope.read(element), carried);
    return [{ kind: 'for-of', variable: element.id, source, body, line: this.#scope.nextLine() }];
  }

  /** `for (let i = 0; i < window.length; i++)`, whose steps read `window[i]`. */
  #byIndex(window: Variable, carried: readonly Carried[]): readonly Statement[] {
    const choices = this.#scope.choices;
    const begin = convert(literal(choices.oneIn(5) ? 1 : 0), doubleType);
    const index = this.#scope.declare('index', begin, doubleType, true);
    const at = () => this.#scope.read(index.variable);
    this.#scope.known = [index.variable];
    const value = () => {
      const element = arrayCall('element', this.#scope.read(window), at());
      return coalesce(element, literal(0)) ?? element;
    };
    const body = this.#steps(value, carried);
    const length = arrayCall('length', this.#scope.read(window));
    const test = compare(choices.oneIn(6) ? '<=' : '<', at(), length);
    const update = [this.#scope.assign(index.variable, arithmetic('+', at(), literal(choices.oneIn(6) ? 2 : 1)))];
    return [index.statement, this.#scope.loop({ test, bodyFirst: false, body, update, counted: false })];
  }

  /** A loop that collects values of elements in an array, and a loop over the array. */
  #collected(window: Variable, carried: readonly Carried[]): readonly Statement[] {
    const choices = this.#scope.choices;
    const type = elementType(window.stored);
    const list = newArray([], doubleType);
    if (!list) return [];
    const array = this.#scope.declare('collected', list, arrayType(doubleType), true);
    const element = this.#scope.variable('element', type, false);
    this.#scope.known = [element];
    const value = choices.oneIn(3) ? this.#value(this.#scope.read(element)) : this.#scope.read(element);
    const own = () => this.#scope.read(array.variable);
    const kept = choices.oneIn(6) ? arrayCall('length', own()) : value;
    const push = this.#scope.assign(array.variable, arrayCall('push', own(), heldElement(kept) ?? kept));
    const line = this.#scope.nextLine();
    const body: readonly Statement[] = choices.oneIn(2) ? [this.#oneOf([push], [], line)] : [push];
    const source = this.#scope.read(window);
    const collects: Statement = { kind: 'for-of', variable: element.id, source, body, line: this.#scope.nextLine() };
    return [array.statement, collects, ...this.#over(own(), doubleType, carried)];
  }

  /** One of two lists of statements, in either branch. */
  #oneOf(first: readonly Statement[], second: readonly Statement[], line: number): Statement {
    const [whenTrue, whenFalse] = this.#scope.choices.oneIn(3) ? [second, first] : [first, second];
    return { kind: 'if', test: this.#values.boolean(1), whenTrue, whenFalse, line };
  }

  /** The steps of all variables, some of them guarded, behind an exit, or left early. */
  #steps(element: () => Expression, carried: readonly Carried[]): readonly Statement[] {
    const choices = this.#scope.choices;
    const test = () => (choices.oneIn(2) ? this.#values.boolean(1) : this.#compared(element()));
    const guarded = (whenTrue: readonly Statement[], whenFalse: readonly Statement[] = []): Statement => ({
      kind: 'if',
      test: test(),
      whenTrue,
      whenFalse,
      line: this.#scope.nextLine(),
    });
    const steps = carried.map((one) => {
      const value = choices.oneIn(2) ? element() : this.#value(element());
      const step = one.step(value);
      if (choices.below(4) > 0) return step;
      return choices.oneIn(3) ? guarded([step], [one.step(element())]) : guarded([step]);
    });
    const line = this.#scope.nextLine();
    switch (choices.below(8)) {
      case 5:
        return [guarded([{ kind: 'continue', line }]), ...steps];
      case 6:
        return [...steps, guarded([...(choices.oneIn(2) ? steps.slice(0, 1) : []), { kind: 'break', line }])];
      case 7: {
        const body = [guarded([{ kind: 'leave', label: 0, line }]), ...steps];
        return [{ kind: 'block', label: 0, body, line }];
      }
      default:
        return steps;
    }
  }

  #value(element: Expression): Expression {
    const choices = this.#scope.choices;
    return choices.pick([
      () => arithmetic('*', element, literal(choices.pick(numbers))),
      () => arithmetic('-', element, literal(choices.pick([0, 1, 100]))),
      () => call('Math.abs', element),
      () => either(this.#compared(element), element, literal(0)),
      () => literal(1),
    ])();
  }

  #compared(element: Expression): Expression {
    const test = compare(
      this.#scope.choices.pick(['<', '<=', '>', '>=']),
      element,
      literal(this.#scope.choices.pick([0, 1, -1, 100])),
    );
    return this.#scope.choices.oneIn(4) ? not(test) : test;
  }

  #carried(window: Variable): Carried {
    switch (this.#scope.choices.below(5)) {
      case 0:
        return this.#flag();
      case 1:
        return this.#orNull();
      case 2:
        return this.#extreme();
      case 3:
        return this.#count();
      default:
        return this.#total(window);
    }
  }

  #variable(name: string, value: Expression, type: Variable['stored']) {
    const { variable, statement } = this.#scope.declare(name, convert(value, type), type, true);
    const own = (read = variable.stored) => this.#scope.read(variable, read);
    return { variable, statement, own };
  }

  /** `total += value` and `total -= value`, in several forms. */
  #total(window: Variable): Carried {
    const choices = this.#scope.choices;
    const first = coalesce(arrayCall('element', this.#scope.read(window), literal(0)), literal(0));
    const begin = choices.oneIn(5) && first ? first : literal(choices.oneIn(3) ? choices.pick(numbers) : 0);
    const { variable, statement, own } = this.#variable('total', toNumber(begin), doubleType);
    const term = choices.below(4);
    const sum = (value: Expression) => {
      if (term === 1) return arithmetic('-', own(), value);
      if (term === 2) return arithmetic('+', value, own());
      return term === 3 ? arithmetic('+', arithmetic('+', own(), value), literal(1)) : arithmetic('+', own(), value);
    };
    return { declaration: statement, result: own, step: (value) => this.#scope.assign(variable, sum(value)) };
  }

  #count(): Carried {
    const by = this.#scope.choices.oneIn(4) ? 2 : 1;
    const { variable, statement, own } = this.#variable('count', literal(0), doubleType);
    const step = () => this.#scope.assign(variable, arithmetic('+', own(), literal(by)));
    return { declaration: statement, result: own, step };
  }

  /** `flag ||= test`, `flag &&= test`, and assignments of constants. */
  #flag(): Carried {
    const choices = this.#scope.choices;
    const begin = choices.oneIn(2);
    const { variable, statement, own } = this.#variable('flag', literal(begin), booleanType);
    const form = choices.below(5);
    const next = (value: Expression): Expression => {
      const test = this.#compared(value);
      if (form === 0) return logical('||', own(), test) ?? test;
      if (form === 1) return logical('&&', own(), test) ?? test;
      if (form === 4) return either(own(), this.#compared(value), test);
      return form === 2 ? either(own(), literal(true), test) : either(test, own(), literal(false));
    };
    const step = (value: Expression): Statement => {
      if (choices.oneIn(3)) return this.#scope.assign(variable, next(value));
      const whenTrue = [this.#scope.assign(variable, literal(choices.oneIn(2)))];
      return { kind: 'if', test: this.#compared(value), whenTrue, whenFalse: [], line: this.#scope.nextLine() };
    };
    return { declaration: statement, result: () => toNumber(own()), step };
  }

  /** `if (value < least) least = value`, with the operands in either order, and `Math.min`. */
  #extreme(): Carried {
    const choices = this.#scope.choices;
    const begin = choices.pick([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]);
    const { variable, statement, own } = this.#variable('extreme', literal(begin), doubleType);
    const [operator, isSwapped, method] = [
      choices.pick(['<', '<=', '>', '>='] as const),
      choices.oneIn(2),
      choices.pick(['Math.min', 'Math.max']),
    ];
    const form = choices.below(4);
    const step = (value: Expression): Statement => {
      const assign = this.#scope.assign(variable, value);
      if (form === 0) {
        const [a, b] = isSwapped ? [own(), value] : [value, own()];
        return this.#scope.assign(variable, call(method, a, b));
      }
      const compared = isSwapped
        ? compare(operator, own(), convert(value, doubleType))
        : compare(operator, value, own());
      const both = form === 1 ? (logical('&&', this.#compared(value), compared) ?? compared) : compared;
      const test = form === 2 ? not(both) : both;
      return { kind: 'if', test, whenTrue: [assign], whenFalse: [], line: this.#scope.nextLine() };
    };
    return { declaration: statement, result: own, step };
  }

  /** `if (least === null || value < least) least = value`. */
  #orNull(): Carried {
    const choices = this.#scope.choices;
    const { variable, statement, own } = this.#variable('least', literal(null), orNull(doubleType));
    const present = () => own(presentType(variable.stored));
    const operator = choices.pick(['<', '>', '<=', '>='] as const);
    const step = (value: Expression): Statement => {
      const compared = compare(operator, convert(value, doubleType), present());
      const test = logical('||', equal(own(), literal(null)), compared) ?? compared;
      const whenTrue = [this.#scope.assign(variable, value)];
      return { kind: 'if', test, whenTrue, whenFalse: [], line: this.#scope.nextLine() };
    };
    const result = () => coalesce(own(), literal(choices.pick([-1, 0]))) ?? literal(0);
    return { declaration: statement, result, step };
  }
}
