import type { Expression } from '../expression.js';
import { operandsOf } from '../operands.js';
import { printExpression } from '../print.js';
import { printType } from '../print-type.js';
import type { RowFunction } from '../row-function.js';
import { isBoolean, sameType } from '../type.js';
import type { VariableId } from '../variable.js';
import { expressionRules } from './expression-rules.js';
import type { Fail } from './rule.js';

/** Checks expressions, and the variables that hold their values. */
export class ExpressionVerifier {
  readonly #fn: RowFunction;
  readonly #declared: ReadonlySet<VariableId>;
  readonly #fail: Fail;

  /** @param declared the variables that are declared so far; statements add theirs */
  constructor(fn: RowFunction, declared: ReadonlySet<VariableId>, fail: Fail) {
    this.#fn = fn;
    this.#declared = declared;
    this.#fail = fail;
  }

  verify(e: Expression): void {
    for (const operand of operandsOf(e)) {
      this.expect(operand, operand.kind !== 'access', 'an access is the whole value of a statement');
      this.verify(operand);
    }
    for (const [holds, rule] of expressionRules(e, this.#fn, this.#declared)) this.expect(e, holds, rule);
  }

  test(e: Expression): void {
    this.verify(e);
    this.expect(e, isBoolean(e.type), 'a test must be boolean');
  }

  /** Checks a value that is stored in a variable. */
  stored(id: VariableId, value: Expression): void {
    this.verify(value);
    const variable = this.#fn.variables[id];
    if (!variable) this.#fail(`there is no variable %${id}`);
    else this.expect(value, sameType(value.type, variable.stored), `%${id} stores ${printType(variable.stored)}`);
  }

  expect(e: Expression, holds: boolean, rule: string): void {
    if (!holds) this.#fail(`${rule}: ${printExpression(e, this.#fn.variables)} is ${printType(e.type)}`);
  }
}
