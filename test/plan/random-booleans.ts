import { compare, equal, literal, logical, member, not, onePiece, stringCall, truthy } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import type { GeneratorScope } from './generator-scope.js';
import { numbers } from './random-rows.js';
import type { RandomValues } from './random-values.js';

/** Builds random booleans. */
export class RandomBooleans {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;

  constructor(scope: GeneratorScope, values: RandomValues) {
    this.#scope = scope;
    this.#values = values;
  }

  boolean(depth: number): Expression {
    if (depth <= 0) return this.#scope.leaf('boolean', [true, false]);
    const [number, boolean] = [() => this.#values.number(depth - 1), () => this.boolean(depth - 1)];
    const choices = this.#scope.choices;
    const hasText = this.#scope.variableOf('string', false) !== undefined;
    switch (choices.below(hasText ? 11 : 7)) {
      case 0:
      case 1:
        return compare(choices.pick(['<', '<=', '>', '>=']), number(), number());
      case 2: {
        const variable = choices.oneIn(4) ? this.#scope.variableOf('number', false) : undefined;
        return variable ? equal(this.#scope.read(variable), this.#scope.read(variable)) : equal(number(), number());
      }
      case 3:
        return truthy(number());
      case 4:
        return not(boolean());
      case 5:
      case 6: {
        const left = truthy(boolean());
        return logical(choices.pick(['&&', '||']), left, truthy(boolean())) ?? left;
      }
      case 7:
        return member(number(), numbers.slice(choices.below(9), 12));
      case 8:
        return stringCall(
          choices.pick(['includes', 'startsWith', 'endsWith']),
          this.#values.text(depth - 1),
          literal('a'),
        );
      case 9:
        return compare('<', onePiece(this.#values.text(depth - 1)), onePiece(this.#values.text(depth - 1)));
      default:
        return truthy(this.#values.chosen('boolean', boolean));
    }
  }
}
