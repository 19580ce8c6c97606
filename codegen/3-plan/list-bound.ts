import { hasOffsets, numberTypes } from '../../schema/column-types.js';
import type { ElementType } from '../../schema/columns.js';
import type { ArrayCall, Expression } from '../ir/expression.js';
import { isInt } from '../ir/intrinsics/number-function.js';
import { forEachStatement } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { Loop, Statement } from '../ir/statement.js';
import { statementsIn } from '../ir/statement-parts.js';
import type { VariableId } from '../ir/variable.js';
import { countingLoop } from './loops/uniform-loops.js';
import { type Bound, larger, nothing, scaled, sum, unknown } from './size-bound.js';

/**
 * Returns an upper bound of the bytes of the elements that each row writes into a column of lists. It is a multiple of the bytes of lists
 * that the row reads: `values.map(f)` has as many elements as `values`. Only for elements of a fixed width that are never null.
 */
export function listBound(fn: RowFunction, output: number): Bound {
  const width = widthOf(fn.output[output]?.element);
  if (width === undefined) return unknown;
  const counts = new ElementCounts(fn);
  let bound = nothing;
  forEachStatement(fn.body, (statement) => {
    if (statement.kind === 'emit') bound = unknown;
    const value = statement.kind === 'return' ? statement.values[output] : undefined;
    if (value) bound = larger(bound, counts.of(value));
  });
  return scaled(bound, width);
}

/** Returns the bytes of an element. Undefined if elements may be null, or have no fixed width. */
export function widthOf(element: ElementType | undefined): number | undefined {
  if (!element || element.nullable || element.required) return undefined;
  const { type } = element;
  if (hasOffsets(type)) return undefined;
  return type === 'bool' ? 1 : numberTypes[type].width;
}

/** The loops around a statement, from the outermost to the innermost. */
type Loops = readonly Statement[];

/** Upper bounds of the numbers of elements of a row function's arrays, in elements per byte of its columns. */
class ElementCounts {
  readonly #fn: RowFunction;
  readonly #loopsOfDeclarations = new Map<VariableId, Loops>();
  /** The arrays that a variable is given as a whole. */
  readonly #given = new Map<VariableId, Expression[]>();
  /** The places where an element is added to an array. */
  readonly #additions = new Map<VariableId, Loops[]>();
  readonly #known = new Map<VariableId, Bound>();

  constructor(fn: RowFunction) {
    this.#fn = fn;
    this.#visit(fn.body, []);
  }

  /** Returns the bound of an array's elements. */
  of(array: Expression): Bound {
    switch (array.kind) {
      case 'read':
        return this.#ofVariable(array.variable);
      case 'convert':
      case 'require':
        return this.of(array.operand);
      case 'new-array':
        return constant(array.elements.length);
      case 'conditional':
        return larger(this.of(array.whenTrue), this.of(array.whenFalse));
      case 'array-call':
        return this.#ofCall(array);
      default:
        return unknown;
    }
  }

