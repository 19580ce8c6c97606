import { declaredType } from './declared-type.js';
import type { Expression } from './expression.js';
import { namedVariables } from './named-variables.js';
import { OpenBlocks } from './open-blocks.js';
import { printType } from './print-type.js';
import { exactForm, type PrintedName, readableForm } from './printed-forms.js';
import { leaves } from './rewrite.js';
import type { Aggregate, Column, Grouping, RowFunction } from './row-function.js';
import type { Assign, Block, Statement } from './statement.js';
import { stringType, type Type } from './type.js';
import type { Variable } from './variable.js';

/**
 * Prints a row function as `explain` and the compile tests show it, one statement per line. `name` stands at the beginning; the default
 * says how many rows an input row becomes.
 */
export function printRowFunction(fn: RowFunction, name: string = rowsOf(fn)): string {
  const printer = new Printer(namesOf(fn));
  const show = (column: Column) =>
    column.scalar === 'index'
      ? 'index'
      : `${column.scalar ?? ''}${column.scalar ? ' ' : ''}${JSON.stringify(column.name)}: ${declaredType(column)}`;
  return [
    `${name} (${fn.input.map(show).join(', ')}) -> (${fn.output.map(show).join(', ')})`,
    ...printer.statements(fn.body, 1),
    ...(fn.grouping ? [printGrouping(fn.grouping, fn.output)] : []),
  ].join('\n');
}

function rowsOf({ emits }: RowFunction): string {
  return { one: 'row', 'at most one': 'row or none', any: 'rows' }[emits];
}

/** `group by "station": min("temp"), count()`. */
function printGrouping({ keys, isOrdered, aggregates }: Grouping, columns: readonly Column[]): string {
  const key = columns.slice(0, keys).map(({ name }) => JSON.stringify(name));
  const computed = aggregates.map((one) => printAggregate(one, columns));
  return `group by ${key.join(', ') || 'nothing'}${isOrdered ? ', in order' : ''}: ${computed.join(', ')}`;
}

/** `coldest = min("temp")`. */
export function printAggregate(
  { name, operation, column, columns: read }: Aggregate,
  columns: readonly Column[],
): string {
  const places = read ?? (column === undefined ? [] : [column]);
  return `${name} = ${operation}(${places.map((place) => JSON.stringify(columns[place]?.name)).join(', ')})`;
}

/** Prints one expression with its conversions and the number of each variable: only equal expressions have equal forms. */
export function printExpression(expression: Expression, variables: readonly Variable[]): string {
  return exactForm(expression, (id) => `${variables[id]?.name ?? ''}%${id}`);
}

/** Prints an expression of a row function with the names that {@link printRowFunction} has. */
export function showExpression(expression: Expression, fn: RowFunction): string {
  return readableForm(expression, nameIn(namesOf(fn)));
}

/** Returns the variables under names of their own: the second `index` is `index_2`. */
function namesOf(fn: RowFunction): readonly Variable[] {
  const named = namedVariables(fn);
  const taken = new Set<string>();
  return fn.variables.map((variable) => {
    if (!named.has(variable.id)) return variable;
    let { name } = variable;
    for (let count = 2; taken.has(name); count += 1) name = `${variable.name}_${count}`;
    taken.add(name);
    return { ...variable, name };
  });
}

function nameIn(variables: readonly Variable[]): PrintedName {
  return (id) => variables[id]?.name ?? `%${id}`;
}

/** Returns a type without the number of pieces of a string, which is a matter of generated code. */
function readableType(type: Type): Type {
  const isRope = type.core.kind === 'string' && !type.core.lazy;
  return isRope ? { ...type, core: stringType().core } : type;
}

class Printer {
  readonly #variables: readonly Variable[];
  readonly #name: PrintedName;
  readonly #blocks = new OpenBlocks();

  constructor(variables: readonly Variable[]) {
    this.#variables = variables;
    this.#name = nameIn(variables);
  }

