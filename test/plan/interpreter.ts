/** An interpreter of the IR in plain JavaScript: the meaning that every backend has to give it. */
import type { Expression, Reduced } from '../../codegen/ir/expression.js';
import { isLong as isLongNumber } from '../../codegen/ir/intrinsics/number-function.js';
import { declaredIn } from '../../codegen/ir/rewrite.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import type { Label, Statement } from '../../codegen/ir/statement.js';
import { alternativeKind, alternativesOf } from '../../codegen/ir/type.js';
import type { VariableId } from '../../codegen/ir/variable.js';
import { arrayOperation } from './arrays.js';
import { called } from './calls.js';
import { accessed, kindOf } from './objects.js';
import { arithmetic, bits, in128Bits } from './operators.js';
import { Abandoned, fail } from './outcome.js';
import { executed, firstMatch, nextMatch, type PatternMatch, partOfMatch, patternCall, replaced } from './patterns.js';

/** Sees each value after its operands. */
export interface Observer {
  expression(e: Expression, value: unknown, run: Run): void;
  stored(variable: VariableId, value: unknown): void;
  returned(values: readonly Expression[], results: readonly unknown[], run: Run): void;
}

/** A row with more steps is abandoned. */
export const mostSteps = 300;

type Jump = 'next' | 'break' | 'continue' | 'return' | Label;

/** One evaluation of a row function for one row. */
export class Run {
  readonly #fn: RowFunction;
  readonly #row: readonly unknown[];
  readonly #observer: Observer;
  readonly #variables = new Map<VariableId, unknown>();
  readonly #emitted: unknown[] = [];
  #result: readonly unknown[] = [];
  #steps = 0;
  #routines: readonly Statement[] = [];
  #finished: unknown;
  readonly #last = new Map<Expression, unknown>();

  constructor(fn: RowFunction, row: readonly unknown[], observer: Observer) {
    this.#fn = fn;
    this.#row = row;
    this.#observer = observer;
    for (const { id, column } of fn.variables) if (column !== undefined) this.#variables.set(id, row[column]);
  }

  /** Returns the values of the output columns. */
  result(): readonly unknown[] {
    this.#body(this.#fn.body);
    return [...this.#emitted, ...this.#result];
  }

  #body(statements: readonly Statement[]): Jump {
    for (const statement of statements) {
      const jump = this.#statement(statement);
      if (jump !== 'next') return jump;
    }
    return 'next';
  }

  #statement(statement: Statement): Jump {
    this.#steps += 1;
    if (this.#steps > mostSteps) throw new Abandoned('too many steps');
    switch (statement.kind) {
      case 'declare':
      case 'assign': {
        const value = this.value(statement.value);
        this.#variables.set(statement.variable, value);
        this.#observer.stored(statement.variable, value);
        return 'next';
      }
      case 'evaluate':
        this.value(statement.value);
        return 'next';
      case 'if':
        return this.#body(this.value(statement.test) ? statement.whenTrue : statement.whenFalse);
      case 'break':
      case 'continue':
        return statement.kind;
      case 'block': {
        const jump = this.#body(statement.body);
        return jump === statement.label ? 'next' : jump;
      }
      case 'leave':
        return statement.label;
      case 'loop': {
        for (let first = statement.bodyFirst; first || this.value(statement.test); first = false) {
          const jump = this.#body(statement.body);
          if (jump === 'break') break;
          if (jump !== 'next' && jump !== 'continue') return jump;
          this.#body(statement.update);
        }
        return 'next';
      }
      case 'for-of':
        for (const element of this.value(statement.source) as Iterable<unknown>) {
          this.#variables.set(statement.variable, element);
          const jump = this.#body(statement.body);
          if (jump === 'break') break;
          if (jump !== 'next' && jump !== 'continue') return jump;
        }
        return 'next';
      case 'return':
        this.#result = statement.values.map((value) => this.value(value));
        this.#observer.returned(statement.values, this.#result, this);
        return 'return';
      case 'emit':
        this.#emitted.push(...statement.values.map((value) => this.value(value)));
        return 'next';
      case 'step':
        return 'next';
      case 'throw':
        return fail('thrown');
      case 'machine':
        return this.#call(statement.body, 0, statement);
      case 'recur':
        return this.#call(this.#routines, statement.routine, statement);
      case 'finish':
        this.#finished = this.value(statement.value);
        return 'return';
      default:
        throw new Abandoned(statement.kind);
    }
  }

