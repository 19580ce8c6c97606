import { arithmetic, convert, literal } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import { doubleType } from '../../../ir/type.js';
import type { VariableId } from '../../../ir/variable.js';
import type { RowContext } from '../../context/row-context.js';

/** A variable that counts rows. */
export class RowCounter {
  readonly #variable: VariableId;
  readonly #context: RowContext;

  /** Declares the variable at the place that is being visited. */
  constructor(name: string, first: Expression, context: RowContext) {
    const { line } = context.effects;
    this.#context = context;
    this.#variable = context.variables.temporary(name, doubleType, true);
    context.effects.push({ kind: 'declare', variable: this.#variable, value: convert(first, doubleType), line });
  }

  read(): Expression {
    return this.#context.variables.read(this.#variable);
  }

  count(): void {
    const { line } = this.#context.effects;
    const value = arithmetic('+', this.read(), literal(1));
    this.#context.effects.push({ kind: 'assign', variable: this.#variable, value, line });
  }
}
