import type { Expression, StringCall } from '../../ir/expression.js';
import { operandsOf } from '../../ir/operands.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { bodiesOf, expressionsOf } from '../../ir/statement-parts.js';
import { isLazy, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';

/** A variable with computed text, and the reason why the text needs bytes. */
export interface ReadText {
  readonly variable: VariableId;
  readonly line: number;
  readonly reason: 'a loop reads it' | 'a loop reads it by index' | 'it is read by index in several places';
}

/** Text that is read by index in more places than this, outside of loops, is computed once instead of once per place. */
const mostPlaces = 3;

/** Units of literal indices below this are found by a few steps, even if the text is computed. */
const fewUnits = 8;

/**
 * Finds the variables whose text has no bytes in one piece, and is read in a way in which JavaScript would not compute it again. Each read of
 * a lazy string computes it from its start, and each index into a rope counts the units of its pieces.
 */
export function findReadText(fn: RowFunction): readonly ReadText[] {
  const search = new Search(fn);
  search.statements(fn.body);
  return search.found();
}

/** The declaration of a variable with computed text. */
interface Declared {
  readonly line: number;
  /** The number of loops around. */
  readonly depth: number;
}

class Search {
  readonly #fn: RowFunction;
  readonly #declared = new Map<VariableId, Declared>();
  /** The variable that a variable is a copy of. */
  readonly #originals = new Map<VariableId, VariableId>();
  readonly #reasons = new Map<VariableId, ReadText['reason']>();
  readonly #places = new Map<VariableId, number>();
  #depth = 0;

  constructor(fn: RowFunction) {
    this.#fn = fn;
  }

  found(): readonly ReadText[] {
    return [...this.#reasons].map(([variable, reason]) => ({
      variable,
      line: this.#declared.get(variable)?.line ?? 0,
      reason,
    }));
  }

  statements(body: readonly Statement[]): void {
    for (const statement of body) this.#statement(statement);
  }

  #statement(statement: Statement): void {
    const repeats = statement.kind === 'loop' || statement.kind === 'sort' || statement.kind === 'for-of';
    if (statement.kind === 'for-of') this.#expression(statement.source);
    if (repeats) this.#depth += 1;
    if (statement.kind !== 'for-of') for (const e of expressionsOf(statement)) this.#expression(e);
    for (const body of bodiesOf(statement)) this.statements(body);
    if (repeats) this.#depth -= 1;
    if (statement.kind === 'declare') this.#declare(statement);
  }

  #declare({ variable, value, line }: Extract<Statement, { kind: 'declare' }>): void {
    const stored = this.#fn.variables[variable]?.stored;
    if (!stored || !isComputed(stored)) return;
    const original = this.#computedRead(value);
    // A copy is read as its original, which is computed at its own declaration.
    if (original !== undefined && !this.#fn.variables[variable]?.reassigned) this.#originals.set(variable, original);
    else this.#declared.set(variable, { line, depth: this.#depth });
  }

  #expression(e: Expression): void {
    const read = this.#textRead(e);
    if (read) this.#read(read.variable, read.byIndex);
    for (const operand of operandsOf(e)) this.#expression(operand);
  }

  /** Returns the computed text that an operation reads. A read that copies or writes the text is none. */
  #textRead(e: Expression): { readonly variable: VariableId; readonly byIndex: boolean } | undefined {
    const of = (operand: Expression, byIndex: boolean) => {
      const variable = this.#computedRead(operand);
      const isRead = variable !== undefined && (byIndex || isLazy(operand.type));
      return isRead ? { variable, byIndex } : undefined;
    };
    switch (e.kind) {
      case 'string-call':
        return of(e.receiver, isByIndex(e));
      case 'flatten': {
        const variable = this.#computedRead(e.operand);
        return variable === undefined ? undefined : { variable, byIndex: false };
      }
      case 'equal':
      case 'compare':
        return of(e.left, false) ?? of(e.right, false);
      default:
        return undefined;
    }
  }

  #read(variable: VariableId, byIndex: boolean): void {
    const { depth } = this.#declared.get(variable) ?? { depth: this.#depth };
    if (this.#depth > depth) {
      const known = this.#reasons.get(variable);
      this.#reasons.set(
        variable,
        byIndex || known === 'a loop reads it by index' ? 'a loop reads it by index' : 'a loop reads it',
      );
    } else if (byIndex) {
      const places = (this.#places.get(variable) ?? 0) + 1;
      this.#places.set(variable, places);
      if (places > mostPlaces && !this.#reasons.has(variable))
        this.#reasons.set(variable, 'it is read by index in several places');
    }
  }

  /** Returns the variable whose computed text an expression is. */
  #computedRead(e: Expression): VariableId | undefined {
    if (e.kind === 'convert' || e.kind === 'require') return this.#computedRead(e.operand);
    if (e.kind !== 'read' || !isComputed(e.type)) return undefined;
    return this.#originals.get(e.variable) ?? e.variable;
  }
}

/** True for text without bytes, or with bytes in several pieces. */
function isComputed({ core }: Type): boolean {
  return core.kind === 'string' && (core.lazy || core.pieces > 1);
}

/** True if JavaScript reads a unit or the length without reading the rest of the text, or begins to read at an index. */
function isByIndex({ operation, arguments: args }: StringCall): boolean {
  if (operation === 'length') return true;
  const [from] = args.filter(({ type }) => type.core.kind === 'number');
  if (!from) return false;
  return !(from.kind === 'literal' && Number(from.value) >= 0 && Number(from.value) < fewUnits && args.length === 1);
}
