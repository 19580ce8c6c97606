import { exclusiveStrings } from '../3-plan/exclusive-strings.js';
import { elementType } from '../ir/arrays.js';
import type { Expression } from '../ir/expression.js';
import { intrinsicOf } from '../ir/intrinsics/index.js';
import { allExpressions, leaves } from '../ir/rewrite.js';
import {
  boundsPlaces,
  type Column,
  type ElementType,
  type Fold,
  type Reduction,
  type RowFunction,
} from '../ir/row-function.js';
import type { Assign, Block, Declare, Emit, ForOf, If, Label, Loop, Return, Sort, Statement } from '../ir/statement.js';
import { doubleType, sameType, stringType, type Type } from '../ir/type.js';
import type { Variable } from '../ir/variable.js';
import { arrowTypeName } from './arrow-type-name.js';
import { quoted } from './cpp/cpp-literals.js';
import { UniqueNames } from './cpp/cpp-names.js';
import { cppColumns, cppElement, cppType, placeInSchema } from './cpp/cpp-types.js';
import { type EmittedReduction, emitReduction } from './emit-reductions.js';
import { emitExpression } from './expressions/emit-expression.js';
import { emitPieces } from './expressions/emit-string.js';
import type { ExpressionScope } from './expressions/expression-scope.js';
import { stringHeaders } from './string-headers.js';
import { Tables } from './tables.js';

/** C++ of a row function, and what it needs besides the row library. */
export interface RowBody {
  /** Of the functor's call operator, at the indentation of the file. */
  readonly body: string;
  /** Builds strings in scratch memory. */
  readonly usesArena: boolean;
  /** Definitions of its constant tables. */
  readonly tables: readonly string[];
  /** What it needs besides the row library's common part, relative to its folder. */
  readonly headers: readonly string[];
  /** Its loops over windows, as declarations of their own. */
  readonly folds: readonly EmittedFold[];
  /** What is computed of windows before it runs. */
  readonly reductions: readonly EmittedReduction[];
}

/** A loop over windows: what it carries, from what on, and a step of it. */
export interface EmittedFold {
  readonly name: string;
  readonly members: string;
  readonly begins: string;
  readonly body: string;
}

/** The list that some columns of the schema are. What is malformed fails the row. */
function emitList(column: Column, element: ElementType, place: number, raw: boolean, whole: boolean): string {
  const parts = cppColumns(column).map((_, index) => `rf::column<${place + index}>(row)`);
  return `rf::list<${cppElement(element, raw, whole)}>(out, ${place}, ${parts.join(', ')})`;
}

/** What the functor is given of a column. */
function storedValue(
  { input }: RowFunction,
  column: Column | undefined,
  place: number,
  { raw, whole }: { readonly raw: boolean; readonly whole: boolean },
): string {
  const value = `rf::column<${place}>(row)`;
  if (column?.window === 'bounds') {
    const bounds = boundsPlaces(input).map((bound) => `rf::column<${placeInSchema(input, bound)}>(row)`);
    return `${value}.rows(${bounds.join(', ')})`;
  }
  return column?.element && !column.window ? emitList(column, column.element, place, raw, whole) : value;
}

function readsIn(body: readonly Statement[], id: number): boolean {
  return allExpressions(body).some((e) => e.kind === 'read' && e.variable === id);
}

/** Whether a variable is read anywhere but in the head of a fold, which is no part of the functor. */
function readsOutside({ body, folds = [] }: RowFunction, id: number): boolean {
  const reads = (statements: readonly Statement[]) =>
    allExpressions(statements).filter((e) => e.kind === 'read' && e.variable === id).length;
  const inFolds = folds.reduce((sum, { loop }) => sum + reads([loop]), 0);
  return reads(body) > inFolds;
}

