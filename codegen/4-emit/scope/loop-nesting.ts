import { assignedIn, declaredIn } from '../../ir/rewrite.js';
import type { Statement } from '../../ir/statement.js';
import type { Variable, VariableId } from '../../ir/variable.js';

/** The loops around the code that is emitted, and the variables that have one value per row or per run of a loop. */
export class LoopNesting {
  readonly #declaredOutside = new Set<VariableId>();
  /** The variables that each loop around changes from step to step, from the outermost loop to the innermost. */
  readonly #changed: ReadonlySet<VariableId>[] = [];

  /** Runs `emit` for the code of a loop, which is evaluated repeatedly. */
  within<Emitted>(loop: Statement, emit: () => Emitted): Emitted {
    this.#changed.push(new Set([...assignedIn([loop]), ...declaredIn([loop])]));
    const emitted = emit();
    this.#changed.pop();
    return emitted;
  }

  declare(variable: VariableId): void {
    if (this.#changed.length === 0) this.#declaredOutside.add(variable);
  }

  /** True if the code is evaluated repeatedly. */
  get areAround(): boolean {
    return this.#changed.length > 0;
  }

  /** True in a loop, for a variable that the innermost loop does not change. */
  isInvariant({ id }: Variable): boolean {
    const changed = this.#changed.at(-1);
    return changed !== undefined && !changed.has(id);
  }

  /** True for a variable that has one value per row. */
  isFixed({ id, column, reassigned }: Variable): boolean {
    return !reassigned && (column !== undefined || this.#declaredOutside.has(id));
  }
}
