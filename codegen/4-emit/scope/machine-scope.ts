import type { Routine, RoutineId } from '../../ir/statement.js';

/** The state that the emitters of a machine's statements share. */
export class MachineScope {
  readonly number: number;
  readonly routines: readonly Routine[];
  /** The routine that is emitted. */
  routine: RoutineId = 0;
  #places: number;

  /** @param number tells the machines of a functor apart */
  constructor(number: number, routines: readonly Routine[]) {
    this.number = number;
    this.routines = routines;
    this.#places = routines.length;
  }

  /** Returns a new place at which control comes back from a call. Routines begin at the first places. */
  newPlace(): number {
    this.#places += 1;
    return this.#places - 1;
  }

  /** Returns the name of the variable that carries the results of a routine. */
  resultOf(routine: RoutineId): string {
    return `result${this.number}_${routine + 1}`;
  }
}