export function emitRowBody(fn: RowFunction): RowBody {
  const writer = new RowWriter(fn);
  const statements = fn.body.flatMap((statement) => writer.statement(statement, 2));
  // Control reaches the end of the functor in any case.
  if (statements.at(-1) === '    return;') statements.pop();
  const columns = fn.variables
    .flatMap(({ id, column, raw = false, whole = false }) => (column === undefined ? [] : [{ id, column, raw, whole }]))
    // Of windows of which the whole is asked engines have the answer.
    .filter(({ id, column }) => !fn.input[column]?.window || readsOutside(fn, id))
    .sort((a, b) => a.column - b.column)
    .map(({ id, column, raw, whole }) => {
      const declared = fn.input[column];
      const place = placeInSchema(fn.input, column);
      const stored = storedValue(fn, declared, place, { raw, whole });
      const isTime = !raw && declared && !declared.element && rawColumns(fn).has(column);
      const value = isTime ? `rf::time_value<rf::${arrowTypeName(declared.type)}>(${stored})` : stored;
      return `    ${writer.unused(id)}auto const ${writer.nameOf(id)} = ${value};`;
    });
  const declared = (type: string, names: readonly string[]) =>
    names.length > 0 ? [`    rf::${type} ${names.join(', ')};`] : [];
  const { numberTexts, bigintTexts, textBuffers, cursors, usesArena, countsSteps } = writer;
  const state = [
    ...declared('NumberText', numberTexts),
    ...declared('BigIntText', bigintTexts),
    ...declared('IndexCursor', [...cursors.values()]),
    ...textBuffers.map(({ name, size }) => `    rf::TextBuffer<${size}> ${name};`),
    ...(usesArena ? ['    auto arena = rf::arena(out);'] : []),
    ...(countsSteps ? ['    rf::Steps steps;'] : []),
  ];
  const folds = (fn.folds ?? []).map((fold, index): EmittedFold => {
    const { states, body } = writer.foldSteps(fold);
    const types = fold.states.map(({ variable }) => cppType(fn.variables[variable]?.stored ?? doubleType));
    return {
      name: `Fold${index + 1}`,
      members: states.map((name, place) => `${types[place]} ${name};`).join(' '),
      begins: fold.states.map(({ begin }) => emitExpression(begin, writer)).join(', '),
      body,
    };
  });
  const reductions = (fn.reductions ?? []).map((reduction, index) =>
    emitReduction(reduction, index, fn, (value) => writer.elementValue(value)),
  );
  return {
    folds,
    reductions,
    body: [...columns, ...state, ...statements].join('\n'),
    usesArena,
    tables: writer.tables.definitions,
    headers: unique([
      ...(cursors.size > 0 ? ['string/index_cursor.hpp'] : []),
      ...(bigintTexts.length > 0 ? ['number/bigint_text.hpp'] : []),
      ...(numberTexts.length > 0 ? ['number/number_text.hpp'] : []),
      ...(countsSteps ? ['row/steps.hpp'] : []),
      ...(usesArena ? ['string/arena.hpp'] : []),
      ...intrinsicHeaders(fn),
      ...(writer.tables.isUsed ? ['value/lookup.hpp'] : []),
      ...stringHeaders(fn),
    ]),
  };
}

/** The input columns of which the row function takes what they store. */
export function rawColumns({ variables }: RowFunction): ReadonlySet<number> {
  return new Set(variables.flatMap(({ column, raw }) => (column !== undefined && raw ? [column] : [])));
}

function unique(headers: readonly string[]): readonly string[] {
  return [...new Set(headers)];
}

function intrinsicHeaders(fn: RowFunction): readonly string[] {
  const reduced = (fn.reductions ?? []).map(({ value }): Statement => ({ kind: 'evaluate', value, line: 0 }));
  const headers = allExpressions([...fn.body, ...reduced]).flatMap((e) =>
    e.kind === 'call' ? (intrinsicOf(e).header ?? []) : [],
  );
  return [...new Set(headers)].sort();
}

/** What the user names ends in an underscore. */
function labelName(label: Label): string {
  return `after${label}`;
}

function isReadOf(e: Expression, variable: number, type: Type): boolean {
  return e.kind === 'read' && e.variable === variable && sameType(e.type, type);
}

