import { read } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Interval } from '../../ir/interval.js';
import { allExpressions, readsIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { booleanType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { exactBigInts, whyNotOfElement } from '../element-values.js';
import { rangeOfColumn, rangeOfNumber, type ValueRanges } from '../integers/number-range.js';
import { valueRanges } from '../integers/value-ranges.js';
import { left } from './loop-exit.js';
import { Irregular } from './loop-step.js';
import { ReductionList } from './reduction-list.js';

/** The facts about a row function that its loops share, with the list of reductions. */
export class LoopScope {
  readonly list: ReductionList;
  readonly #fn: RowFunction;
  readonly #ranges: ValueRanges;

  constructor(fn: RowFunction) {
    this.#fn = fn;
    this.#ranges = valueRanges(fn);
    this.list = new ReductionList(fn);
  }

  /** Returns a value that depends on the element alone. Throws {@link Irregular} if it depends on more. */
  ofElement(given: Expression): Expression {
    const value = exactBigInts(given);
    const why = this.whyNotOfElement(value);
    if (why !== undefined) throw new Irregular(why);
    return value;
  }

  whyNotOfElement(value: Expression): string | undefined {
    return whyNotOfElement(value, { variables: this.list.variables, input: this.#fn.input });
  }

  /** The range of a number that is computed of an element, or before a loop. Undefined if the number may be -0. */
  range(e: Expression): Interval | undefined {
    const { variables } = this.list;
    const elements = variables.flatMap(({ id, element }) => {
      const column = element === undefined ? undefined : this.#fn.input[element]?.element;
      const range = column && rangeOfColumn(column.type);
      return range ? [[id, range] as const] : [];
    });
    const range = rangeOfNumber(e, new Map([...this.#ranges, ...elements]), { ...this.#fn, variables });
    return range?.minusZero ? undefined : range;
  }

  read(id: VariableId): Expression {
    return read(id, id === left ? booleanType : (this.#fn.variables[id]?.stored ?? booleanType));
  }

  /** The name of a variable, quoted for messages. */
  name(id: VariableId): string {
    return JSON.stringify(this.#fn.variables[id]?.name ?? '?');
  }

  /** True if a value stays the same while the row is evaluated. */
  isSettled(e: Expression): boolean {
    return readsIn([e]).every((id) => this.#fn.variables[id]?.reassigned === false);
  }

  isReadOutside(id: VariableId, loop: Statement): boolean {
    const count = (body: readonly Statement[]) => readsOf(body).filter((one) => one === id).length;
    return count(this.#fn.body) > count([loop]);
  }
}

function readsOf(body: readonly Statement[]): readonly VariableId[] {
  return allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : []));
}
