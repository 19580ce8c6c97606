import { convert, onePiece } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { mapBodies, mapExpressions } from '../../ir/statement-parts.js';
import { sameType, stringType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { retypeText } from './retype-text.js';
import { findReadText } from './text-reads.js';

/**
 * Writes computed text into the row's memory once, where its variable is declared, if each read would compute it again: in a loop, or by
 * index in several places. Reads that are copied or written need no bytes, see `write-lazily.ts`.
 */
export function flattenReadText(fn: RowFunction): RowFunction {
  const read = findReadText(fn);
  if (read.length === 0) return fn;
  const flattening = new Flattening(fn, new Set(read.map(({ variable }) => variable)));
  const body = flattening.statements(fn.body);
  return {
    ...fn,
    variables: fn.variables.map((variable) => ({
      ...variable,
      stored: flattening.stored.get(variable.id) ?? variable.stored,
    })),
    body,
    flattened: read.map(({ variable, line, reason }) => ({ name: fn.variables[variable]?.name ?? '', line, reason })),
  };
}

class Flattening {
  /** The types of variables that have changed. */
  readonly stored = new Map<VariableId, Type>();
  readonly #fn: RowFunction;
  readonly #flattened: ReadonlySet<VariableId>;

  constructor(fn: RowFunction, flattened: ReadonlySet<VariableId>) {
    this.#fn = fn;
    this.#flattened = flattened;
  }

  /** Rewrites statements in their order, so that a variable is declared before it is read. */
  statements(body: readonly Statement[]): readonly Statement[] {
    return body.map((statement) => this.#statement(statement));
  }

  #statement(statement: Statement): Statement {
    if (statement.kind === 'declare' || statement.kind === 'assign')
      return { ...statement, value: this.#value(statement.variable, statement.value, statement.kind === 'declare') };
    // The test of a `do … while` may read variables that the body declares.
    if (statement.kind === 'loop' && statement.bodyFirst) return this.#expressions(this.#bodies(statement));
    return this.#bodies(this.#expressions(statement));
  }

  #bodies(statement: Statement): Statement {
    return mapBodies(statement, (body) => this.statements(body));
  }

  #expressions(statement: Statement): Statement {
    return mapExpressions(statement, (e) => retypeText(e, this.stored));
  }

  /** Returns the new value of a variable, and notes the type that a declared variable then stores. */
  #value(id: VariableId, given: Expression, isDeclared: boolean): Expression {
    const value = retypeText(given, this.stored);
    const variable = this.#fn.variables[id];
    if (!variable) return value;
    if (isDeclared) {
      if (this.#flattened.has(id)) this.stored.set(id, { ...variable.stored, core: stringType().core });
      // A constant has the form of its value.
      else if (!variable.reassigned && !sameType(value.type, given.type)) this.stored.set(id, value.type);
    }
    const stored = this.stored.get(id) ?? variable.stored;
    if (sameType(value.type, stored)) return value;
    return convert(this.#flattened.has(id) ? onePiece(value) : value, stored);
  }
}
