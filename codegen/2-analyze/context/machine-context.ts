import type { RoutineId } from '../../ir/statement.js';
import type { VariableId } from '../../ir/variable.js';
import type { FunctionNode } from '../values/value.js';
import { type Flow, joinFlows } from './flow.js';

/** The functions that call each other in a machine, while they are visited. */
export class MachineContext {
  /** The functions, by their places as routines. */
  readonly functions: FunctionNode[] = [];
  readonly #start: Flow;
  readonly #first: VariableId;
  #back: Flow | undefined;

  /**
   * @param start holds whenever a routine begins or ends
   * @param first the first variable of the routines
   */
  constructor(start: Flow, first: VariableId) {
    this.#start = start;
    this.#first = first;
  }

  /** Returns the routine of a function, which is visited later if it is new. */
  routineOf(node: FunctionNode): RoutineId {
    const known = this.functions.indexOf(node);
    return known < 0 ? this.functions.push(node) - 1 : known;
  }

  /** The facts with which routines began and ended, besides those of the start. */
  get back(): Flow | undefined {
    return this.#back;
  }

  /** Notes the facts with which a routine begins or ends. */
  note(flow: Flow | undefined): void {
    this.#back = joinFlows(this.#back, flow);
  }

  /** Returns the facts after a call: those about variables outside of the routines are those of the start. */
  afterCall(flow: Flow): Flow {
    return new Map([...flow].map(([id, type]) => [id, id < this.#first ? (this.#start.get(id) ?? type) : type]));
  }
}
