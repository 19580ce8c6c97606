import { elementType } from '../../ir/arrays.js';
import { arithmetic, conditional, convert, equal, literal, toNumber } from '../../ir/build.js';
import type { ArrayCall, Expression, Reduced } from '../../ir/expression.js';
import { rewriteExpressions } from '../../ir/rewrite.js';
import { type Column, columnsRead, isText, type ReductionOperation, type RowFunction } from '../../ir/row-function.js';
import { doubleType, int64Type, intType, orNull, presentType, type Type, uint64Type } from '../../ir/type.js';
import { completeRows, ReductionList, windowRows } from './reduction-list.js';

/**
 * Turns operations over whole windows into reductions. These are computed for all rows together, or composed of the reductions of blocks of
 * rows ({@link areReducedTogether}). The steps per row do not depend on the window's size, or grow with its logarithm.
 */
export function reductions(fn: RowFunction): RowFunction {
  if (!fn.window) return fn;
  const asked = new Asked(fn);
  const body = rewriteExpressions(fn.body, (e) => (e.kind === 'array-call' ? (asked.answerTo(e) ?? e) : e));
  const { list, variables } = asked.list;
  return list.length > 0 || asked.asksForRows ? { ...fn, body, variables, reductions: list } : fn;
}

/** Turns the methods of windows into reductions. */
class Asked {
  readonly list: ReductionList;
  /** True if rows without a null are counted, which is a reduction of its own. */
  asksForRows: boolean;
  readonly #fn: RowFunction;

  constructor(fn: RowFunction) {
    this.#fn = fn;
    this.list = new ReductionList(fn);
    this.asksForRows = fn.reductions !== undefined;
  }

  answerTo({ operation, receiver }: ArrayCall): Expression | undefined {
    const place = this.list.windowOf(receiver);
    const column = place === undefined ? undefined : this.#fn.input[place]?.element;
    if (place === undefined || !column) return undefined;
    if (operation === 'length') return windowRows;
    if (operation === 'periods') return this.#complete();
    // Engines do not read text in windows, not even its validity.
    if (isText(column)) return operation === 'count' && !column.nullable ? windowRows : undefined;
    switch (operation) {
      case 'count':
        return this.#present(place);
      case 'sum':
        return this.#unlessNone(place, this.#sum(place));
      case 'mean': {
        const mean = arithmetic('/', toNumber(this.#sum(place)), convert(this.#present(place), doubleType));
        return this.#unlessNone(place, mean);
      }
      case 'min':
      case 'max':
        return this.#unlessNone(place, this.#extreme(operation, place));
      case 'variance':
        return this.#read('moments', place, orNull(doubleType), 'variance');
      case 'stddev':
        return this.#read('moments', place, orNull(doubleType), 'deviation');
      default:
        return undefined;
    }
  }

  #read(operation: ReductionOperation, column: number, type: Type, answer?: Reduced['answer']): Expression {
    return this.list.reduce(operation, this.list.elementOf(column), type, answer);
  }

  #sum(place: number): Expression {
    const type = this.#elementType(place);
    return this.#read(type.core.kind === 'bigint' ? 'exact sum' : 'sum', place, type);
  }

  #extreme(operation: 'min' | 'max', place: number): Expression {
    const type = this.#elementType(place);
    if (type.core.kind !== 'bigint') return this.#read(operation, place, type);
    const stored = this.#column(place).element?.type === 'uint64' ? uint64Type : int64Type;
    return convert(this.#read(`${operation} of integers`, place, stored), type);
  }

  /** The type of elements that are not null. */
  #elementType(place: number): Type {
    return presentType(elementType(this.list.typeOf(place)));
  }

  #column(place: number): Column {
    const column = this.#fn.input[place];
    if (!column) throw new RangeError(`There is no column ${place}`);
    return column;
  }

  #isNullable(place: number): boolean {
    const { window, element } = this.#column(place);
    return window !== undefined && element?.nullable === true;
  }

  /** The number of values of a column that are not null. */
  #present(place: number): Expression {
    if (!this.#isNullable(place)) return windowRows;
    return this.#complete(place) ?? this.#read('present', place, intType);
  }

  /**
   * The number of rows with no null in any column that is read. Undefined if a nullable column is text; with `only`, also if there is
   * another nullable column.
   */
  #complete(only?: number): Expression | undefined {
    const nullable = [...columnsRead(this.#fn)].filter((place) => this.#isNullable(place));
    const isKnown = nullable.every((place) => !isText(this.#column(place).element ?? this.#column(place)));
    if (!isKnown || (only !== undefined && nullable.length > 1)) return undefined;
    this.asksForRows = true;
    return completeRows;
  }

  #unlessNone(place: number, value: Expression): Expression | undefined {
    if (!this.#isNullable(place)) return value;
    return conditional(equal(this.#present(place), literal(0)), literal(null), value);
  }
}