  #ofCall({ operation, receiver, arguments: args }: ArrayCall): Bound {
    switch (operation) {
      case 'slice':
      case 'reversed':
      case 'sorted':
      case 'store':
      case 'loosened':
      case 'withoutFirst':
      case 'withoutLast':
      case 'with':
        return this.of(receiver);
      case 'concat':
        return [receiver, ...args].map((part) => this.of(part)).reduce(sum);
      default:
        return unknown;
    }
  }

  #ofVariable(id: VariableId): Bound {
    const known = this.#known.get(id);
    if (known) return known;
    // An array that depends on itself in another way than by additions.
    this.#known.set(id, unknown);
    const column = this.#fn.variables[id]?.column;
    const found = column === undefined ? this.#ofLocal(id) : this.#ofColumn(column);
    this.#known.set(id, found);
    return found;
  }

  #ofColumn(column: number): Bound {
    const input = this.#fn.input[column];
    const width = input?.scalar === undefined && !input?.window ? widthOf(input?.element) : undefined;
    return width === undefined ? unknown : { constant: 0, factors: new Map([[column, 1 / width]]) };
  }

  #ofLocal(id: VariableId): Bound {
    const given = (this.#given.get(id) ?? []).map((array) => this.of(array)).reduce(larger, nothing);
    const around = this.#loopsOfDeclarations.get(id)?.length;
    if (around === undefined) return unknown;
    const added = (this.#additions.get(id) ?? []).map((loops) => this.#steps(loops.slice(around)));
    return added.reduce(sum, given);
  }

  /** Returns the bound of the steps that nested loops take together. */
  #steps(loops: Loops): Bound {
    return loops.map((loop) => this.#stepsOf(loop)).reduce(times, constant(1));
  }

  #stepsOf(loop: Statement): Bound {
    if (loop.kind === 'for-of') return loop.source.type.core.kind === 'array' ? this.of(loop.source) : unknown;
    return loop.kind === 'loop' ? this.#stepsOfCount(loop) : unknown;
  }

  /** Returns the bound of the steps of a loop that counts from one end to the other. */
  #stepsOfCount(loop: Loop): Bound {
    const course = countingLoop(loop);
    // Where the loop begins, if nothing but the loop changes the variable.
    const [first, changed, ...others] = course ? (this.#given.get(course.variable) ?? []) : [];
    if (!course || !first || !changed || others.length > 0) return unknown;
    const [low, high] = course.step > 0 ? [first, course.bound] : [course.bound, first];
    const least = low.kind === 'literal' ? Number(low.value) : -1;
    return least < 0 ? unknown : sum(this.#most(high), constant(course.isInclusive ? 1 : 0));
  }

  /** Returns the bound of an integer that depends on the length of an array. */
  #most(e: Expression): Bound {
    switch (e.kind) {
      case 'literal':
        return constant(Math.max(0, Number(e.value)));
      case 'convert':
        return this.#most(e.operand);
      case 'array-call':
        return e.operation === 'length' ? this.of(e.receiver) : unknown;
      case 'arithmetic': {
        const step = e.right.kind === 'literal' && isInt(e) ? Number(e.right.value) : Number.NaN;
        if (e.operator === '+' && step >= 0) return sum(this.#most(e.left), constant(step));
        return e.operator === '-' && step >= 0 ? this.#most(e.left) : unknown;
      }
      default:
        return unknown;
    }
  }

  #visit(body: readonly Statement[], loops: Loops): void {
    for (const statement of body) {
      if (statement.kind === 'declare') {
        this.#loopsOfDeclarations.set(statement.variable, loops);
        this.#give(statement.variable, statement.value);
      }
      if (statement.kind === 'assign') this.#assign(statement.variable, statement.value, loops);
      const isLoop = statement.kind === 'loop' || statement.kind === 'for-of' || statement.kind === 'sort';
      this.#visit(statementsIn(statement), isLoop ? [...loops, statement] : loops);
    }
  }

  #give(id: VariableId, value: Expression): void {
    this.#given.set(id, [...(this.#given.get(id) ?? []), value]);
  }

  #assign(id: VariableId, value: Expression, loops: Loops): void {
    const isOwn = value.kind === 'array-call' && value.receiver.kind === 'read' && value.receiver.variable === id;
    if (!isOwn) this.#give(id, value);
    // An element that is assigned may lie right behind the array.
    else if (value.operation === 'push' || value.operation === 'set')
      this.#additions.set(id, [...(this.#additions.get(id) ?? []), loops]);
    else if (value.operation !== 'with' && !value.operation.startsWith('without')) this.#give(id, value);
  }
}

function constant(count: number): Bound {
  return { constant: count, factors: new Map() };
}

/** The product of two bounds. One of them has to be a number. */
function times(a: Bound, b: Bound): Bound {
  if (a === unknown || b === unknown) return unknown;
  if (a.factors.size === 0) return scaled(b, a.constant);
  return b.factors.size === 0 ? scaled(a, b.constant) : unknown;
}
