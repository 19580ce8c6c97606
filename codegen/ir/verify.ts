import { arrayCallType } from './arrays.js';
import { literal, stringCallType } from './build.js';
import type { Expression } from './expression.js';
import { isInt } from './intrinsics/number-function.js';
import { callRules } from './intrinsics/verify-call.js';
import { operandsOf } from './operands.js';
import { printExpression } from './print.js';
import { isEndless, leaves } from './rewrite.js';
import type { RowFunction } from './row-function.js';
import type { Label, Statement } from './statement.js';
import {
  intType,
  isBoolean,
  isLazy,
  joinTypes,
  mayBeAbsent,
  presentType,
  printType,
  sameType,
  type Type,
} from './type.js';

/**
 * Checks every invariant of the IR, after each pass. What it finds is a mistake of the compiler, never of the user:
 * it throws, naming the pass.
 */
export function verify(fn: RowFunction, pass: string): void {
  const fail = (problem: string): never => {
    throw new Error(
      `The IR of ${fn.name} is broken after ${pass}: ${problem}. Please report this with the row function.`,
    );
  };
  new Verifier(fn, fail).run();
}

class Verifier {
  readonly #fn: RowFunction;
  readonly #fail: (problem: string) => never;
  readonly #declared = new Set<number>();
  #loops = 0;
  readonly #labels: Label[] = [];

  constructor(fn: RowFunction, fail: (problem: string) => never) {
    this.#fn = fn;
    this.#fail = fail;
  }

  run(): void {
    this.#fn.variables.forEach(({ id, column, element, name }, index) => {
      if (id !== index) this.#fail(`variable ${name} has id ${id} at place ${index}`);
      if (column !== undefined) {
        if (!this.#fn.input[column]) this.#fail(`variable ${name} reads column ${column}, which does not exist`);
        this.#declared.add(id);
      }
      if (element !== undefined) this.#declared.add(id);
    });
    for (const { value } of this.#fn.reductions ?? []) this.#expression(value);
    if (!this.#body(this.#fn.body)) this.#fail('a path ends without a return');
    this.#grouping();
  }

  #grouping(): void {
    const { grouping, output } = this.#fn;
    if (!grouping) return;
    const { keys, aggregates } = grouping;
    if (keys > output.length) this.#fail(`rows are grouped by ${keys} of ${output.length} columns`);
    for (const { operation, column, columns } of aggregates) {
      const isWhole = operation === 'count' || operation === 'reduce';
      if (column === undefined ? !isWhole : !output[column])
        this.#fail(`${operation} is computed of column ${column}, which does not exist`);
      const missing = columns?.find((place) => !output[place]);
      if (missing !== undefined) this.#fail(`${operation} reads column ${missing}, which does not exist`);
    }
    const used = new Set(aggregates.flatMap(({ column, columns = [] }) => [column, ...columns]));
    const idle = output.findIndex((_, place) => place >= keys && !used.has(place));
    if (idle >= 0) this.#fail(`column ${idle} is computed, and nothing becomes of it`);
  }

