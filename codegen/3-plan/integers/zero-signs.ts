import type { ColumnTypeName } from '../../../schema/column-types.js';
import type { Arithmetic, Call, Expression } from '../../ir/expression.js';
import { mayBeZero } from '../../ir/interval.js';
import { operandsOf } from '../../ir/operands.js';
import { forEachStatement } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { expressionsOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import type { ExpressionRanges } from './expression-ranges.js';

/** Column types that store numbers as integers, and -0 as 0. */
export const integerColumns: ReadonlySet<ColumnTypeName> = new Set([
  'int8',
  'int16',
  'int32',
  'uint8',
  'uint16',
  'uint32',
  'date32',
  'timestamp[s]',
  'timestamp[ms]',
]);

/** Functions whose result does not depend on the sign of a zero. */
const blindFunctions: ReadonlySet<string> = new Set(['ToInt32', 'Math.abs', 'square']);
/** Functions whose result is the same but for the sign of a zero. */
const keepingFunctions: ReadonlySet<string> = new Set(
  ['floor', 'ceil', 'round', 'trunc', 'sign', 'max', 'min', 'sqrt', 'fround'].map((name) => `Math.${name}`),
);

/**
 * The numbers of a row function of which it matters whether a zero is 0 or -0. Most are only compared, counted or stored in columns of
 * integers. These can be computed as integers, which have one zero.
 */
export class ZeroSigns {
  readonly #fn: RowFunction;
  readonly #ranges: ExpressionRanges;
  readonly #variables = new Set<VariableId>();
  readonly #expressions = new Set<Expression>();

  constructor(fn: RowFunction, ranges: ExpressionRanges) {
    this.#fn = fn;
    this.#ranges = ranges;
    // Where a variable's sign matters, so does that of the values that are assigned to it.
    for (let before = -1; before !== this.#variables.size; ) {
      before = this.#variables.size;
      forEachStatement(fn.body, (statement) => this.#statement(statement));
    }
  }

  /** True if the sign matters somewhere where the expression is evaluated. */
  matterIn(e: Expression): boolean {
    return this.#expressions.has(e);
  }

  /** True if the sign matters somewhere where the variable is read. */
  matterInVariable(id: VariableId): boolean {
    return this.#variables.has(id);
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case 'declare':
      case 'assign':
        this.#visit(statement.value, this.#variables.has(statement.variable));
        break;
      case 'emit':
      case 'return':
        statement.values.forEach((value, place) => {
          const column = this.#fn.output[place];
          this.#visit(value, !column || column.element !== undefined || !integerColumns.has(column.type));
        });
        break;
      default:
        for (const e of expressionsOf(statement)) this.#visit(e, true);
    }
  }

  /** Visits an expression, and notes if its sign matters. */
  #visit(e: Expression, matters: boolean): void {
    if (matters) this.#expressions.add(e);
    switch (e.kind) {
      case 'read':
        if (matters) this.#variables.add(e.variable);
        return;
      case 'convert':
      case 'require':
      case 'negate':
        this.#visit(e.operand, matters);
        return;
      case 'conditional':
        this.#visit(e.test, true);
        this.#visit(e.whenTrue, matters);
        this.#visit(e.whenFalse, matters);
        return;
      case 'logical':
      case 'coalesce':
        this.#visit(e.left, matters);
        this.#visit(e.right, matters);
        return;
      case 'arithmetic':
        this.#arithmetic(e, matters);
        return;
      case 'call':
        this.#call(e, matters);
        return;
      // Comparisons, truth, text and places in text do not tell the zeros apart.
      case 'compare':
      case 'equal':
      case 'truthy':
      case 'to-text':
      case 'member':
      case 'find':
      case 'pick':
      case 'string-call':
        for (const operand of operandsOf(e)) this.#visit(operand, false);
        return;
      default:
        for (const operand of operandsOf(e)) this.#visit(operand, true);
    }
  }

  #arithmetic({ operator, left, right }: Arithmetic, matters: boolean): void {
    const [a, b] = [this.#ranges.get(left), this.#ranges.get(right)];
    switch (operator) {
      case '+':
        // Two zeros have a negative sum only if both are -0.
        this.#visit(left, matters && (b === undefined || b.minusZero === true));
        this.#visit(right, matters && (a === undefined || a.minusZero === true));
        return;
      case '-':
        this.#visit(left, matters && (b === undefined || mayBeZero(b)));
        this.#visit(right, matters && (a === undefined || a.minusZero === true));
        return;
      case '*':
        this.#visit(left, matters);
        this.#visit(right, matters);
        return;
      case '/':
        this.#visit(left, matters);
        this.#visit(right, true);
        return;
      case '%':
        this.#visit(left, matters);
        this.#visit(right, false);
        return;
    }
  }

  #call({ intrinsic, arguments: args }: Call, matters: boolean): void {
    const isBlind =
      blindFunctions.has(intrinsic) || integerColumns.has(intrinsic.replace(/^column /, '') as ColumnTypeName);
    const keeps = keepingFunctions.has(intrinsic);
    for (const arg of args) this.#visit(arg, isBlind ? false : keeps ? matters : true);
  }
}
