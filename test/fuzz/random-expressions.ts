import type { Scope } from './program-scope.js';
import { Arrays } from './random-arrays.js';
import type { Choices } from './random-choices.js';
import { type Kind, lists, literals } from './random-constants.js';
import { Lists } from './random-lists.js';
import { Matches } from './random-matches.js';

/** The functions of `Math` with one argument. */
const unaryFunctions: readonly string[] = (
  'abs acos acosh asin asinh atan atanh cbrt ceil clz32 cos cosh exp expm1 floor fround log log10 log1p log2 round sign sin ' +
  'sinh sqrt tan tanh trunc'
).split(' ');

const dateFields: readonly string[] =
  'Time UTCFullYear UTCMonth UTCDate UTCDay UTCHours UTCMinutes UTCSeconds UTCMilliseconds'.split(' ');

/** Well-typed expressions of a kind, with at most so many nested operations. */
export class Expressions {
  readonly #choices: Choices;
  readonly #scope: Scope;
  readonly #arrays: Arrays;
  /** Those that variables hold. */
  readonly lists: Lists;
  readonly matches: Matches;

  constructor(choices: Choices, scope: Scope) {
    this.#choices = choices;
    this.#scope = scope;
    this.#arrays = new Arrays(choices, scope, this);
    this.lists = new Lists(choices, scope, this);
    this.matches = new Matches(choices, scope, this);
  }