  /** Calls a routine of a machine, whose variables each call has for itself. */
  #call(
    routines: readonly Statement[],
    id: number,
    { values, variable }: { readonly values: readonly Expression[]; readonly variable: VariableId },
  ): Jump {
    const routine = routines[id];
    if (routine?.kind !== 'routine') throw new Abandoned('routine');
    const args = values.map((value) => this.value(value));
    const around = this.#routines;
    const own = [...declaredIn([routine])].map((one) => [one, this.#variables.get(one)] as const);
    this.#routines = routines;
    for (const [place, parameter] of routine.parameters.entries()) this.#variables.set(parameter, args[place]);
    const jump = this.#body(routine.body);
    if (jump !== 'return') throw new Abandoned(String(jump));
    this.#routines = around;
    for (const [one, before] of own) this.#variables.set(one, before);
    this.#variables.set(variable, this.#finished);
    this.#observer.stored(variable, this.#finished);
    return 'next';
  }

  value(e: Expression): unknown {
    const value = this.#evaluate(e);
    this.#last.set(e, value);
    this.#observer.expression(e, value, this);
    return value;
  }

  /** Returns the latest value of an expression. */
  last(e: Expression): unknown {
    return this.#last.get(e);
  }

  /** Returns the pieces in which native code holds the latest value of a string. */
  pieces(e: Expression): readonly string[] {
    switch (e.kind) {
      case 'convert':
      case 'require':
        return this.pieces(e.operand);
      case 'to-text':
        return e.operand.type.core.kind === 'string' && this.last(e.operand) != null
          ? this.pieces(e.operand)
          : [String(this.last(e))];
      case 'concat':
        return e.parts.flatMap((part) => this.pieces(part));
      case 'conditional':
        return this.pieces(this.last(e.test) ? e.whenTrue : e.whenFalse);
      case 'coalesce':
        return this.pieces(this.last(e.left) == null ? e.right : e.left);
      case 'replace': {
        const [text, pattern] = [String(this.last(e.receiver)), String(this.last(e.pattern))];
        const at = text.indexOf(pattern);
        if (e.occurrences === 'all' || e.dollars || at < 0) return [String(this.last(e))];
        return [text.slice(0, at), ...this.pieces(e.replacement), text.slice(at + pattern.length)];
      }
      default:
        return [String(this.last(e))];
    }
  }

  #evaluate(e: Expression): unknown {
    const number = (operand: Expression) => this.value(operand) as number;
    switch (e.kind) {
      case 'literal':
        return e.value;
      case 'read':
        return this.#variables.get(e.variable);
      case 'convert': {
        const value = this.value(e.operand);
        return isLongNumber(e) ? Number(value) + 0 : value;
      }
      case 'flatten':
        return this.value(e.operand);
      case 'require':
        return this.value(e.operand) ?? fail('null is required');
      case 'kind-test': {
        const kind = kindOf(this.value(e.operand));
        return e.is.some((one) => one === kind);
      }
      case 'as-kind': {
        const value = this.value(e.operand);
        const kinds: readonly string[] = alternativesOf(e.type.core).map(alternativeKind);
        return value == null || kinds.includes(kindOf(value)) ? value : fail('thrown');
      }
      case 'not':
        return !this.value(e.operand);
      case 'negate':
        return -number(e.operand);
      case 'truthy':
        return Boolean(this.value(e.operand));
      case 'to-number':
        return Number(this.value(e.operand));
      case 'to-bigint': {
        const value = this.value(e.operand) as number | boolean;
        return typeof value === 'number' && !Number.isInteger(value)
          ? fail('not an integer')
          : in128Bits(BigInt(value));
      }
      case 'to-text':
        return String(this.value(e.operand));
      case 'arithmetic':
        return arithmetic(e, this.value(e.left), this.value(e.right));
      case 'bitwise':
        return bits(e.operator, this.value(e.left) as number, this.value(e.right) as number);
      case 'compare': {
        const [left, right] = [number(e.left), number(e.right)];
        if (e.operator === '<') return left < right;
        if (e.operator === '>') return left > right;
        return e.operator === '<=' ? left <= right : left >= right;
      }
      case 'equal':
        return this.value(e.left) === this.value(e.right);
      case 'logical':
        return e.operator === '&&'
          ? this.value(e.left) && this.value(e.right)
          : this.value(e.left) || this.value(e.right);
      case 'coalesce':
        return this.value(e.left) ?? this.value(e.right);
      case 'conditional':
        return this.value(e.test) ? this.value(e.whenTrue) : this.value(e.whenFalse);
      case 'concat':
        return short(e.parts.map((part) => this.value(part)).join(''));
      case 'member':
        return new Set(e.elements).has(this.value(e.operand) as string);
      case 'find':
        return new Map(e.keys.map((key, place) => [key, place])).get(this.value(e.operand) as string) ?? -1;
      case 'pick':
        return e.values[number(e.operand)];
      case 'string-call': {
        const text = this.value(e.receiver) as string;
        const args = e.arguments.map((arg) => this.value(arg));
        if (isLong(e.operation, args[0])) throw new Abandoned('a long text');
        if (e.operation === 'unitAt') return text[Number(args[0])];
        // Outside the text these are undefined, which is no string, and NaN, which is no int.
        if (e.operation === 'charWithin') return text[Number(args[0])];
        if (e.operation === 'charCodeWithin') return text.charCodeAt(Number(args[0]));
        const method = text[e.operation as 'slice'];
        return typeof method === 'function' ? Reflect.apply(method, text, args) : method;
      }
      case 'replace': {
        const [text, pattern, by] = [e.receiver, e.pattern, e.replacement].map((part) => String(this.value(part)));
        const with_ = e.dollars ? (by ?? '') : () => by ?? '';
        return e.occurrences === 'all'
          ? text?.replaceAll(pattern ?? '', with_ as string)
          : text?.replace(pattern ?? '', with_ as string);
      }
      case 'split': {
        const [separator, limit] = [e.separator, e.limit].map((part) => part && this.value(part));
        return String(this.value(e.receiver)).split(separator as string, limit as number | undefined);
      }
      case 'pattern-call':
        return patternCall(e, String(this.value(e.subject)), e.limit && number(e.limit));
      case 'pattern-replace':
        return replaced(e.pattern, String(this.value(e.subject)), String(this.value(e.replacement)));
      case 'match':
        return e.from
          ? firstMatch(e.pattern, String(this.value(e.subject)), number(e.from))
          : nextMatch(e.pattern, String(this.value(e.subject)));
      case 'new-search':
        return { pattern: e.pattern, found: null, text: '' };
      case 'execute':
        return executed(this.value(e.operand) as PatternMatch, String(this.value(e.subject)));
      case 'set-last-index':
        return { ...(this.value(e.operand) as PatternMatch), lastIndex: number(e.value) };
      case 'next-match': {
        const before = this.value(e.operand) as PatternMatch;
        return nextMatch(before.pattern, before.text, before);
      }
      case 'match-part':
        return partOfMatch(this.value(e.operand) as PatternMatch, e.part);
      case 'code-string':
        return this.#codeString(
          e.of,
          e.codes.map((code) => this.value(code) as number),
        );
      case 'new-array':
        return e.elements.map((element) => this.value(element));
      case 'access':
        return accessed(
          e,
          e.arguments.map((argument) => this.value(argument)),
        );
      case 'array-call': {
        const array = this.value(e.receiver) as readonly unknown[];
        return arrayOperation(
          e,
          array,
          e.arguments.map((arg) => this.value(arg)),
        );
      }
      case 'call':
        return called(
          e,
          e.arguments.map((arg) => this.value(arg)),
        );
      case 'reduced':
        return this.#reduced(e);
      case 'window-rows':
        return this.#windowLength();
    }
  }

  #codeString(of: 'units' | 'code points', codes: readonly number[]): string {
    if (of === 'units') return String.fromCharCode(...codes);
    const isCode = (code: number) => Number.isInteger(code) && code >= 0 && code <= 0x10ffff;
    return codes.every(isCode) ? String.fromCodePoint(...codes) : fail('no code point');
  }

  #windowLength(): number {
    return Math.max(...this.#row.map((value) => (Array.isArray(value) ? value.length : 0)));
  }

  #reduced({ place }: Reduced): unknown {
    const { operation, value } = this.#fn.reductions?.[place] ?? fail('no reduction');
    const elements = this.#fn.variables.filter(({ element }) => element !== undefined);
    const values = Array.from({ length: this.#windowLength() }, (_, row) => {
      for (const { id, element } of elements) this.#variables.set(id, (this.#row[element ?? 0] as unknown[])[row]);
      return this.value(value);
    });
    switch (operation) {
      case 'sum of integers':
        return values.reduce((sum: bigint, one) => sum + BigInt(one as number), 0n);
      case 'count':
        return values.filter((one) => one === true).length;
      case 'any':
        return values.includes(true);
      case 'all':
        return !values.includes(false);
      case 'min':
        return Math.min(...(values as number[]));
      case 'max':
        return Math.max(...(values as number[]));
      case 'least':
        return kept(values as number[], Infinity, (one, least) => one < least);
      case 'greatest':
        return kept(values as number[], -Infinity, (one, greatest) => one > greatest);
      default:
        throw new Abandoned(operation);
    }
  }
}

/** Returns a text, unless a loop has doubled it too often. */
function short(text: string): string {
  if (text.length > 10_000) throw new Abandoned('a long text');
  return text;
}

/** True for an operation that makes a text of more units than an evaluation should hold. */
function isLong(operation: string, count: unknown): boolean {
  return (operation === 'repeat' || operation.startsWith('pad')) && Number(count) > 10_000;
}

/** Keeps the first of equal numbers, and never NaN. */
function kept(values: readonly number[], start: number, isBeyond: (one: number, kept: number) => boolean): number {
  return values.reduce((before, one) => (isBeyond(one, before) ? one : before), start);
}