  statements(body: readonly Statement[], depth: number): string[] {
    return body.flatMap((statement) => this.#statement(statement, depth));
  }

  #statement(statement: Statement, depth: number): string[] {
    const indent = '  '.repeat(depth);
    switch (statement.kind) {
      case 'declare': {
        const variable = this.#variables[statement.variable];
        const type = variable ? printType(readableType(variable.stored)) : '?';
        return [`${indent}${this.#name(statement.variable)}: ${type} = ${this.#expression(statement.value)}`];
      }
      case 'assign':
        return [`${indent}${this.#assignment(statement)}`];
      case 'evaluate':
        return [`${indent}evaluate ${this.#expression(statement.value)}`];
      case 'if':
        return [
          `${indent}if ${this.#expression(statement.test)}`,
          ...this.statements(statement.whenTrue, depth + 1),
          ...(statement.whenFalse.length > 0 ? [`${indent}else`] : []),
          ...this.statements(statement.whenFalse, depth + 1),
        ];
      case 'block':
        return this.#block(statement, depth);
      case 'loop': {
        const { test, bodyFirst, body, update, counted } = statement;
        const head = `${bodyFirst ? 'do while' : 'while'} ${this.#expression(test)}${counted ? ', counted' : ''}`;
        return [
          `${indent}${head}`,
          ...this.statements(body, depth + 1),
          ...(update.length > 0 ? [`${indent}then`] : []),
          ...this.statements(update, depth + 1),
        ];
      }
      case 'for-of':
        return [
          `${indent}for ${this.#name(statement.variable)} of ${this.#expression(statement.source)}`,
          ...this.statements(statement.body, depth + 1),
        ];
      case 'sort': {
        const { array, method, left, right, body, isBefore } = statement;
        return [
          `${indent}${method} ${this.#expression(array)} by ${this.#name(left)}, ${this.#name(right)}`,
          ...this.statements(body, depth + 1),
          `${indent}  before ${this.#expression(isBefore)}`,
        ];
      }
      case 'machine':
        return [
          `${indent}${this.#name(statement.variable)} = machine ${this.#values(statement.values)}`,
          ...this.statements(statement.body, depth + 1),
        ];
      case 'routine':
        return [
          `${indent}routine ${statement.id + 1}(${statement.parameters.map((id) => this.#name(id)).join(', ')})`,
          ...this.statements(statement.body, depth + 1),
        ];
      case 'recur':
        return [
          `${indent}${this.#name(statement.variable)} = routine ${statement.routine + 1}${this.#values(statement.values)}`,
        ];
      case 'finish':
        return [`${indent}finish ${this.#expression(statement.value)}`];
      case 'break':
      case 'continue':
      case 'step':
      case 'throw':
        return [`${indent}${statement.kind}`];
      case 'leave':
        return [`${indent}${this.#blocks.left(statement.label)}`];
      case 'emit':
      case 'return': {
        const values = statement.values.map((value) => this.#expression(value)).join(', ');
        return [`${indent}${statement.kind}${values && ` ${values}`}`];
      }
    }
  }

  #values(values: readonly Expression[]): string {
    return `(${values.map((value) => this.#expression(value)).join(', ')})`;
  }

  /** Prints a block; one that nothing leaves only by its statements, since the names of variables are unique. */
  #block({ label, body }: Block, depth: number): string[] {
    if (label === undefined || !leaves(body, label)) return this.statements(body, depth);
    return [`${'  '.repeat(depth)}block`, ...this.#blocks.within(label, () => this.statements(body, depth + 1))];
  }

  /** Prints an assignment; one of a changed array to its own variable as the change: `words.push(word)`. */
  #assignment({ variable, value }: Assign): string {
    const name = this.#name(variable);
    const isChange =
      value.kind === 'array-call' && value.receiver.kind === 'read' && value.receiver.variable === variable;
    const args = isChange ? value.arguments.map((argument) => this.#expression(argument)) : [];
    switch (isChange ? value.operation : undefined) {
      case 'push':
        return `${name}.push(${args.join(', ')})`;
      case 'set':
        return `${name}[${args[0]}] = ${args[1]}`;
      case 'withoutLast':
        return `${name}.pop()`;
      case 'withoutFirst':
        return `${name}.shift()`;
      default:
        return `${name} = ${this.#expression(value)}`;
    }
  }

  #expression(e: Expression): string {
    return readableForm(e, this.#name);
  }
}