  value(kind: Kind, depth: number): string {
    if (depth <= 0) return this.#leaf(kind);
    if (this.#choices.below(12) === 0) {
      return `(${this.value('boolean', depth - 1)} ? ${this.value(kind, depth - 1)} : ${this.value(kind, depth - 1)})`;
    }
    if (this.#choices.below(12) === 0) return `(${this.#nullableVariable(kind)} ?? ${this.value(kind, depth - 1)})`;
    if (kind === 'string') return this.#string(depth - 1);
    if (kind === 'bigint') return this.#bigint(depth - 1);
    return kind === 'number' ? this.#number(depth - 1) : this.#boolean(depth - 1);
  }

  strings(depth: number): string {
    return this.#arrays.strings(depth);
  }

  numbers(depth: number): string {
    return this.#arrays.numbers(depth);
  }

  nullable(kind: Kind, depth: number): string {
    const choice = this.#choices.below(4);
    if (choice === 0) return 'null';
    if (choice === 1) return this.#nullableVariable(kind);
    if (choice === 2) return `(${this.value('boolean', depth)} ? null : ${this.value(kind, depth)})`;
    return this.value(kind, depth);
  }

  #string(depth: number): string {
    const s = () => this.value('string', depth);
    const n = () => this.value('number', depth);
    return this.#choices.pick([
      () => `${s()}.slice(${n()})`,
      () => `${s()}.slice(${n()}, ${n()})`,
      () => `${s()}.substring(${n()}, ${n()})`,
      () => `${s()}.charAt(${n()})`,
      () => `(${s()}.at(${n()}) ?? ${s()})`,
      () => `\`\${${s()}[${n()}]}\``,
      () => `${s()}.${this.#choices.pick(['trim', 'trimStart', 'trimEnd'])}()`,
      () => `${s()}.${this.#choices.pick(['toUpperCase', 'toLowerCase'])}()`,
      () => `(${s()} + ${this.value(this.kind(), depth)})`,
      () => `\`${this.#choices.pick(['', '-', 'é', '😀'])}\${${this.value(this.kind(), depth)}}\${${s()}}\``,
      () => `${s()}.concat(${s()})`,
      () => `(${s()} || ${s()})`,
      () => `(${s()} && ${s()})`,
      () => `\`\${${this.#nullableVariable(this.kind())}}\``,
      () => `(textTable[${s()}] ?? ${s()})`,
      () => `(numberMap.get(${n()}) ?? ${s()})`,
      () => `(words[${n()}] ?? ${s()})`,
      () => `(words.at(${n()}) ?? '-')`,
      () => `shorten(${s()}, ${n()})`,
      () => `joined(${s()}, ${s()})`,
      () => `((t as string | null)?.slice(${n()}) ?? ${s()})`,
      () => `(nested[${s()}]?.name ?? ${s()})`,
      () => `(nested[${s()}] ?? (nested.a as unknown as { name: string })).name`,
      () =>
        `${s()}.${this.#choices.pick(['padStart', 'padEnd'])}(${this.#choices.pick(['7', '(k & 15)', n()])} % 30, ${s()})`,
      () => `${s()}.slice(0, 9).repeat(${this.#choices.pick(['2', '(k & 3)'])})`,
      () => `${s()}.${this.#choices.pick(['replace', 'replaceAll'])}(${s()}, ${s()}).slice(0, 99)`,
      () => `${s()}.split(${s()}).join(${s()}).slice(0, 99)`,
      () => `${s()}.substr(${n()}, ${n()})`,
      () => `${s()}.toWellFormed()`,
      () => `String.fromCharCode(${n()})`,
      () => `(${n()}).toFixed(k & 15)`,
      () => `(${n()}).toString(${this.#choices.pick(['2', '10', '16', '(2 + (k & 15))'])})`,
      () => `(${n()}).${this.#choices.pick(['toPrecision', 'toExponential'])}(1 + (k & 15))`,
      () => `(${this.value('bigint', depth)}).toString(${this.#choices.pick(['2', '16', '36'])})`,
      () => `(${this.lists.date(depth)}.toJSON() ?? ${s()})`,
      () => `sha256(${s()}).slice(${n()}, 7)`,
      () => this.matches.string(depth),
      () => this.matches.string(depth),
      () => this.matches.string(depth),
      () => this.#arrays.string(depth),
      () => this.#arrays.string(depth),
      () => this.#arrays.string(depth),
    ])();
  }

  #number(depth: number): string {
    const s = () => this.value('string', depth);
    const n = () => this.value('number', depth);
    return this.#choices.pick([
      () => `${s()}.length`,
      () => `${s()}.indexOf(${s()})`,
      () => `${s()}.indexOf(${s()}, ${n()})`,
      () => `${s()}.lastIndexOf(${s()})`,
      () => `(${s()}.indexOf(${s()}) ${this.#choices.pick(['+', '-'])} ${this.#choices.below(4)})`,
      () => `(${n()} ${this.#choices.pick(['+', '-', '*', '/', '%'])} ${n()})`,
      () => `(-${n()})`,
      () => `(${n()} ${this.#choices.pick(['&', '|', '^', '<<', '>>', '>>>'])} ${n()})`,
      () => `((${n()} ${this.#choices.pick(['+', '-', '*', '/'])} ${this.#choices.pick([n(), 'k', '31'])}) | 0)`,
      () => `(~${n()})`,
      () => `(${n()} ** ${n()})`,
      () => `Math.${this.#choices.pick(unaryFunctions)}(${n()})`,
      () =>
        `Math.${this.#choices.pick(['floor', 'trunc', 'round', 'ceil'])}(${n()} / ${this.#choices.pick([n(), '10', '3'])})`,
      () => `Math.${this.#choices.pick(['max', 'min', 'hypot', 'atan2', 'pow', 'imul'])}(${n()}, ${n()})`,
      () => `Math.${this.#choices.pick(['max', 'min', 'hypot'])}(${n()}, ${n()}, ${n()})`,
      () => `Number(${this.value('bigint', depth)})`,
      () => `(numberTable[${s()}] ?? ${n()})`,
      () => `bounded(${n()})`,
      () => `((t as string | null)?.length ?? ${n()})`,
      () => `(numberTable[${n()}] ?? ${n()})`,
      () => `(bigintMap.get(${this.value('bigint', depth)}) ?? ${n()})`,
      () => `(nested[${s()}]?.size ?? ${n()})`,
      () => `words.${this.#choices.pick(['indexOf', 'lastIndexOf'])}(${s()})`,
      () => `numbers.${this.#choices.pick(['indexOf', 'lastIndexOf'])}(${n()})`,
      () => `(numbers[${n()}] ?? ${n()})`,
      () => `${s()}.charCodeAt(${n()})`,
      () => `(${s()}.codePointAt(${n()}) ?? ${n()})`,
      () => `(${this.#choices.pick(['Number', 'parseFloat', 'parseInt', '+', '-'])}(${s()}))`,
      () => `parseInt(${s()}, ${this.#choices.pick(['2', '7', '10', '16', '(k & 31)', n()])})`,
      () => `parseFloat(\`\${${n()}}\${${s()}}\`)`,
      () => `new Date(${n()} * ${this.#choices.pick(['1', '1e9', '86400000'])}).get${this.#choices.pick(dateFields)}()`,
      () => `${this.lists.date(depth)}.get${this.#choices.pick(dateFields)}()`,
      () => `(+${this.lists.date(depth)})`,
      () => `Date.UTC(${n()}, ${n()}, ${n()})`,
      () => this.matches.number(depth),
      () => this.matches.number(depth),
      () => this.matches.number(depth),
      () => this.#arrays.number(depth),
      () => this.#arrays.number(depth),
      () => this.#arrays.number(depth),
      () => `(${n()} || ${n()})`,
    ])();
  }

  #bigint(depth: number): string {
    const local = this.#choices.below(4) === 0 ? this.lists.bigint(depth) : undefined;
    if (local !== undefined) return local;
    const x = () => this.value('bigint', depth);
    return this.#choices.pick([
      () => `(${x()} ${this.#choices.pick(['+', '-', '*'])} ${x()})`,
      () => `(${x()} ${this.#choices.pick(['+', '-', '*'])} ${x()})`,
      () => `(${x()} ${this.#choices.pick(['/', '%'])} (${x()} || 3n))`,
      () => `(-${x()})`,
      () => `(${x()} ${this.#choices.pick(['&', '|', '^'])} ${x()})`,
      () =>
        `(${x()} ${this.#choices.pick(['<<', '>>'])} ${this.#choices.pick(['7n', '40n', '(x & 63n)', 'BigInt(s.length)'])})`,
      () => `(~${x()})`,
      () => `((${x()} & 15n) ** 3n)`,
      () =>
        `BigInt.${this.#choices.pick(['asIntN', 'asUintN'])}(${this.#choices.pick(['8', '64', '33', 's.length'])}, ${x()})`,
      () => `(${x()} || ${x()})`,
      () => `(bigintTable.get(${this.value('string', depth)}) ?? ${x()})`,
      () => `(nested[${this.value('string', depth)}]?.big ?? ${x()})`,
      () => `BigInt(${this.#choices.pick(['k', 'b', 's.length'])})`,
    ])();
  }

  #boolean(depth: number): string {
    const s = () => this.value('string', depth);
    const n = () => this.value('number', depth);
    const b = () => this.value('boolean', depth);
    const variable = () => this.#nullableVariable(this.kind());
    const x = () => this.value('bigint', depth);
    const order = () => this.#choices.pick(['<', '<=', '>', '>=']);
    return this.#choices.pick([
      () => `(${x()} ${this.#choices.pick(['<', '<=', '>', '>=', '===', '!=='])} ${x()})`,
      () => `(${x()} ${order()} ${n()})`,
      () => `(${n()} ${order()} ${x()})`,
      () => this.#membership(depth),
      () => this.#membership(depth),
      () => `(${b()} && ${b()})`,
      () => `(${b()} || ${b()})`,
      () => `(!${b()})`,
      () => `(${n()} ${this.#choices.pick(['<', '<=', '>', '>=', '===', '!=='])} ${n()})`,
      () => `(${s()} ${this.#choices.pick(['<', '<=', '>', '>=', '===', '!=='])} ${s()})`,
      () => `${s()}.${this.#choices.pick(['includes', 'startsWith', 'endsWith'])}(${s()})`,
      () => `${s()}.${this.#choices.pick(['includes', 'startsWith', 'endsWith'])}(${s()}, ${n()})`,
      () => `(${variable()} ${this.#choices.pick(['===', '!==', '==', '!='])} null)`,
      () => `(!${variable()})`,
      () => `(${s()} in ${this.#choices.pick(['numberTable', 'textTable', 'nested'])})`,
      () => `Object.hasOwn(numberTable, ${s()})`,
      () => `bigintMap.has(${x()})`,
      // The type is `unknown`, because tsc would narrow the same access elsewhere to `never`.
      () => `((nested[${s()}] as unknown) ${this.#choices.pick(['===', '!=='])} undefined)`,
      () => `(nested[${s()}] && ${b()} ? true : false)`,
      () => `words.includes(${s()})`,
      () => `${s()}.isWellFormed()`,
      () => this.matches.boolean(depth),
      () => this.matches.boolean(depth),
      () => this.matches.boolean(depth),
      () => this.#arrays.boolean(depth),
      () => this.#arrays.boolean(depth),
      () => `Number.${this.#choices.pick(['isInteger', 'isSafeInteger', 'isFinite', 'isNaN'])}(${n()})`,
    ])();
  }

  #membership(depth: number): string {
    const kind = this.#choices.pick(['string', 'number', 'bigint'] as const);
    const index = this.#choices.below(lists[kind].length);
    const method = lists[kind][index]?.startsWith('new') ? 'has' : 'includes';
    const operand =
      this.#choices.below(4) === 0 ? `${this.#nullableVariable(kind)} as ${kind}` : this.value(kind, depth);
    return `${kind}List${index}.${method}(${operand})`;
  }

  #leaf(kind: Kind): string {
    const known = this.#scope.variables.filter((variable) => variable.kind === kind && !variable.nullable);
    if (this.#choices.below(3) > 0) return this.#choices.pick(known).name;
    return `${kind}${this.#choices.below(literals[kind].length)}`;
  }

  /** The cast restores the declared type, because tsc may have narrowed it and would refuse a test that it thinks is decided. */
  #nullableVariable(kind: Kind): string {
    const { name } = this.#choices.pick(
      this.#scope.variables.filter((variable) => variable.kind === kind && variable.nullable),
    );
    return `(${name} as ${kind} | null)`;
  }

  kind(): Kind {
    return this.#choices.pick(['string', 'string', 'number', 'bigint', 'boolean'] as const);
  }
}
