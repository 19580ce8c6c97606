import type { Expression } from '../ir/expression.js';
import { allExpressions } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import type { If, Return, Statement } from '../ir/statement.js';
import type { Variable } from '../ir/variable.js';
import { cppPath } from './cpp-literals.js';
import { UniqueNames } from './cpp-names.js';
import { cppType } from './cpp-types.js';
import { type ExpressionScope, emitExpression } from './emit-expression.js';

/** C++ of a row function, and what it needs besides the row library. */
export interface RowBody {
  readonly body: string;
  readonly usesNumberText: boolean;
  readonly usesBigIntText: boolean;
}

/** The body of the functor's call operator, at the indentation of the file. */
export function emitRowBody(fn: RowFunction): RowBody {
  const writer = new RowWriter(fn);
  const statements = fn.body.flatMap((statement) => writer.statement(statement, 2));
  // Control reaches the end of the functor in any case.
  if (statements.at(-1) === '    return;') statements.pop();
  const columns = fn.variables
    .flatMap(({ id, column }) => (column === undefined ? [] : [{ id, column }]))
    .sort((a, b) => a.column - b.column)
    .map(({ id, column }) => `    auto const ${writer.nameOf(id)} = rf::column<${column}>(row);`);
  const declared = (type: string, names: readonly string[]) =>
    names.length > 0 ? [`    rf::${type} ${names.join(', ')};`] : [];
  const buffers = [...declared('NumberText', writer.numberTexts), ...declared('BigIntText', writer.bigintTexts)];
  return {
    body: [...columns, ...buffers, ...statements].join('\n'),
    usesNumberText: writer.numberTexts.length > 0,
    usesBigIntText: writer.bigintTexts.length > 0,
  };
}

class RowWriter implements ExpressionScope {
  readonly variables: readonly Variable[];
  readonly numberTexts: string[] = [];
  readonly bigintTexts: string[] = [];
  readonly #names: readonly string[];
  readonly #path: string;
  readonly #read: ReadonlySet<number>;
  #line = 0;

  constructor(fn: RowFunction) {
    const unique = new UniqueNames();
    this.variables = fn.variables;
    this.#names = fn.variables.map(({ name }) => unique.take(name));
    this.#path = cppPath(fn.source);
    this.#read = new Set(allExpressions(fn.body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  }

  nameOf(variable: number): string {
    return this.#names[variable] ?? `unknown${variable}`;
  }

  newNumberText(): string {
    const name = `text${this.numberTexts.length + 1}`;
    this.numberTexts.push(name);
    return name;
  }

  newBigIntText(): string {
    const name = `bigint_text${this.bigintTexts.length + 1}`;
    this.bigintTexts.push(name);
    return name;
  }

  statement(statement: Statement, depth: number): readonly string[] {
    const indent = '  '.repeat(depth);
    const indented = (code: string) => code.split('\n').map((line) => `${indent}${line}`);
    switch (statement.kind) {
      case 'declare':
        return this.#at(statement.line, indented(this.#declaration(statement.variable, statement.value)));
      case 'assign':
        return this.#at(
          statement.line,
          indented(`${this.nameOf(statement.variable)} = ${this.#expression(statement.value)};`),
        );
      case 'evaluate':
        return this.#at(statement.line, indented(`static_cast<void>(${this.#expression(statement.value)});`));
      case 'return':
        return this.#at(statement.line, indented(this.#return(statement)));
      case 'block':
        return [`${indent}{`, ...statement.body.flatMap((inner) => this.statement(inner, depth + 1)), `${indent}}`];
      case 'if':
        return this.#if(statement, depth);
    }
  }

  #expression(e: Expression): string {
    return emitExpression(e, this);
  }

  #declaration(id: number, value: Expression): string {
    const variable = this.variables[id];
    const unused = this.#read.has(id) ? '' : '[[maybe_unused]] ';
    const type = variable?.reassigned ? cppType(variable.stored) : 'auto const';
    const needsType = variable !== undefined && value.kind === 'literal' && variable.stored.core.kind === 'nothing';
    const initial = needsType ? `${cppType(variable.stored)}(${this.#expression(value)})` : this.#expression(value);
    return `${unused}${type} ${this.nameOf(id)} = ${initial};`;
  }

  #return({ values }: Return): string {
    const puts = values.map((value, column) => `rf::put<${column}>(out, ${this.#pieces(value)})`);
    const [only] = puts;
    if (puts.length === 1 && only !== undefined) return `return ${only};`;
    return [...puts.map((put) => `${put};`), 'return;'].join('\n');
  }

  /** What is concatenated last is written piece by piece. */
  #pieces(value: Expression): string {
    const parts = value.kind === 'concat' ? value.parts : [value];
    return parts.map((part) => this.#expression(part)).join(', ');
  }

  #if({ test, whenTrue, whenFalse, line }: If, depth: number): readonly string[] {
    const indent = '  '.repeat(depth);
    const head = this.#at(line, [`${indent}if (${this.#expression(test)}) {`]);
    const body = whenTrue.flatMap((statement) => this.statement(statement, depth + 1));
    if (whenFalse.length === 0) return [...head, ...body, `${indent}}`];
    const rest = whenFalse.flatMap((statement) => this.statement(statement, depth + 1));
    return [...head, ...body, `${indent}} else {`, ...rest, `${indent}}`];
  }

  /** The code, after a `#line` where the source line is not the one before. */
  #at(line: number, code: readonly string[]): readonly string[] {
    if (line === this.#line) return code;
    this.#line = line;
    return [`#line ${line} ${this.#path}`, ...code];
  }
}
