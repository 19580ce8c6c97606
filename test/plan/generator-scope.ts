import { columnValueType } from '../../codegen/2-analyze/values/column-value-type.js';
import { convert, literal, read } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import type { Column } from '../../codegen/ir/row-function.js';
import type { Loop, Statement } from '../../codegen/ir/statement.js';
import { mayBeAbsent, type Type } from '../../codegen/ir/type.js';
import type { Variable, VariableId } from '../../codegen/ir/variable.js';
import type { Choices } from './choices.js';
import type { Kind } from './random-values.js';

/** The variables of a random row function, and those that can be read at a place. */
export class GeneratorScope {
  readonly choices: Choices;
  readonly input: readonly Column[];
  readonly variables: Variable[];
  /** The variables that can be read here. */
  known: Variable[];
  #line = 1;

  constructor(choices: Choices, input: readonly Column[]) {
    this.choices = choices;
    this.input = input;
    this.variables = input.map((one, id) => ({
      id,
      name: one.name,
      column: id,
      stored: columnValueType(one),
      reassigned: false,
    }));
    this.known = [...this.variables];
  }

  nextLine(): number {
    return this.#line++;
  }

  loop(parts: Pick<Loop, 'test' | 'bodyFirst' | 'body' | 'update' | 'counted'>): Loop {
    return { kind: 'loop', ...parts, line: this.nextLine() };
  }

  variable(name: string, stored: Type, reassigned: boolean): Variable {
    const made = { id: this.variables.length, name, column: undefined, stored, reassigned };
    this.variables.push(made);
    return made;
  }

  declare(name: string, value: Expression, stored = value.type, reassigned = false) {
    const variable = this.variable(name, stored, reassigned);
    this.known.push(variable);
    const statement: Statement = { kind: 'declare', variable: variable.id, value, line: this.nextLine() };
    return { variable, statement };
  }

  assign({ id, stored }: Variable, value: Expression): Statement {
    return { kind: 'assign', variable: id, value: convert(value, stored), line: this.nextLine() };
  }

  read({ id, stored }: { readonly id: VariableId; readonly stored: Type }, type = stored): Expression {
    return read(id, type);
  }

  /** Returns a variable of a kind, present or not. Undefined if there is none. */
  variableOf(kind: Type['core']['kind'], absent: boolean): Variable | undefined {
    const found = this.known.filter(({ stored }) => stored.core.kind === kind && mayBeAbsent(stored) === absent);
    return found.length > 0 ? this.choices.pick(found) : undefined;
  }

  leaf(kind: Kind, constants: readonly (number | string | bigint | boolean)[]) {
    const variable = this.choices.oneIn(3) ? undefined : this.variableOf(kind, false);
    return variable ? this.read(variable) : literal(this.choices.pick(constants));
  }
}
