import { namedVariables } from '../../ir/named-variables.js';
import { allExpressions, declaredIn } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { bodiesOf } from '../../ir/statement-parts.js';
import type { VariableId } from '../../ir/variable.js';
import { UniqueNames } from '../cpp/cpp-names.js';
import { frameVariables, machinesIn } from './frames.js';

/** The C++ names of a functor's variables and sorts. */
export class FunctorNames {
  readonly #names = new Map<VariableId, string>();
  readonly #read: ReadonlySet<VariableId>;
  readonly #fields = new Map<VariableId, string>();
  #sorts = 0;
  #machines = 0;

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
    this.#nameFrames(body);
    this.#read = new Set(allExpressions(body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  }

  /** Names the variables of a scope. A name is free again behind the scope of its variable. */
  #nameAll(body: readonly Statement[], fn: RowFunction, names: UniqueNames): void {
    const take = (id: VariableId, scope: UniqueNames) => this.#names.set(id, scope.take(fn.variables[id]?.name ?? ''));
    for (const statement of body) {
      if (statement.kind === 'declare' || statement.kind === 'recur' || statement.kind === 'machine')
        take(statement.variable, names);
      const heads = declaredByHead(statement);
      const around = heads.length > 0 ? names.inner() : names;
      for (const id of heads) take(id, around);
      for (const inner of bodiesOf(statement)) this.#nameAll(inner, fn, around.inner());
    }
  }

  /** Names the variables that frames hold, each unlike all others of its frame. */
  #nameFrames(body: readonly Statement[]): void {
    for (const [place, machine] of machinesIn(body).entries()) {
      const own = new UniqueNames(['caller', 'place']);
      for (const id of frameVariables(machine)) {
        const name = own.take(this.#names.get(id) ?? '');
        this.#fields.set(id, name);
        this.#names.set(id, `frame${place + 1}->${name}`);
      }
    }
  }

  /** Returns the name of a variable within its frame. Undefined for a variable that no frame holds. */
  fieldOf(variable: VariableId): string | undefined {
    return this.#fields.get(variable);
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

  /** Returns the number of a machine, in the order of the text. */
  newMachine(): number {
    this.#machines += 1;
    return this.#machines;
  }

  newSort(): string {
    this.#sorts += 1;
    return `sort${this.#sorts}`;
  }
}

/** Returns the variables that a loop or a sort declares for its body. */
function declaredByHead(statement: Statement): readonly VariableId[] {
  if (statement.kind === 'for-of') return [statement.variable];
  if (statement.kind === 'routine') return statement.parameters;
  return statement.kind === 'sort' ? [statement.left, statement.right] : [];
}
