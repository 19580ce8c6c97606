import { assignedIn } from '../../ir/rewrite.js';
import type { Machine, Recur, Routine, Statement } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { ValueRanges } from './number-range.js';
import { forget, type State } from './range-state.js';

/** Goes through statements from a state on. */
type Visit = (body: readonly Statement[], state: ValueRanges, final: boolean) => State;
/** Gives a variable a value with a range. */
type Store = (id: VariableId, range: undefined, state: ValueRanges, final: boolean) => ValueRanges;

/** The ranges around functions that call themselves. They do so in any order, so nothing is known of what any of them assigns. */
export class MachineRanges {
  /** The variables that the routines of the machine around assign. */
  #assigned: ReadonlySet<VariableId> = new Set();

  /** Returns the state after a statement. */
  after(statement: Machine | Routine | Recur, state: ValueRanges, final: boolean, visit: Visit, store: Store): State {
    switch (statement.kind) {
      case 'machine': {
        const around = this.#assigned;
        this.#assigned = assignedIn(statement.body);
        const any = forget(state, this.#assigned);
        visit(statement.body, any, final);
        this.#assigned = around;
        return store(statement.variable, undefined, any, final);
      }
      case 'routine':
        visit(
          statement.body,
          statement.parameters.reduce((before, id) => store(id, undefined, before, final), state),
          final,
        );
        return state;
      case 'recur':
        return store(statement.variable, undefined, forget(state, this.#assigned), final);
    }
  }
}
