import type { Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import type { Flow } from './flow.js';

/** The facts about variables at the point that is being visited. */
export class Knowledge {
  /** Undefined where control never comes. */
  flow: Flow | undefined = new Map();

  set(id: VariableId, type: Type): void {
    if (this.flow) this.flow = new Map(this.flow).set(id, type);
  }

  /** Visits under another flow; returns the result and the flow afterwards. */
  withFlow<T>(flow: Flow | undefined, visit: () => T): { readonly result: T; readonly flow: Flow | undefined } {
    return this.within(flow, () => ({ result: visit(), flow: this.flow }));
  }

  /** Visits under another flow, and restores the current one afterwards. */
  within<T>(flow: Flow | undefined, visit: () => T): T {
    const before = this.flow;
    this.flow = flow;
    try {
      return visit();
    } finally {
      this.flow = before;
    }
  }
}
