import type { ParsedStages } from '../../../1-parse/parsed-transform.js';
import type { Expression } from '../../../ir/expression.js';
import type { RowContext } from '../../context/row-context.js';
import { keepExpression } from '../../effects/effects.js';
import { RowCounter } from './row-counter.js';

/**
 * The numbers of the rows at the stages that ask for them, where rows before were dropped or made. The first row that an input row
 * becomes at a stage has the number that a scalar column holds; each further one has one more.
 */
export class StageNumbers {
  readonly #context: RowContext;
  /** Row numbers by the places of the stages; a counter if an earlier stage makes several rows of one. */
  readonly #numbers = new Map<number, Expression | RowCounter>();

  constructor({ stages, counted }: ParsedStages, context: RowContext) {
    this.#context = context;
    for (const { place, column } of counted) {
      const first = context.variables.read(context.variables.column(context.input.indexOf(column)));
      const isOnce = !stages.slice(0, place).some(({ transform }) => transform.kind === 'expand');
      this.#numbers.set(place, isOnce ? first : new RowCounter('reached', first, context));
    }
  }

  /** Returns the number of the row that has just reached a stage; undefined if that is its number in the input. */
  next(place: number): Expression | undefined {
    const number = this.#numbers.get(place);
    if (!(number instanceof RowCounter)) return number;
    const index = keepExpression(number.read(), 'index', this.#context);
    number.count();
    return index;
  }
}
