import { elementType } from '../../ir/arrays.js';
import type { Expression, Reduced, WindowRows } from '../../ir/expression.js';
import { printExpression } from '../../ir/print.js';
import type { Reduction, ReductionOperation, RowFunction } from '../../ir/row-function.js';
import type { Declare } from '../../ir/statement.js';
import { int64Type, intType, presentType, type Type, uint64Type } from '../../ir/type.js';
import type { Variable } from '../../ir/variable.js';

interface Mark {
  readonly reductions: number;
  readonly variables: number;
}

/** The number of rows in the row's window. */
export const windowRows: WindowRows = Object.freeze({ kind: 'window-rows', complete: false, type: intType });

/** The number of these rows without a null. */
export const completeRows: WindowRows = Object.freeze({ kind: 'window-rows', complete: true, type: intType });

/** The reductions of a row function, each once, with the variables that stand for elements in them. */
export class ReductionList {
  readonly #input: RowFunction['input'];
  readonly #variables: Variable[];
  readonly #list: Reduction[];

  constructor({ input, variables, reductions = [] }: RowFunction) {
    this.#input = input;
    this.#variables = [...variables];
    this.#list = [...reductions];
  }

  get list(): readonly Reduction[] {
    return this.#list;
  }

  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** Marks the end of the list, for {@link goBack}. */
  mark(): Mark {
    return { reductions: this.#list.length, variables: this.#variables.length };
  }

  goBack({ reductions, variables }: Mark): void {
    this.#list.length = reductions;
    this.#variables.length = variables;
  }

  /** Returns the place of the column whose window an expression is. */
  windowOf(e: Expression): number | undefined {
    const place = e.kind === 'read' ? this.#variables[e.variable]?.column : undefined;
    return place !== undefined && this.#input[place]?.window ? place : undefined;
  }

  /** Builds the value of a column with windows in the row that a reduction is given. */
  elementOf(column: number): Expression {
    const known = this.#variables.find(({ element }) => element === column);
    const { id, stored } = known ?? this.#declare(column);
    return Object.freeze({ kind: 'read', variable: id, type: stored });
  }

  /** Returns the type of a column's windows. */
  typeOf(column: number): Type {
    const window = this.#variables.find((variable) => variable.column === column);
    if (!window) throw new RangeError(`There is no window of column ${column}`);
    return presentType(window.stored);
  }

  /** Builds the result of a reduction over the row's window, and lists the reduction. */
  reduce(operation: ReductionOperation, value: Expression, type: Type, answer: Reduced['answer'] = 'value'): Reduced {
    const shown = printExpression(value, this.#variables);
    const known = this.#list.findIndex(
      (one) => one.operation === operation && printExpression(one.value, this.#variables) === shown,
    );
    const place = known < 0 ? this.#list.push(Object.freeze({ operation, value })) - 1 : known;
    return Object.freeze({ kind: 'reduced', answer, place, type });
  }

  /** Declares a constant of the row function that keeps the result of a reduction, for results that are read twice. */
  keep(name: string, value: Expression): { readonly kept: Expression; readonly declaration: Declare } {
    const id = this.#variables.length;
    this.#variables.push(Object.freeze({ id, name, column: undefined, stored: value.type, reassigned: false }));
    const kept: Expression = Object.freeze({ kind: 'read', variable: id, type: value.type });
    return { kept, declaration: { kind: 'declare', variable: id, value, line: 0 } };
  }

  #declare(column: number): Variable {
    const { name = '', element } = this.#input[column] ?? {};
    const { core, ...absent } = elementType(this.typeOf(column));
    // Arrays hold bigints in 128 bits, columns in 64.
    const integer = element?.type === 'uint64' ? uint64Type : int64Type;
    const stored = Object.freeze({ ...absent, core: core.kind === 'bigint' ? integer.core : core });
    const id = this.#variables.length;
    const variable = Object.freeze({ id, name, column: undefined, element: column, stored, reassigned: false });
    this.#variables.push(variable);
    return variable;
  }
}
