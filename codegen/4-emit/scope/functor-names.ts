import { namedVariables } from '../../ir/named-variables.js';
import { allExpressions } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { VariableId } from '../../ir/variable.js';
import { UniqueNames } from '../cpp/cpp-names.js';

/** The C++ names of a functor's variables and sorts. */
export class FunctorNames {
  readonly #names: readonly string[];
  readonly #read: ReadonlySet<VariableId>;
  #sorts = 0;

  /** @param taken The names that the body uses otherwise: those of the functor and of constant tables. */
  constructor(fn: RowFunction, taken: readonly string[]) {
    const { variables, body } = fn;
    const unique = new UniqueNames(taken);
    const named = namedVariables(fn);
    this.#names = variables.map(({ id, name, column }) =>
      named.has(id) || column !== undefined ? unique.take(name) : '',
    );
    this.#read = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  }

  /** The names of all variables. */
  get all(): readonly string[] {
    return this.#names.filter((name) => name !== '');
  }

  of(variable: VariableId): string {
    return this.#names[variable] || `unknown${variable}`;
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