class RowWriter implements ExpressionScope {
  readonly variables: readonly Variable[];
  readonly reductions: readonly Reduction[];
  readonly numberTexts: string[] = [];
  readonly bigintTexts: string[] = [];
  /** By the variable of the string. */
  readonly cursors = new Map<number, string>();
  readonly tables = new Tables();
  readonly textBuffers: { readonly name: string; readonly size: number }[] = [];
  usesArena = false;
  countsSteps = false;
  readonly #names: readonly string[];
  readonly #path: string;
  readonly #read: ReadonlySet<number>;
  /** Rows come and go: what is put is a row only when it is emitted. */
  readonly #emits: boolean;
  readonly #exclusive: ReadonlySet<number>;
  readonly #input: readonly Column[];
  readonly #folds: readonly Fold[];
  readonly #output: readonly Column[];
  /** Variables that are declared once a row. */
  readonly #declaredOnce = new Set<number>();
  #loops = 0;
  #sorts = 0;
  #isFold = false;
  #place = '';

  constructor(fn: RowFunction) {
    const unique = new UniqueNames();
    this.variables = fn.variables;
    this.reductions = fn.reductions ?? [];
    this.#input = fn.input;
    this.#folds = fn.folds ?? [];
    this.#emits = fn.emits !== 'one';
    this.#output = fn.output;
    this.#exclusive = exclusiveStrings(fn);
    this.#names = fn.variables.map(({ name }) => unique.take(name));
    this.#path = quoted(fn.source);
    this.#read = new Set(allExpressions(fn.body).flatMap((e) => (e.kind === 'read' ? [e.variable] : [])));
  }

  nameOf(variable: number): string {
    return this.#names[variable] ?? `unknown${variable}`;
  }

  /** What stands before the declaration of a variable that the reference alone may read, in the text of an error. */
  unused(variable: number): string {
    return this.isRead(variable) ? '' : '[[maybe_unused]] ';
  }

  isRead(variable: number): boolean {
    return this.#read.has(variable);
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

  newTextBuffer(size: number): string {
    const name = `buffer${this.textBuffers.length + 1}`;
    this.textBuffers.push({ name, size });
    return name;
  }

  useArena(): void {
    this.usesArena = true;
  }

  cursorOf(variable: number): string | undefined {
    const { column, reassigned } = this.variables[variable] ?? {};
    const isOne = column !== undefined || this.#declaredOnce.has(variable);
    if (this.#loops === 0 || reassigned || !isOne) return undefined;
    const name = this.cursors.get(variable) ?? `cursor${this.cursors.size + 1}`;
    this.cursors.set(variable, name);
    return name;
  }

  statement(statement: Statement, depth: number): readonly string[] {
    const indent = '  '.repeat(depth);
    const indented = (code: string) => code.split('\n').map((line) => `${indent}${line}`);
    switch (statement.kind) {
      case 'declare':
        return this.#at(statement, indented(this.#declaration(statement.variable, statement.value)));
      case 'assign':
        return this.#at(statement, indented(`${this.#assignment(statement)};`));
      case 'evaluate':
        return this.#at(statement, indented(`static_cast<void>(${this.#expression(statement.value)});`));
      case 'emit':
        return this.#at(statement, indented([...this.#puts(statement), 'rf::emit(out);'].join('\n')));
      case 'return':
        return this.#at(statement, indented(this.#return(statement)));
      case 'throw':
        return this.#at(statement, [`${indent}return rf::fail(out);`]);
      case 'break':
        return this.#at(statement, [`${indent}break;`]);
      case 'continue':
        // A step of a fold is a function.
        return this.#at(statement, [`${indent}${this.#isFold ? 'return' : 'continue'};`]);
      case 'leave':
        return this.#at(statement, [`${indent}goto ${labelName(statement.label)};`]);
      case 'step':
        this.countsSteps = true;
        return [`${indent}if (!steps.next(out)) return;`];
      case 'loop':
        return this.#inLoop(() => this.#loop(statement, undefined, depth));
      case 'for-of':
        return this.#forOf(statement, depth);
      case 'sort':
        return this.#sort(statement, depth);
      case 'block': {
        const [first, second] = statement.body;
        if (statement.body.length === 2 && first?.kind === 'declare' && second?.kind === 'loop' && !second.bodyFirst)
          return [...this.#inLoop(() => this.#loop(second, first, depth)), ...this.#end(statement, depth)];
        return this.#block(statement, depth);
      }
      case 'if':
        return this.#if(statement, depth);
    }
  }

  /** What is evaluated again and again. */
  #inLoop<T>(write: () => T): T {
    this.#loops += 1;
    const written = write();
    this.#loops -= 1;
    return written;
  }

  #block(block: Block, depth: number): readonly string[] {
    const indent = '  '.repeat(depth);
    const [only] = block.body;
    const end = this.#end(block, depth);
    // A loop, or what else has braces of its own, needs no second pair for its end to be named.
    if (end.length > 0 && block.body.length === 1 && only && only.kind !== 'declare')
      return [...this.statement(only, depth), ...end];
    return [`${indent}{`, ...block.body.flatMap((inner) => this.statement(inner, depth + 1)), `${indent}}`, ...end];
  }

  /** The place behind a block, where something goes there. All variables of the block are out of scope. */
  #end({ label, body }: Block, depth: number): readonly string[] {
    if (label === undefined || !leaves(body, label)) return [];
    return [`${'  '.repeat(depth)}${labelName(label)}:;`];
  }

