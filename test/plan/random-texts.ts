import { concat, literal, onePiece, replace, stringCall, toText } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import type { GeneratorScope } from './generator-scope.js';
import { texts } from './random-rows.js';
import type { RandomValues } from './random-values.js';

/** Builds random texts. */
export class RandomTexts {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;

  constructor(scope: GeneratorScope, values: RandomValues) {
    this.#scope = scope;
    this.#values = values;
  }

  text(depth: number): Expression {
    if (depth <= 0) return this.#scope.leaf('string', texts);
    const [number, text] = [() => this.#values.number(depth - 1), () => this.text(depth - 1)];
    const choices = this.#scope.choices;
    const place = () => (choices.oneIn(3) ? number() : literal(choices.pick([0, 1, 2, -1])));
    switch (choices.below(10)) {
      case 0:
        return this.#scope.leaf('string', texts);
      case 1:
      case 2:
        return concat([text(), text()]);
      case 3:
        return toText(
          choices.pick([number, () => this.#values.boolean(depth - 1), () => this.#values.convertible()])(),
        );
      case 4:
        return this.#values.chosen('string', text);
      case 5:
        return stringCall(choices.pick(['slice', 'substring']), text(), place(), place());
      case 6:
        return stringCall(choices.pick(['toUpperCase', 'toLowerCase', 'trim', 'charAt', 'toWellFormed']), text());
      case 7:
        return replace(choices.pick(['first', 'all']), text(), literal(choices.pick(texts)), text(), false);
      case 8:
        return this.#values.joined(depth - 1);
      default:
        return choices.pick([
          () =>
            stringCall(
              choices.pick(['padStart', 'padEnd']),
              text(),
              literal(choices.pick([0, 5, 9])),
              onePiece(text()),
            ),
          () => stringCall('repeat', text(), literal(choices.pick([0, 1, 3]))),
          () => call('Number.prototype.toFixed', number(), literal(choices.pick([0, 2]))),
          () => call('Number.prototype.toString', number(), literal(choices.pick([2, 16, 36]))),
        ])();
    }
  }
}
