import type { Expression } from '../expression.js';
import { isEndless, leaves } from '../rewrite.js';
import type { RowFunction } from '../row-function.js';
import type { Label, Statement } from '../statement.js';
import { mayBeAbsent } from '../type.js';
import type { VariableId } from '../variable.js';
import { isIterable } from './expression-rules.js';
import type { Fail } from './rule.js';
import type { ExpressionVerifier } from './verify-expressions.js';

/** Checks control flow and declarations, and leaves expressions to {@link ExpressionVerifier}. */
export class StatementVerifier {
  readonly #fn: RowFunction;
  readonly #declared: Set<VariableId>;
  readonly #expressions: ExpressionVerifier;
  readonly #fail: Fail;
  /** The number of loops around. */
  #loops = 0;
  /** The labels of the blocks around. */
  readonly #labels: Label[] = [];

  constructor(fn: RowFunction, declared: Set<VariableId>, expressions: ExpressionVerifier, fail: Fail) {
    this.#fn = fn;
    this.#declared = declared;
    this.#expressions = expressions;
    this.#fail = fail;
  }

  /** Checks statements. True if control never passes their end. */
  body(statements: readonly Statement[]): boolean {
    let ended = false;
    for (const statement of statements) {
      if (ended) this.#fail(`line ${statement.line} is unreachable`);
      ended = this.#statement(statement);
    }
    return ended;
  }

  #statement(statement: Statement): boolean {
    const { line } = statement;
    switch (statement.kind) {
      case 'declare':
        if (this.#declared.has(statement.variable)) this.#fail(`%${statement.variable} is declared twice`);
        this.#expressions.stored(statement.variable, statement.value);
        this.#declared.add(statement.variable);
        return false;
      case 'assign':
        this.#expressions.stored(statement.variable, statement.value);
        if (!this.#declared.has(statement.variable)) this.#fail(`%${statement.variable} is assigned before declared`);
        return false;
      case 'evaluate':
        this.#expressions.verify(statement.value);
        return false;
      case 'if': {
        this.#expressions.test(statement.test);
        const whenTrue = this.body(statement.whenTrue);
        const whenFalse = this.body(statement.whenFalse);
        return whenTrue && whenFalse;
      }
      case 'block': {
        const { label, body } = statement;
        if (label === undefined) return this.body(body);
        this.#labels.push(label);
        const ended = this.body(body);
        this.#labels.pop();
        return ended && !leaves(body, label);
      }
      case 'leave':
        if (!this.#labels.includes(statement.label))
          this.#fail(`line ${line} leaves block ${statement.label}, which is not around it`);
        return true;
      case 'step':
        if (this.#loops === 0) this.#fail(`line ${line} has a step outside a loop`);
        return false;
      case 'loop':
        // In the order of evaluation: the test of a `do … while` may read variables that the body declares.
        if (!statement.bodyFirst) this.#expressions.test(statement.test);
        this.#loop(statement.body);
        this.body(statement.update);
        if (statement.bodyFirst) this.#expressions.test(statement.test);
        return isEndless(statement);
      case 'for-of': {
        const { source, variable, body } = statement;
        this.#expressions.verify(source);
        this.#expressions.expect(source, isIterable(source.type), 'a loop goes over one piece, or an array');
        this.#declared.add(variable);
        this.#loop(body);
        return false;
      }
      case 'sort': {
        const { array, left, right, body, isBefore } = statement;
        this.#expressions.verify(array);
        this.#expressions.expect(array, isStoredVariable(array), 'only an array in a variable is sorted');
        this.#declared.add(left).add(right);
        this.#loop(body);
        this.#expressions.test(isBefore);
        return false;
      }
      case 'machine':
        for (const value of statement.values) this.#expressions.verify(value);
        this.body(statement.body);
        this.#declared.add(statement.variable);
        return false;
      case 'routine':
        for (const parameter of statement.parameters) this.#declared.add(parameter);
        if (!this.body(statement.body)) this.#fail(`line ${line} has a routine that goes on behind its end`);
        return false;
      case 'recur':
        for (const value of statement.values) this.#expressions.verify(value);
        this.#declared.add(statement.variable);
        return false;
      case 'finish':
        this.#expressions.verify(statement.value);
        return true;
      case 'break':
      case 'continue':
        if (this.#loops === 0) this.#fail(`line ${line} has a ${statement.kind} outside a loop`);
        return true;
      case 'throw':
        return true;
      case 'emit':
        if (this.#fn.emits !== 'any') this.#fail(`line ${line} emits a row besides the one`);
        if (statement.values.length !== this.#fn.output.length) this.#fail(`line ${line} emits too few values`);
        for (const value of statement.values) this.#expressions.verify(value);
        return false;
      case 'return':
        if (!this.#isRow(statement.values)) this.#fail(`line ${line} returns too few values`);
        for (const value of statement.values) this.#expressions.verify(value);
        return true;
    }
  }

  #loop(body: readonly Statement[]): void {
    this.#loops += 1;
    this.body(body);
    this.#loops -= 1;
  }

  /** True if a `return` may have these values: one per output column, or none where rows may be left out. */
  #isRow({ length }: readonly Expression[]): boolean {
    const { emits, output } = this.#fn;
    return length === output.length || (length === 0 && emits !== 'one');
  }
}

/** True if an expression reads a variable that holds an array in scratch memory. */
function isStoredVariable({ kind, type }: Expression): boolean {
  return kind === 'read' && type.core.kind === 'array' && !type.core.lazy && !mayBeAbsent(type);
}
