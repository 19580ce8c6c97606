import { namedVariables } from '../../ir/named-variables.js';
import { allExpressions, declaredIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { bodiesOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import { UniqueNames } from '../cpp/cpp-names.js';

/** The C++ names of a functor's variables and sorts. */
export class FunctorNames {
  readonly #names = new Map<VariableId, string>();
  readonly #read: ReadonlySet<VariableId>;
  #sorts = 0;

  /** @param taken The names that the body uses otherwise: those of the functor and of constant tables. */
  constructor(fn: RowFunction, taken: readonly string[]) {
    const { variables, body } = fn;
    const named = namedVariables(fn);
    const declared = declaredIn(body);
    const names = new UniqueNames(taken);
    // Columns are declared before all statements.
    for (const { id, name, column } of variables)
      if (!declared.has(id) && (named.has(id) || column !== undefined)) this.#names.set(id, names.take(name));
    this.#nameAll(body, fn, names);
    this.#read = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  }

  /** Names the variables of a scope. A name is free again behind the scope of its variable. */
  #nameAll(body: readonly Statement[], fn: RowFunction, names: UniqueNames): void {
    const take = (id: VariableId, scope: UniqueNames) => this.#names.set(id, scope.take(fn.variables[id]?.name ?? ''));
    for (const statement of body) {
      if (statement.kind === 'declare') take(statement.variable, names);
      const heads = declaredByHead(statement);
      const around = heads.length > 0 ? names.inner() : names;
      for (const id of heads) take(id, around);
      for (const inner of bodiesOf(statement)) this.#nameAll(inner, fn, around.inner());
    }
  }

  /** The names of all variables. */
  get all(): readonly string[] {
    return [...new Set(this.#names.values())];
  }

  of(variable: VariableId): string {
    return this.#names.get(variable) ?? `unknown${variable}`;
  }

  /** Returns `[[maybe_unused]]` for a variable that the functor does not read: the reference may, in the text of an error. */
  unused(variable: VariableId): string {
    return this.#read.has(variable) ? '' : '[[maybe_unused]] ';
  }

  newSort(): string {
    this.#sorts += 1;
    return `sort${this.#sorts}`;
  }
}

/** Returns the variables that a loop or a sort declares for its body. */
function declaredByHead(statement: Statement): readonly VariableId[] {
  if (statement.kind === 'for-of') return [statement.variable];
  return statement.kind === 'sort' ? [statement.left, statement.right] : [];
}
