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
    const inner = declaredIn(body.filter(({ kind }) => kind !== 'declare'));
    const outer = variables.filter(({ id, column }) => !inner.has(id) && (named.has(id) || column !== undefined));
    const names = new UniqueNames(taken);
    for (const { id, name } of outer) this.#names.set(id, names.take(name));
    for (const statement of body) this.#nameWithin(statement, fn, names);
    this.#read = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  }

  /** Names the variables that are declared inside a statement. Those of blocks side by side may have the same name. */
  #nameWithin(statement: Statement, fn: RowFunction, outer: UniqueNames): void {
    const declared = declaredByHead(statement);
    const head = declared.length > 0 ? outer.inner() : outer;
    const take = (id: VariableId, names: UniqueNames) => this.#names.set(id, names.take(fn.variables[id]?.name ?? ''));
    for (const id of declared) take(id, head);
    for (const body of bodiesOf(statement)) {
      const names = head.inner();
      for (const one of body) if (one.kind === 'declare') take(one.variable, names);
      for (const one of body) this.#nameWithin(one, fn, names);
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
