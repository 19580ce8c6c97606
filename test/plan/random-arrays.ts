import { arrayCall, heldElement, newArray, split } from '../../codegen/ir/arrays.js';
import { coalesce, literal, onePiece, toNumber } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import type { GeneratorScope } from './generator-scope.js';
import { texts } from './random-rows.js';
import type { RandomValues } from './random-values.js';

const places: readonly number[] = [0, 1, 2, 5, -1];

/** Builds random arrays of texts and of numbers, and values that are read off them. */
export class RandomArrays {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;

  constructor(scope: GeneratorScope, values: RandomValues) {
    this.#scope = scope;
    this.#values = values;
  }

  /** An array of texts: the pieces of a text, some of them, or a list. */
  ofTexts(depth: number): Expression {
    const choices = this.#scope.choices;
    const text = () => this.#values.text(depth - 1);
    if (depth <= 0 || choices.below(4) > 0) {
      const separator = choices.oneIn(6) ? undefined : literal(choices.pick([',', '', ' ', 'a', 'é']));
      return split(text(), separator, choices.oneIn(5) ? literal(choices.pick([0, 1, 2])) : undefined);
    }
    switch (choices.below(4)) {
      case 0:
        return arrayCall('slice', this.ofTexts(depth - 1), literal(choices.pick(places)));
      case 1:
        return arrayCall(choices.pick(['reversed', 'sorted', 'store']), this.ofTexts(depth - 1));
      default:
        return this.#list([text(), text()]);
    }
  }

  /** A number that an array gives: its length, a place, or an element. */
  number(depth: number): Expression {
    const choices = this.#scope.choices;
    const place = () => (choices.oneIn(3) ? this.#values.number(depth - 1) : literal(choices.pick(places)));
    switch (choices.below(4)) {
      case 0:
        return arrayCall('length', this.ofTexts(depth));
      case 1: {
        const operation = choices.pick(['indexOf', 'lastIndexOf'] as const);
        return arrayCall(operation, this.ofTexts(depth), literal(choices.pick(texts)));
      }
      default: {
        const list = this.#list([this.#values.number(depth - 1), this.#values.number(depth - 1), literal(3)]);
        const element = arrayCall(choices.pick(['element', 'at']), list, place());
        return toNumber(coalesce(element, literal(choices.pick([0, -1]))) ?? element);
      }
    }
  }

  /** A text that an array gives: all of its elements, or one. */
  text(depth: number): Expression {
    const choices = this.#scope.choices;
    if (choices.oneIn(2)) return arrayCall('join', this.ofTexts(depth), literal(choices.pick([',', '', '--'])));
    const place = choices.oneIn(3) ? this.#values.number(depth - 1) : literal(choices.pick(places));
    const element = arrayCall(choices.pick(['element', 'at']), this.ofTexts(depth), place);
    return coalesce(element, onePiece(literal(choices.pick(texts)))) ?? literal('');
  }

  #list(elements: readonly Expression[]): Expression {
    return (
      newArray(elements.flatMap((element) => heldElement(element) ?? [])) ?? split(literal('a,b'), undefined, undefined)
    );
  }
}
