import { convert, equal, literal, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { forEachStatement, rewriteExpression } from '../../ir/rewrite.js';
import type { Label, Statement } from '../../ir/statement.js';
import { doubleType, mayBeAbsent, sameType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { mayThrow } from '../element-values.js';
import { foldExpression } from '../fold.js';

/** The value of each variable, as an expression of the values at the beginning of the step and of the step's element. */
export type Values = ReadonlyMap<VariableId, Expression>;

/** The reason why the steps of a loop have no such expressions, in words that follow "it". */
export class Irregular extends Error {}

/** Larger expressions have none of the known shapes. */
const largest = 200;
const mostStatements = 500;

/**
 * Executes one step of a loop symbolically (J. C. King, 1976): assignments become expressions, and branches that join become conditional
 * ones. Throws {@link Irregular} if a step does more than compute.
 *
 * @param element returns the value of an expression that reads the step's element of a window, and undefined for any other
 */
export function stepOf(
  body: readonly Statement[],
  begin: Values,
  element: (e: Expression) => Expression | undefined,
): Values {
  return new Step(element).take(body, begin);
}

type Continuation = (values: Values) => Values;

class Step {
  readonly #element: (e: Expression) => Expression | undefined;
  readonly #blocks = new Map<Label, Continuation>();
  #statements = 0;

  constructor(element: (e: Expression) => Expression | undefined) {
    this.#element = element;
  }

  take(body: readonly Statement[], begin: Values): Values {
    return this.#run(body, begin, (values) => values);
  }

  /** Returns the values at the end of the step. `next` executes what follows the statements. */
  #run(statements: readonly Statement[], values: Values, next: Continuation): Values {
    const [statement, ...rest] = statements;
    if (!statement) return next(values);
    this.#statements += 1;
    if (this.#statements > mostStatements) throw new Irregular('has too many paths');
    const after: Continuation = (reached) => this.#run(rest, reached, next);
    switch (statement.kind) {
      case 'declare':
      case 'assign':
        return after(new Map(values).set(statement.variable, this.#value(statement.value, values)));
      case 'evaluate':
        this.#value(statement.value, values);
        return after(values);
      case 'continue':
        return values;
      case 'block': {
        const { label, body } = statement;
        if (label !== undefined) this.#blocks.set(label, after);
        return this.#run(body, values, after);
      }
      case 'leave': {
        const target = this.#blocks.get(statement.label);
        if (!target) throw new Irregular('is left before its end');
        return target(values);
      }
      case 'if': {
        const test = this.#value(statement.test, values);
        if (test.kind === 'literal') {
          return this.#run(test.value ? statement.whenTrue : statement.whenFalse, values, after);
        }
        if (jumps([statement])) {
          const [whenTrue, whenFalse] = [statement.whenTrue, statement.whenFalse].map((branch) =>
            this.#run(branch, values, after),
          );
          return joined(test, whenTrue ?? values, whenFalse ?? values);
        }
        const [whenTrue, whenFalse] = [statement.whenTrue, statement.whenFalse].map((branch) =>
          this.#run(branch, values, (reached) => reached),
        );
        return after(joined(test, whenTrue ?? values, whenFalse ?? values));
      }
      case 'for-of':
      case 'loop':
      case 'sort':
      case 'machine':
      case 'routine':
      case 'recur':
      case 'finish':
        throw new Irregular('has a loop inside');
      case 'break':
      case 'return':
        throw new Irregular('is left before its end');
      case 'throw':
        throw new Irregular('may fail the row');
      case 'emit':
      case 'step':
        throw new Irregular('does more than compute');
    }
  }

  #value(e: Expression, values: Values): Expression {
    const value = rewriteExpression(e, (node) => {
      if (node.kind === 'read') return narrowed(values.get(node.variable) ?? node, node.type);
      return this.#element(node) ?? simplified(node);
    });
    if (sizeOf(value) > largest) throw new Irregular('computes too much');
    if (mayThrow(value)) throw new Irregular('computes a value that may fail the row');
    return value;
  }
}

/** True if control may leave the statements before their end. */
function jumps(statements: readonly Statement[]): boolean {
  let found = false;
  forEachStatement(statements, ({ kind }) => {
    found ||= kind === 'continue' || kind === 'leave';
  });
  return found;
}

function joined(test: Expression, whenTrue: Values, whenFalse: Values): Values {
  const values = new Map(whenTrue);
  for (const [id, value] of whenFalse) {
    const other = whenTrue.get(id);
    // A variable that one branch declares is not read after it.
    if (other && other !== value) {
      if (!sameType(other.type, value.type)) throw new Irregular('gives a variable values of several types');
      values.set(id, Object.freeze({ kind: 'conditional', test, whenTrue: other, whenFalse: value, type: value.type }));
    } else values.set(id, value);
  }
  return values;
}

/** Converts a value to a narrower type that control flow has proved. */
function narrowed(value: Expression, type: Type): Expression {
  if (sameType(value.type, type)) return value;
  if (value.kind === 'read') return { ...value, type };
  if (value.kind === 'convert') {
    const { operand } = value;
    if (operand.type.core.kind === type.core.kind)
      return convert(narrowed(operand, presentAs(operand.type, type)), type);
  }
  // Control does not come from a branch that gives an absent value.
  if (value.kind === 'conditional' && !mayBeAbsent(type)) {
    const [whenTrue, whenFalse] = [value.whenTrue, value.whenFalse].map(withoutConversions);
    if (whenTrue?.type.core.kind === 'nothing') return narrowed(value.whenFalse, type);
    if (whenFalse?.type.core.kind === 'nothing') return narrowed(value.whenTrue, type);
  }
  if (mayBeAbsent(value.type) && !mayBeAbsent(type)) throw new Irregular('keeps values that may be absent');
  return convert(value, type);
}

/** The type with null and undefined only where the other type has them too. */
function presentAs(type: Type, { mayBeNull, mayBeUndefined }: Type): Type {
  return {
    core: type.core,
    mayBeNull: type.mayBeNull && mayBeNull,
    mayBeUndefined: type.mayBeUndefined && mayBeUndefined,
  };
}

export function withoutConversions(e: Expression): Expression {
  return e.kind === 'convert' ? withoutConversions(e.operand) : e;
}

/**
 * Simplifies a node. The element of the step is present, although a read of the array at any place may be undefined; tests for that are
 * decided.
 */
function simplified(e: Expression): Expression {
  switch (e.kind) {
    case 'equal': {
      const [left, right] = [withoutConversions(e.left), withoutConversions(e.right)];
      const [value, absent] = left.type.core.kind === 'nothing' ? [right, left] : [left, right];
      if (absent.kind !== 'literal' || absent.type.core.kind !== 'nothing') return foldExpression(e);
      if (value.kind === 'literal') return literal(value.value === absent.value);
      const isPossible = absent.value === null ? value.type.mayBeNull : value.type.mayBeUndefined;
      return isPossible ? equal(value, absent) : literal(false);
    }
    case 'require':
    case 'coalesce': {
      const value = withoutConversions(e.kind === 'require' ? e.operand : e.left);
      if (!mayBeAbsent(value.type)) return convert(value, e.type);
      if (e.kind === 'require') return e;
      return { ...e, left: value.type.core.kind === e.left.type.core.kind ? value : e.left };
    }
    case 'to-number': {
      const value = withoutConversions(e.operand);
      return mayBeAbsent(value.type) || value.type.core.kind !== 'number' ? e : convert(toNumber(value), doubleType);
    }
    case 'logical': {
      // A literal on the right decides here, which folding leaves alone.
      const decides = e.operator === '||';
      if (e.right.kind === 'literal' && e.right.value === !decides && sameType(e.left.type, e.type)) return e.left;
      return foldExpression(e);
    }
    default:
      return foldExpression(e);
  }
}

function sizeOf(e: Expression): number {
  let size = 0;
  rewriteExpression(e, (node) => {
    size += 1;
    return node;
  });
  return size;
}
