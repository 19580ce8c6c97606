import type { Variable, VariableId } from '../../ir/variable.js';

/** The loops around the code that is emitted, and the variables that are declared outside of all loops. */
export class LoopNesting {
  readonly #declaredOutside = new Set<VariableId>();
  #depth = 0;

  /** Runs `emit` for code that is evaluated repeatedly. */
  within<Emitted>(emit: () => Emitted): Emitted {
    this.#depth += 1;
    const emitted = emit();
    this.#depth -= 1;
    return emitted;
  }

  declare(variable: VariableId): void {
    if (this.#depth === 0) this.#declaredOutside.add(variable);
  }

  /** True in a loop, for a variable that has one value per row. */
  isInvariant({ id, column, reassigned }: Variable): boolean {
    return this.#depth > 0 && !reassigned && (column !== undefined || this.#declaredOutside.has(id));
  }
}