  /** True when control never leaves the end of the statements. */
  #body(statements: readonly Statement[]): boolean {
    let ended = false;
    for (const statement of statements) {
      if (ended) this.#fail(`line ${statement.line} is unreachable`);
      ended = this.#statement(statement);
    }
    return ended;
  }

  #statement(statement: Statement): boolean {
    switch (statement.kind) {
      case 'declare':
        if (this.#declared.has(statement.variable)) this.#fail(`%${statement.variable} is declared twice`);
        this.#store(statement.variable, statement.value);
        this.#declared.add(statement.variable);
        return false;
      case 'assign':
        this.#store(statement.variable, statement.value);
        if (!this.#declared.has(statement.variable)) this.#fail(`%${statement.variable} is assigned before declared`);
        return false;
      case 'evaluate':
        this.#expression(statement.value);
        return false;
      case 'if': {
        this.#test(statement.test);
        const whenTrue = this.#body(statement.whenTrue);
        const whenFalse = this.#body(statement.whenFalse);
        return whenTrue && whenFalse;
      }
      case 'block': {
        const { label, body } = statement;
        if (label === undefined) return this.#body(body);
        this.#labels.push(label);
        const ended = this.#body(body);
        this.#labels.pop();
        return ended && !leaves(body, label);
      }
      case 'leave':
        if (!this.#labels.includes(statement.label))
          this.#fail(`line ${statement.line} leaves block ${statement.label}, which is not around it`);
        return true;
      case 'step':
        if (this.#loops === 0) this.#fail(`line ${statement.line} has a step outside a loop`);
        return false;
      case 'loop':
        // In the order in which control gets there.
        if (!statement.bodyFirst) this.#test(statement.test);
        this.#loop(statement.body);
        this.#body(statement.update);
        if (statement.bodyFirst) this.#test(statement.test);
        return isEndless(statement);
      case 'for-of':
        this.#expression(statement.source);
        this.#expect(statement.source, isIterable(statement.source.type), 'a loop goes over one piece, or an array');
        this.#declared.add(statement.variable);
        this.#loop(statement.body);
        return false;
      case 'sort':
        this.#expression(statement.array);
        this.#expect(statement.array, isStoredVariable(statement.array), 'only an array in a variable is sorted');
        this.#declared.add(statement.left);
        this.#declared.add(statement.right);
        this.#loop(statement.body);
        this.#test(statement.isBefore);
        return false;
      case 'break':
      case 'continue':
        if (this.#loops === 0) this.#fail(`line ${statement.line} has a ${statement.kind} outside a loop`);
        return true;
      case 'throw':
        return true;
      case 'emit':
        if (this.#fn.emits !== 'any') this.#fail(`line ${statement.line} emits a row besides the one`);
        if (statement.values.length !== this.#fn.output.length)
          this.#fail(`line ${statement.line} emits too few values`);
        for (const value of statement.values) this.#expression(value);
        return false;
      case 'return':
        if (
          statement.values.length === 0
            ? this.#fn.emits === 'one' && this.#fn.output.length > 0
            : statement.values.length !== this.#fn.output.length
        )
          this.#fail(`line ${statement.line} returns too few values`);
        for (const value of statement.values) this.#expression(value);
        return true;
    }
  }

  #test(test: Expression): void {
    this.#expression(test);
    this.#expect(test, isBoolean(test.type), 'a test must be boolean');
  }

  #loop(body: readonly Statement[]): void {
    this.#loops += 1;
    this.#body(body);
    this.#loops -= 1;
  }

  #store(id: number, value: Expression): void {
    this.#expression(value);
    const variable = this.#fn.variables[id];
    if (!variable) this.#fail(`there is no variable %${id}`);
    else this.#expect(value, sameType(value.type, variable.stored), `%${id} stores ${printType(variable.stored)}`);
  }

  #expression(e: Expression): void {
    for (const operand of operandsOf(e)) this.#expression(operand);
    for (const [holds, rule] of this.#rules(e)) this.#expect(e, holds, rule);
  }

  /** What must hold of one node, apart from the nodes below it. */
  #rules(e: Expression): readonly (readonly [holds: boolean, rule: string])[] {
    switch (e.kind) {
      case 'literal':
      case 'truthy':
      case 'to-number':
      case 'to-text':
        return [];
      case 'read': {
        const stored = this.#fn.variables[e.variable]?.stored;
        return [
          [this.#declared.has(e.variable), 'a variable is declared before it is read'],
          [stored !== undefined && includes(stored, e.type), 'a read gives a part of what is stored'],
        ];
      }
      case 'convert':
        return [
          [includes(e.type, e.operand.type), 'a conversion keeps every value'],
          [!isLazy(e.type), 'a lazy string is flattened, not converted'],
        ];
      case 'require':
        return [[!mayBeAbsent(e.type), 'what is required is present']];
      case 'not':
        return [[isBoolean(e.operand.type), 'the operand must be boolean']];
      case 'negate':
        return [[isPresent(e.operand, 'number'), 'the operand must be a number']];
      case 'arithmetic': {
        const bothAre = (kind: 'number' | 'bigint') => isPresent(e.left, kind) && isPresent(e.right, kind);
        return [[bothAre('number') || bothAre('bigint'), 'the operands must be two numbers or two bigints']];
      }
      case 'bitwise':
        return [
          [
            (isInt(e.left) && isInt(e.right)) || (isPresent(e.left, 'bigint') && isPresent(e.right, 'bigint')),
            'the operands must be two ints or two bigints',
          ],
        ];
      case 'compare': {
        const isNumeric = (operand: Expression) => isPresent(operand, 'number') || isPresent(operand, 'bigint');
        const areTwo = (kind: 'string' | 'bigint') =>
          [e.left, e.right].every(({ type }) => type.core.kind === kind && !type.mayBeNull);
        const holds = areTwo('string') || areTwo('bigint') || (isNumeric(e.left) && isNumeric(e.right));
        return [[holds, 'the operands must be numeric or two strings']];
      }
      case 'equal':
        return [[joinTypes(e.left.type, e.right.type) !== undefined, 'the operands must be of one kind']];
      case 'to-bigint': {
        const { kind } = e.operand.type.core;
        const holds = (kind === 'number' || kind === 'boolean') && !mayBeAbsent(e.operand.type);
        return [[holds, 'a present number or boolean is converted to a bigint']];
      }
      case 'find':
        return [[sameType(e.type, intType), 'a place is an int']];
      case 'pick':
        return [
          [isPresent(e.operand, 'number'), 'a place is a present number'],
          [e.values.every((value) => includes(e.type, literal(value).type)), 'the values have another type'],
        ];
      case 'member':
        return [[e.type.core.kind === 'boolean', 'membership is true or false']];
      case 'logical':
      case 'coalesce':
        return [[sameType(e.right.type, e.type), 'the right operand must have the type of the result']];
      case 'conditional':
        return [
          [isBoolean(e.test.type), 'the test must be boolean'],
          [sameType(e.whenTrue.type, e.type) && sameType(e.whenFalse.type, e.type), 'the branches must agree'],
        ];
      case 'concat':
        return [
          [e.parts.length > 1 && e.parts.every((part) => isPresent(part, 'string')), 'the parts must be strings'],
        ];
      case 'flatten':
        return [[e.operand.type.core.kind === 'string' && isOnePiece(presentType(e.type)), 'the result has one piece']];
      case 'call':
        return callRules(e);
      case 'string-call':
        return [
          [isPresent(e.receiver, 'string'), 'the receiver must be a string'],
          [sameType(e.type, stringCallType(e.operation, e.receiver.type)), 'the operation gives another type'],
        ];
      case 'replace':
        return [
          [isOnePiece(e.receiver.type) && isOnePiece(e.pattern.type), 'receiver and pattern have one piece'],
          [isPresent(e.replacement, 'string') && !isLazy(e.replacement.type), 'the replacement must be a string'],
          [isLazy(e.type) ? isOnePiece(e.replacement.type) : !e.dollars, 'only pieces make pieces'],
        ];
      case 'split':
        return [
          [isOnePiece(e.receiver.type), 'what is split has one piece'],
          [!e.separator || isOnePiece(e.separator.type), 'a separator has one piece'],
          [!e.limit || sameType(e.limit.type, intType), 'a limit is an int'],
        ];
      case 'new-array': {
        const { core } = e.type;
        const holds = core.kind === 'array' && e.elements.every(({ type }) => sameType(type, core.element));
        return [[holds, 'the elements have the type of the array']];
      }
      case 'reduced':
        return [[e.place < (this.#fn.reductions?.length ?? 0), 'a reduction that is read is computed']];
      case 'window-rows':
        return [[this.#fn.reductions !== undefined, 'the rows of windows are counted beside reductions']];
      case 'array-call': {
        const isArray = e.receiver.type.core.kind === 'array' && !mayBeAbsent(e.receiver.type);
        // What is absent stays so where the pieces of a string are stored.
        if (e.operation === 'store') return [[e.receiver.type.core.kind === 'array', 'the receiver must be an array']];
        if (e.operation === 'masked' || e.operation === 'judged' || e.operation === 'allThere')
          return [[isArray && e.arguments.every(({ type }) => type.core.kind === 'array'), 'arrays say what is there']];
        return [
          [isArray, 'the receiver must be an array'],
          [
            isArray && sameType(e.type, arrayCallType(e.operation, e.receiver.type)),
            'the operation gives another type',
          ],
        ];
      }
      case 'code-string':
        return [
          [e.codes.length > 0 && e.codes.every((code) => isPresent(code, 'number')), 'the codes must be numbers'],
        ];
    }
  }

  #expect(e: Expression, holds: boolean, rule: string): void {
    if (!holds) this.#fail(`${rule}: ${printExpression(e, this.#fn.variables)} is ${printType(e.type)}`);
  }
}

function isPresent({ type }: Expression, kind: 'string' | 'number' | 'bigint'): boolean {
  return type.core.kind === kind && !mayBeAbsent(type);
}

function isOnePiece(type: Type): boolean {
  return type.core.kind === 'string' && type.core.pieces === 1 && !type.core.lazy && !mayBeAbsent(type);
}

function isIterable(type: Type): boolean {
  return isOnePiece(type) || (type.core.kind === 'array' && !mayBeAbsent(type));
}

/** Whether a value is that of a variable, and an array in scratch memory. */
function isStoredVariable({ kind, type }: Expression): boolean {
  return kind === 'read' && type.core.kind === 'array' && !type.core.lazy && !mayBeAbsent(type);
}

/** Whether every value of `part` is one of `whole`. */
function includes(whole: Type, part: Type): boolean {
  const joined = joinTypes(whole, part);
  const hasCore = part.core.kind !== 'nothing';
  return joined !== undefined && sameType(joined, whole) && (!hasCore || isLazy(whole) === isLazy(part));
}