  /** `before` is the one declaration in the head of a `for` loop. */
  #loop(loop: Loop, before: Declare | undefined, depth: number): readonly string[] {
    const { test, bodyFirst, body, update, counted } = loop;
    const indent = '  '.repeat(depth);
    const asked = this.#expression(test);
    const updates = update.map((statement) => this.#update(statement)).join(', ');
    const declared = before ? this.#declaration(before.variable, before.value) : ';';
    const condition = asked === 'true' && !bodyFirst ? '' : asked;
    const plain = !before && updates === '' && condition !== '';
    const head = bodyFirst
      ? 'do'
      : plain
        ? `while (${asked})`
        : `for (${declared}${condition && ` ${condition}`};${updates && ` ${updates}`})`;
    // The update of a `do` loop would have to stand in its test; JavaScript has no such loop.
    const step = counted ? [`${'  '.repeat(depth + 1)}if (!steps.next(out)) return;`] : [];
    this.countsSteps = this.countsSteps || counted;
    const first = this.#at(
      loop,
      `${head} {`.split('\n').map((part) => `${indent}${part}`),
    );
    const inner = body.flatMap((statement) => this.statement(statement, depth + 1));
    return [...first, ...step, ...inner, bodyFirst ? `${indent}} while (${asked});` : `${indent}}`];
  }

  /** An assignment as an expression. */
  #update(statement: Statement): string {
    if (statement.kind === 'assign') return this.#assignment(statement);
    return statement.kind === 'evaluate' ? `static_cast<void>(${this.#expression(statement.value)})` : '';
  }

  /** The steps of a fold: what becomes of its state with each element. */
  foldSteps({ loop, states, column }: Fold): { readonly states: readonly string[]; readonly body: string } {
    const names = states.map(({ variable }) => this.nameOf(variable));
    const { variable, body } = loop;
    const stored = this.variables[variable]?.stored;
    const type = stored ? cppType(stored) : 'double';
    const value = this.#elementOf(column, 'element', stored);
    const head = `      ${this.unused(variable)}${type} const ${this.nameOf(variable)} = ${value};`;
    const scalars = this.#scalars(body);
    this.#isFold = true;
    const steps = this.#inLoop(() => body.flatMap((statement) => this.statement(statement, 3)));
    this.#isFold = false;
    return {
      states: names,
      body: [`      auto& [${names.join(', ')}] = state;`, ...scalars, head, ...steps].join('\n'),
    };
  }

  /** What a reduction is given of an element, as a function that returns it. */
  elementValue(value: Expression): string {
    const statements: Statement[] = [{ kind: 'evaluate', value, line: 0 }];
    const elements = this.variables.flatMap(({ id, element, stored }) => {
      if (element === undefined || !readsIn(statements, id)) return [];
      return [`      ${cppType(stored)} const ${this.nameOf(id)} = ${this.#elementOf(element, 'row', stored)};`];
    });
    return [...this.#scalars(statements), ...elements, `      return ${this.#expression(value)};`].join('\n');
  }

  /** The value of a column in a row of a window, which a variable of a type holds. */
  #elementOf(column: number, row: 'row' | 'element', stored: Type | undefined): string {
    const plain = `rf::column<${placeInSchema(this.#input, column)}>(${row})`;
    return stored?.core.kind === 'number' ? `rf::rolling::as_number(${plain})` : plain;
  }

  /** The params that statements read, as declarations. */
  #scalars(statements: readonly Statement[]): readonly string[] {
    return this.variables.flatMap(({ id, column }) =>
      column !== undefined && this.#input[column]?.scalar && readsIn(statements, id)
        ? [`      auto const ${this.nameOf(id)} = rf::column<${placeInSchema(this.#input, column)}>(row);`]
        : [],
    );
  }

  /** What a fold has left, in the place of its loop. */
  #folded({ states }: Fold, index: number, loop: ForOf, depth: number): readonly string[] {
    const indent = '  '.repeat(depth);
    const name = `fold${index + 1}`;
    const assigned = states.map(
      ({ variable }) => `${indent}${this.nameOf(variable)} = ${name}.${this.nameOf(variable)};`,
    );
    return this.#at(loop, [`${indent}auto const ${name} = rf::folded<F${name.slice(1)}>(row);`, ...assigned]);
  }

  #forOf(loop: ForOf, depth: number): readonly string[] {
    const fold = this.#folds.findIndex((one) => one.loop === loop);
    const found = this.#folds[fold];
    if (found) return this.#folded(found, fold, loop, depth);
    const { variable, source, body } = loop;
    const indent = '  '.repeat(depth);
    const { reassigned, stored } = this.variables[variable] ?? {};
    const unused = this.unused(variable);
    const type = `${stored ? cppType(stored) : 'rf::View'}${reassigned ? '' : ' const'}`;
    const elements = this.#expression(source);
    const range = source.type.core.kind === 'array' ? elements : `rf::code_points(${elements})`;
    const head = `for (${unused}${type} ${this.nameOf(variable)} : ${range}) {`;
    const first = this.#at(
      loop,
      head.split('\n').map((part) => `${indent}${part}`),
    );
    const steps = this.#inLoop(() => body.flatMap((statement) => this.statement(statement, depth + 1)));
    return [...first, ...steps, `${indent}}`];
  }

  /** The comparisons that a sort needs, one a step. */
  #sort(sort: Sort, depth: number): readonly string[] {
    const { array, method, left, right, body, isBefore } = sort;
    this.#sorts += 1;
    const name = `sort${this.#sorts}`;
    this.useArena();
    const indent = '  '.repeat(depth);
    const inner = `${indent}  `;
    const element = cppType(elementType(array.type));
    const compared = (id: number, side: string) =>
      `${inner}${this.unused(id)}${element} const ${this.nameOf(id)} = ${name}.${side}();`;
    const given = `arena, ${this.#expression(array)}, rf::SortMethod::${method === 'sort' ? 'sort' : 'to_sorted'}`;
    const head = `for (rf::Sort<${element}> ${name}{${given}}; ${name}.next();) {`;
    return [
      ...this.#at(sort, [`${indent}${head}`, compared(left, 'left'), compared(right, 'right')]),
      ...this.#inLoop(() => [
        ...body.flatMap((statement) => this.statement(statement, depth + 1)),
        ...`${name}.answer(${this.#expression(isBefore)});`.split('\n').map((line) => `${inner}${line}`),
      ]),
      `${indent}}`,
    ];
  }

  /** A string that is lengthened grows in place where its bytes are the last of their kind. */
  #assignment({ variable, value }: Assign): string {
    const name = this.nameOf(variable);
    const present = value.kind === 'convert' ? value.operand : value;
    const isNumber = value.type.core.kind === 'number';
    if (isNumber && value.kind === 'arithmetic' && value.operator !== '%' && isReadOf(value.left, variable, value.type))
      return `${name} ${value.operator}= ${this.#expression(value.right)}`;
    if (present.kind !== 'flatten' || present.operand.kind !== 'concat') return `${name} = ${this.#expression(value)}`;
    const { parts } = present.operand;
    const [first, last] = [parts[0], parts.at(-1)];
    const grows = (part: Expression | undefined) => part?.kind === 'read' && sameType(part.type, stringType());
    const isTarget = (part: Expression | undefined) => part?.kind === 'read' && part.variable === variable;
    this.useArena();
    const sharing = this.#exclusive.has(variable) ? '<rf::Views::one>' : '';
    const pieces = (some: readonly Expression[]) => some.map((part) => this.#expression(part)).join(', ');
    if (last && grows(last) && isTarget(last) && !isTarget(first))
      return `${name} = rf::prepend${sharing}(arena, ${pieces([last, ...parts.slice(0, -1)])})`;
    return `${name} = rf::${grows(first) ? `append${isTarget(first) ? sharing : ''}` : 'flatten'}(arena, ${pieces(parts)})`;
  }

  #expression(e: Expression): string {
    return emitExpression(e, this);
  }

  #declaration(id: number, value: Expression): string {
    const variable = this.variables[id];
    if (this.#loops === 0) this.#declaredOnce.add(id);
    const unused = this.unused(id);
    const needsType = variable !== undefined && value.kind === 'literal' && variable.stored.core.kind === 'nothing';
    const initial = needsType ? `${cppType(variable.stored)}(${this.#expression(value)})` : this.#expression(value);
    // A lambda that captures a constant copies what it is initialised by; nvcc 13.0 aborts where a lambda is in that.
    const constant = initial.includes('[&]') ? 'auto' : 'auto const';
    const type = variable?.reassigned ? cppType(variable.stored) : constant;
    return `${unused}${type} ${this.nameOf(id)} = ${initial};`;
  }

  #puts({ values }: Return | Emit): readonly string[] {
    return values.map((value, index) => {
      const column = this.#output[index];
      const place = placeInSchema(this.#output, index);
      if (!column?.element) return `rf::put<${place}>(out, ${emitPieces(value, (part) => this.#expression(part))});`;
      return `rf::put_list<${place}, ${cppElement(column.element, this.#isRaw(value), true)}>(out, ${emitExpression(value, this)});`;
    });
  }

  /** Whether a value is a kept column as it is stored. */
  #isRaw(value: Expression): boolean {
    return value.kind === 'read' && this.variables[value.variable]?.raw === true;
  }

  #return(statement: Return): string {
    const puts = this.#puts(statement);
    if (this.#emits) return [...puts, puts.length > 0 ? 'return rf::emit(out);' : 'return;'].join('\n');
    return puts.length === 1 ? `return ${puts.join('')}` : [...puts, 'return;'].join('\n');
  }

  #if(statement: If, depth: number): readonly string[] {
    const indent = '  '.repeat(depth);
    const { whenTrue, whenFalse } = statement;
    const head = this.#at(statement, [`${indent}if (${this.#expression(statement.test)}) {`]);
    const body = whenTrue.flatMap((inner) => this.statement(inner, depth + 1));
    const [only] = whenFalse;
    if (!only) return [...head, ...body, `${indent}}`];
    if (only.kind === 'if' && whenFalse.length === 1) {
      // A chain of tests stays flat, however long.
      const [first = '', ...chain] = this.#if(only, depth);
      const isLine = first.startsWith('#');
      return [
        ...head,
        ...body,
        `${indent}} else${isLine ? '' : ` ${first.trimStart()}`}`,
        ...(isLine ? [first] : []),
        ...chain,
      ];
    }
    const rest = whenFalse.flatMap((inner) => this.statement(inner, depth + 1));
    return [...head, ...body, `${indent}} else {`, ...rest, `${indent}}`];
  }

  /** The code, after a `#line` where the source line is not the one before. */
  #at({ line, module }: Statement, code: readonly string[]): readonly string[] {
    const path = module === undefined ? this.#path : quoted(module);
    const place = `${line} ${path}`;
    if (place === this.#place) return code;
    this.#place = place;
    return [`#line ${place}`, ...code];
  }
}
