/** Random row functions as IR, well-typed by construction: built by the same builders as those of the analysis. */
import { elementType } from '../../codegen/ir/arrays.js';
import { bitwise } from '../../codegen/ir/bitwise.js';
import { arithmetic, compare, convert, literal } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import type { Column, RowFunction } from '../../codegen/ir/row-function.js';
import type { Statement } from '../../codegen/ir/statement.js';
import { doubleType } from '../../codegen/ir/type.js';
import type { Variable } from '../../codegen/ir/variable.js';
import type { Choices } from './choices.js';
import { randomValues } from './every-value.js';
import { GeneratorScope } from './generator-scope.js';
import { either } from './random-alternatives.js';
import { column, columns, numbers, windowColumns, windowRows } from './random-rows.js';
import { RandomStatements } from './random-statements.js';
import type { RandomValues } from './random-values.js';
import { RandomWindows } from './random-windows.js';

/** With them, sums of 16 elements of 8 or 32 bits lie on both sides of 2^53 and of 2^55. */
const windowFactors: readonly number[] = [
  1,
  2 ** 17 - 1,
  2 ** 18 + 1,
  2 ** 19 + 1,
  2 ** 20 - 1,
  2 ** 41 + 1,
  2 ** 42 - 1,
];
const outputs: readonly (readonly Column[])[] = [
  [column('number', 'float64', true)],
  [column('text', 'utf8', true)],
  [column('integer', 'int32', true), column('text', 'utf8', true), column('test', 'bool', true)],
  [column('number', 'float64', true), column('big', 'int64', true), column('text', 'utf8', true)],
];

export function randomFunction(choices: Choices): RowFunction {
  if (choices.below(4) > 0) return new Generator(choices, columns).rows();
  const windows = new Generator(choices, windowColumns);
  return choices.oneIn(2) ? windows.overWindow() : windows.overWindows();
}

class Generator {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;
  readonly #statements: RandomStatements;

  constructor(choices: Choices, input: readonly Column[]) {
    this.#scope = new GeneratorScope(choices, input);
    this.#values = randomValues(this.#scope);
    this.#statements = new RandomStatements(this.#scope, this.#values);
  }

  rows(): RowFunction {
    const output = this.#scope.choices.pick(outputs);
    const body = this.#statements.statements(this.#scope.choices.below(5), 2);
    return this.#function(output, [...body, this.#return(output)]);
  }

  /** A loop over a window with a number that each step changes, as reductions know it. */
  overWindow(): RowFunction {
    const window = this.#scope.choices.pick(this.#scope.variables);
    const begin = convert(literal(this.#scope.choices.oneIn(3) ? this.#scope.choices.pick(numbers) : 0), doubleType);
    const total = this.#scope.declare('total', begin, doubleType, true);
    const element = this.#scope.variable('element', elementType(window.stored), false);
    this.#scope.known = [element];
    const term = this.#scope.choices.oneIn(4)
      ? literal(1)
      : arithmetic(
          this.#scope.choices.pick(['*', '*', '+', '-']),
          this.#scope.choices.oneIn(4) ? this.#values.number(1) : this.#scope.read(element),
          literal(this.#scope.choices.pick(this.#scope.choices.oneIn(2) ? windowFactors : numbers)),
        );
    const assign = this.#carry(total.variable, term);
    const step: Statement = this.#scope.choices.oneIn(3)
      ? { kind: 'if', test: this.#values.boolean(1), whenTrue: assign, whenFalse: [], line: this.#scope.nextLine() }
      : { kind: 'block', body: assign, line: this.#scope.nextLine() };
    const { id: variable } = element;
    const source = this.#scope.read(window);
    const loop: Statement = { kind: 'for-of', variable, source, body: [step], line: this.#scope.nextLine() };
    const value = this.#scope.read(total.variable);
    const result = this.#scope.choices.oneIn(3) ? bitwise('|', value, literal(0)) : value;
    return this.#ofWindow([total.statement, loop], result);
  }

  /** Loops over a window with several numbers, booleans and arrays that each step changes. */
  overWindows(): RowFunction {
    const window = this.#scope.choices.pick(this.#scope.variables);
    const { statements, result } = new RandomWindows(this.#scope, this.#values).loop(window);
    return this.#ofWindow(statements, result);
  }

  #ofWindow(body: readonly Statement[], result: Expression): RowFunction {
    const returned: Statement = { kind: 'return', values: [result], line: this.#scope.nextLine() };
    const made = this.#function([column('number', 'float64', true)], [...body, returned]);
    return { ...made, window: { rows: windowRows, partitionBy: [], minPeriods: 0, reorder: false } };
  }

  /** Changes a variable by a value of the element: adds it, keeps the least or the greatest, or leaves the loop. */
  #carry(total: Variable, term: Expression): readonly Statement[] {
    const choices = this.#scope.choices;
    const value = this.#scope.read(total);
    switch (choices.below(6)) {
      case 3: {
        const test = compare(choices.pick(['<', '<=', '>', '>=']), convert(term, doubleType), value);
        return [
          {
            kind: 'if',
            test,
            whenTrue: [this.#scope.assign(total, term)],
            whenFalse: [],
            line: this.#scope.nextLine(),
          },
        ];
      }
      case 4:
        return [this.#scope.assign(total, call(choices.pick(['Math.min', 'Math.max']), value, term))];
      case 5: {
        const exit: Statement = { kind: 'break', line: this.#scope.nextLine() };
        const whenTrue = [this.#scope.assign(total, literal(choices.pick(numbers))), exit];
        return [{ kind: 'if', test: this.#values.boolean(1), whenTrue, whenFalse: [], line: this.#scope.nextLine() }];
      }
      default: {
        const chosen = choices.oneIn(3) ? either(this.#values.boolean(1), term, literal(0)) : term;
        return [this.#scope.assign(total, arithmetic(choices.pick(['+', '+', '-']), value, chosen))];
      }
    }
  }

  #function(output: readonly Column[], body: readonly Statement[]): RowFunction {
    const name = 'random';
    const none = { captures: [], imports: [], functions: [], stages: [] };
    const variables = this.#scope.variables;
    return { ...none, name, source: 'random.ts', input: this.#scope.input, output, emits: 'one', variables, body };
  }

  #return(output: readonly Column[]): Statement {
    const values = output.map(({ type }) => {
      if (type === 'utf8') return this.#values.text(3);
      if (type === 'int32' && this.#scope.choices.oneIn(3)) return this.#values.decimal();
      if (type === 'bool') return this.#values.boolean(3);
      const hash = this.#scope.known.find(({ name }) => name === 'hash');
      if (type === 'float64' && hash) return this.#scope.read(hash);
      return type === 'int64' ? this.#values.bigint(2) : this.#values.number(4);
    });
    return { kind: 'return', values, line: this.#scope.nextLine() };
  }
}
