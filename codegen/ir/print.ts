import type { Constant } from './constant-value.js';
import { declaredType } from './declared-type.js';
import type { Expression } from './expression.js';
import { isInt } from './intrinsics/number-function.js';
import { namedVariables } from './named-variables.js';
import { OpenBlocks } from './open-blocks.js';
import { operandsOf } from './operands.js';
import { leaves } from './rewrite.js';
import type { Aggregate, Column, Grouping, RowFunction } from './row-function.js';
import type { Block, Statement } from './statement.js';
import { printType } from './type.js';
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

/** Prints one expression with the number of each variable: only equal expressions have equal forms. */
export function printExpression(expression: Expression, variables: readonly Variable[]): string {
  const numbered = variables.map((variable) => ({ ...variable, name: `${variable.name}%${variable.id}` }));
  return new Printer(numbered).expression(expression);
}

/** Prints an expression of a row function with the names that {@link printRowFunction} has. */
export function showExpression(expression: Expression, fn: RowFunction): string {
  return new Printer(namesOf(fn)).expression(expression);
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

class Printer {
  readonly #variables: readonly Variable[];
  readonly #blocks = new OpenBlocks();

  constructor(variables: readonly Variable[]) {
    this.#variables = variables;
  }

  statements(body: readonly Statement[], depth: number): string[] {
    return body.flatMap((statement) => this.#statement(statement, depth));
  }

  #statement(statement: Statement, depth: number): string[] {
    const indent = '  '.repeat(depth);
    switch (statement.kind) {
      case 'declare': {
        const variable = this.#variables[statement.variable];
        const type = variable ? printType(variable.stored) : '?';
        return [`${indent}${this.#name(statement.variable)}: ${type} = ${this.expression(statement.value)}`];
      }
      case 'assign':
        return [`${indent}${this.#name(statement.variable)} = ${this.expression(statement.value)}`];
      case 'evaluate':
        return [`${indent}evaluate ${this.expression(statement.value)}`];
      case 'if':
        return [
          `${indent}if ${this.expression(statement.test)}`,
          ...this.statements(statement.whenTrue, depth + 1),
          ...(statement.whenFalse.length > 0 ? [`${indent}else`] : []),
          ...this.statements(statement.whenFalse, depth + 1),
        ];
      case 'block':
        return this.#block(statement, depth);
      case 'loop': {
        const { test, bodyFirst, body, update, counted } = statement;
        const head = `${bodyFirst ? 'do while' : 'while'} ${this.expression(test)}${counted ? ', counted' : ''}`;
        return [
          `${indent}${head}`,
          ...this.statements(body, depth + 1),
          ...(update.length > 0 ? [`${indent}then`] : []),
          ...this.statements(update, depth + 1),
        ];
      }
      case 'for-of':
        return [
          `${indent}for ${this.#name(statement.variable)} of ${this.expression(statement.source)}`,
          ...this.statements(statement.body, depth + 1),
        ];
      case 'sort': {
        const { array, method, left, right, body, isBefore } = statement;
        return [
          `${indent}${method} ${this.expression(array)} by ${this.#name(left)}, ${this.#name(right)}`,
          ...this.statements(body, depth + 1),
          `${indent}  before ${this.expression(isBefore)}`,
        ];
      }
      case 'break':
      case 'continue':
      case 'step':
      case 'throw':
        return [`${indent}${statement.kind}`];
      case 'leave':
        return [`${indent}${this.#blocks.left(statement.label)}`];
      case 'emit':
      case 'return': {
        const values = statement.values.map((value) => this.expression(value)).join(', ');
        return [`${indent}${statement.kind}${values && ` ${values}`}`];
      }
    }
  }

  /** Prints a block; one that nothing leaves only by its statements, since the names of variables are unique. */
  #block({ label, body }: Block, depth: number): string[] {
    if (label === undefined || !leaves(body, label)) return this.statements(body, depth);
    return [`${'  '.repeat(depth)}block`, ...this.#blocks.within(label, () => this.statements(body, depth + 1))];
  }

  expression(e: Expression): string {
    const operands = operandsOf(e).map((operand) => this.expression(operand));
    const [a = '', b = '', c = ''] = operands;
    switch (e.kind) {
      case 'literal':
        return literal(e.value);
      case 'read':
        return this.#name(e.variable);
      case 'convert':
        return `convert<${printType(e.type)}>(${a})`;
      case 'not':
        return `!${a}`;
      case 'negate':
        return `-${a}`;
      case 'arithmetic':
        // Division of ints truncates.
        return e.operator === '/' && isInt(e) ? `trunc(${a} / ${b})` : `(${a} ${e.operator} ${b})`;
      case 'bitwise':
      case 'compare':
      case 'logical':
        return `(${a} ${e.operator} ${b})`;
      case 'equal':
        return `(${a} === ${b})`;
      case 'coalesce':
        return `(${a} ?? ${b})`;
      case 'conditional':
        return `(${a} ? ${b} : ${c})`;
      case 'concat':
        return `concat(${operands.join(', ')})`;
      case 'string-call':
        return `${a}.${e.operation}(${operands.slice(1).join(', ')})`;
      case 'call':
        return `${e.intrinsic}(${operands.join(', ')})`;
      case 'replace': {
        const name = e.occurrences === 'all' ? 'replaceAll' : 'replace';
        return `${a}.${name}(${b}, ${e.dollars ? 'template ' : ''}${c})`;
      }
      case 'split':
        return `${a}.split(${operands.slice(1).join(', ')})`;
      case 'new-array':
        return `[${operands.join(', ')}]`;
      case 'reduced':
        return `reduction ${e.place + 1}${e.answer === 'value' ? '' : `.${e.answer}`}`;
      case 'window-rows':
        return e.complete ? 'complete(window)' : 'rows(window)';
      case 'array-call':
        return `${a}.${e.operation}(${operands.slice(1).join(', ')})`;
      case 'code-string':
        return `${e.of === 'units' ? 'fromCharCode' : 'fromCodePoint'}(${operands.join(', ')})`;
      case 'member':
        return `member(${a}, [${few(e.elements)}])`;
      case 'find':
        return `find(${a}, [${few(e.keys)}])`;
      case 'pick':
        return `pick(${a}, [${few(e.values)}])`;
      case 'require':
      case 'flatten':
      case 'truthy':
      case 'to-number':
      case 'to-bigint':
      case 'to-text':
        return `${e.kind}(${a})`;
    }
  }

  #name(id: number): string {
    const variable = this.#variables[id];
    return variable ? variable.name : `%${id}`;
  }
}

/** Prints the values of a list; of a long list, the first 16. */
function few(values: readonly Constant[]): string {
  const shown = values.slice(0, 16).map(literal);
  return [...shown, ...(values.length > shown.length ? [`… ${values.length - shown.length} more`] : [])].join(', ');
}

function literal(value: Constant): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value);
}
