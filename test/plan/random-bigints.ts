import { bitwise } from '../../codegen/ir/bitwise.js';
import { arithmetic, literal, toBigInt } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import type { GeneratorScope } from './generator-scope.js';
import type { RandomValues } from './random-values.js';

const bigints: readonly bigint[] = [
  0n,
  1n,
  -1n,
  7n,
  63n,
  64n,
  2n ** 31n,
  2n ** 63n,
  -(2n ** 63n),
  2n ** 64n - 1n,
  2n ** 100n,
];

/** Builds random bigints. */
export class RandomBigInts {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;

  constructor(scope: GeneratorScope, values: RandomValues) {
    this.#scope = scope;
    this.#values = values;
  }

  bigint(depth: number): Expression {
    if (depth <= 0) return this.#scope.leaf('bigint', bigints);
    const bigint = () => this.bigint(depth - 1);
    const choices = this.#scope.choices;
    switch (choices.below(7)) {
      case 0:
        return this.#scope.leaf('bigint', bigints);
      case 1:
      case 2:
        return arithmetic(choices.pick(['+', '-', '*', '/', '%']), bigint(), bigint());
      case 3:
        return bitwise(choices.pick(['&', '|', '^', '<<', '>>']), bigint(), bigint());
      case 4:
        return call(choices.pick(['BigInt.asIntN', 'BigInt.asUintN']), literal(choices.pick([8, 0, 32, 64])), bigint());
      case 5:
        return toBigInt(
          this.#scope.choices.oneIn(2) ? this.#values.number(depth - 1) : this.#values.boolean(depth - 1),
        );
      default:
        return this.#values.chosen('bigint', bigint);
    }
  }
}
