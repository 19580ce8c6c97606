/** Random row functions as IR, well-typed by construction: built by the same builders as those of the analysis. */
import { columnValueType } from '../../codegen/2-analyze/values/column-value-type.js';
import { elementType } from '../../codegen/ir/arrays.js';
import { bitwise } from '../../codegen/ir/bitwise.js';
import {
  arithmetic,
  coalesce,
  compare,
  concat,
  conditional,
  convert,
  equal,
  literal,
  logical,
  member,
  negate,
  not,
  onePiece,
  read,
  replace,
  stringCall,
  toBigInt,
  toNumber,
  toText,
  truthy,
} from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import { find, listAt, listIndex, nestedIndex, ownIndex, pick, presentIndex } from '../../codegen/ir/lookup.js';
import type { Column, RowFunction } from '../../codegen/ir/row-function.js';
import type { Statement } from '../../codegen/ir/statement.js';
import { doubleType, intType, mayBeAbsent, orNull, presentType, sameType, type Type } from '../../codegen/ir/type.js';
import type { Variable, VariableId } from '../../codegen/ir/variable.js';
import type { Choices } from './choices.js';
import { column, columns, numbers, texts, windowColumns, windowRows } from './random-rows.js';

/** With them, sums of 16 elements of 8 or 32 bits lie on both sides of 2^53 and of 2^55. */
const windowFactors: readonly number[] = [
  1,
  2 ** 17 - 1,
  2 ** 18 + 1,
  2 ** 19 + 1,
  2 ** 20 - 1,
  2 ** 41 + 1,
  2 ** 42 - 1,
];

const outputs: readonly (readonly Column[])[] = [
  [column('number', 'float64', true)],
  [column('text', 'utf8', true)],
  [column('integer', 'int32', true), column('text', 'utf8', true), column('test', 'bool', true)],
  [column('number', 'float64', true), column('big', 'int64', true), column('text', 'utf8', true)],
];

/** The ends of small ranges: on both sides of 0, of a shift's count, and of powers of 2. */
const ends: readonly number[] = [0, 1, -1, 2, -2, 3, 5, 30, 31, 32, 33, 255, 256, -256, -257, 2 ** 31 - 1, -(2 ** 31)];
const factors: readonly number[] = [31, 2 ** 22 - 1, 2 ** 23 + 1, 0x9e3779b1, 2 ** 31 - 1, 2 ** 53 - 1, -(2 ** 53 - 1)];
const bigints: readonly bigint[] = [
  0n,
  1n,
  -1n,
  7n,
  63n,
  64n,
  2n ** 31n,
  2n ** 63n,
  -(2n ** 63n),
  2n ** 64n - 1n,
  2n ** 100n,
];

const unary = 'floor ceil round trunc abs sign fround sqrt clz32 cbrt'.split(' ').map((name) => `Math.${name}`);
const dateFields = 'UTCFullYear UTCMonth UTCDate UTCDay UTCHours'.split(' ').map((name) => `Date.prototype.get${name}`);
const throughColumns = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32'].map((type) => `column ${type}`);

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

export function randomFunction(choices: Choices): RowFunction {
  return choices.oneIn(4) ? new Generator(choices, windowColumns).overWindow() : new Generator(choices, columns).rows();
}

class Generator {
  readonly #choices: Choices;
  readonly #input: readonly Column[];
  readonly #variables: Variable[];
  /** The variables that can be read here. */
  #known: Variable[];
  #line = 1;

  constructor(choices: Choices, input: readonly Column[]) {
    this.#choices = choices;
    this.#input = input;
    this.#variables = input.map((one, id) => ({
      id,
      name: one.name,
      column: id,
      stored: columnValueType(one),
      reassigned: false,
    }));
    this.#known = [...this.#variables];
  }

  rows(): RowFunction {
    const output = this.#choices.pick(outputs);
    const body = this.#statements(this.#choices.below(5), 2);
    return this.#function(output, [...body, this.#return(output)]);
  }

  /** A loop over a window with a number that each step changes, as reductions know it. */
  overWindow(): RowFunction {
    const window = this.#choices.pick(this.#variables);
    const begin = convert(literal(this.#choices.oneIn(3) ? this.#choices.pick(numbers) : 0), doubleType);
    const total = this.#declare('total', begin, doubleType, true);
    const element = this.#variable('element', elementType(window.stored), false);
    this.#known = [element];
    const term = this.#choices.oneIn(4)
      ? literal(1)
      : arithmetic(
          this.#choices.pick(['*', '*', '+', '-']),
          this.#choices.oneIn(4) ? this.#number(1) : this.#read(element),
          literal(this.#choices.pick(this.#choices.oneIn(2) ? windowFactors : numbers)),
        );
    const assign = this.#carry(total.variable, term);
    const step: Statement = this.#choices.oneIn(3)
      ? { kind: 'if', test: this.#boolean(1), whenTrue: assign, whenFalse: [], line: this.#line++ }
      : { kind: 'block', body: assign, line: this.#line++ };
    const { id: variable } = element;
    const source = this.#read(window);
    const loop: Statement = { kind: 'for-of', variable, source, body: [step], line: this.#line++ };
    const value = this.#read(total.variable);
    const result = this.#choices.oneIn(3) ? bitwise('|', value, literal(0)) : value;
    const returned: Statement = { kind: 'return', values: [result], line: this.#line++ };
    const made = this.#function([column('number', 'float64', true)], [total.statement, loop, returned]);
    return { ...made, window: { rows: windowRows, partitionBy: [], minPeriods: 0, reorder: false } };
  }

  /** Changes a variable by a value of the element: adds it, keeps the least or the greatest, or leaves the loop. */
  #carry(total: Variable, term: Expression): readonly Statement[] {
    const choices = this.#choices;
    const value = this.#read(total);
    switch (choices.below(6)) {
      case 3: {
        const test = compare(choices.pick(['<', '<=', '>', '>=']), convert(term, doubleType), value);
        return [{ kind: 'if', test, whenTrue: [this.#assign(total, term)], whenFalse: [], line: this.#line++ }];
      }
      case 4:
        return [this.#assign(total, call(choices.pick(['Math.min', 'Math.max']), value, term))];
      case 5: {
        const exit: Statement = { kind: 'break', line: this.#line++ };
        const whenTrue = [this.#assign(total, literal(choices.pick(numbers))), exit];
        return [{ kind: 'if', test: this.#boolean(1), whenTrue, whenFalse: [], line: this.#line++ }];
      }
      default: {
        const chosen = choices.oneIn(3) ? this.#either(this.#boolean(1), term, literal(0)) : term;
        return [this.#assign(total, arithmetic(choices.pick(['+', '+', '-']), value, chosen))];
      }
    }
  }

  #function(output: readonly Column[], body: readonly Statement[]): RowFunction {
    const name = 'random';
    const none = { captures: [], imports: [], functions: [], stages: [] };
    const variables = this.#variables;
    return { ...none, name, source: 'random.ts', input: this.#input, output, emits: 'one', variables, body };
  }

  #return(output: readonly Column[]): Statement {
    const values = output.map(({ type }) => {
      if (type === 'utf8') return this.#text(3);
      if (type === 'int32' && this.#choices.oneIn(3)) return this.#decimal();
      if (type === 'bool') return this.#boolean(3);
      const hash = this.#known.find(({ name }) => name === 'hash');
      if (type === 'float64' && hash) return this.#read(hash);
      return type === 'int64' ? this.#bigint(2) : this.#number(4);
    });
    return { kind: 'return', values, line: this.#line++ };
  }

  #statements(count: number, depth: number): readonly Statement[] {
    return Array.from({ length: count }, () => this.#statement(depth)).flat();
  }

  /** Statements whose variables are forgotten at their end. */
  #block(count: number, depth: number): readonly Statement[] {
    const known = this.#known;
    this.#known = [...known];
    const made = this.#statements(count, depth);
    this.#known = known;
    return made;
  }

  #statement(depth: number): readonly Statement[] {
    const { below, oneIn } = {
      below: (n: number) => this.#choices.below(n),
      oneIn: (n: number) => this.#choices.oneIn(n),
    };
    const isNested = depth > 0;
    switch (below(isNested ? 11 : 4)) {
      case 0:
        return [this.#declare('number', this.#number(3)).statement];
      case 1: {
        const type = oneIn(3) ? orNull(doubleType) : doubleType;
        return [this.#declare('variable', convert(this.#number(2), type), type, true).statement];
      }
      case 2:
        return [this.#declare('text', onePiece(this.#text(2))).statement];
      case 3:
        return this.#reassignment();
      case 7:
      case 8:
        return this.#narrowed();
      case 9:
      case 10:
        return this.#walk();
      case 4: {
        const test = this.#boolean(2);
        const whenTrue = this.#block(1 + below(2), depth - 1);
        const whenFalse = this.#block(below(2), depth - 1);
        return [{ kind: 'if', test, whenTrue, whenFalse, line: this.#line++ }];
      }
      default:
        return this.#loop(depth - 1);
    }
  }

  /** A test of an integer, and variables that hold it where the test holds and where it fails. */
  #narrowed(): readonly Statement[] {
    const choices = this.#choices;
    const { variable, statement } = this.#declare('integer', this.#bounded());
    const compared = () => {
      const [a, b] = [this.#read(variable), choices.oneIn(4) ? this.#bounded() : literal(choices.pick(ends))];
      const [left, right] = choices.oneIn(3) ? [b, a] : [a, b];
      const made = compare(choices.pick(['<', '<=', '>', '>=']), left, right);
      return choices.oneIn(3) ? not(made) : made;
    };
    const first = compared();
    const both = choices.oneIn(2) ? first : (logical(choices.pick(['&&', '||']), first, compared()) ?? first);
    const test = choices.oneIn(4) ? not(both) : both;
    const known = this.#known;
    const held = () => {
      this.#known = [...known];
      const value = choices.oneIn(2) ? this.#read(variable) : arithmetic('-', this.#read(variable), literal(1));
      return [this.#declare('held', value).statement];
    };
    const [whenTrue, whenFalse] = [held(), held()];
    this.#known = known;
    return [statement, { kind: 'if', test, whenTrue, whenFalse, line: this.#line++ }];
  }

  #reassignment(): readonly Statement[] {
    const targets = this.#known.filter(
      ({ reassigned, name, stored }) => reassigned && name !== 'counter' && stored.core.kind === 'number',
    );
    if (targets.length === 0) return [];
    const target = this.#choices.pick(targets);
    const value =
      mayBeAbsent(target.stored) && this.#choices.oneIn(4)
        ? literal(null)
        : this.#choices.oneIn(3)
          ? arithmetic(this.#choices.pick(['+', '-', '*']), toNumber(this.#read(target)), this.#number(1))
          : this.#number(2);
    return [this.#assign(target, value)];
  }

  /** A loop with a counter, up or down, with a bound that may depend on the row. */
  #loop(depth: number): readonly Statement[] {
    const down = this.#choices.oneIn(3);
    const end = this.#choices.oneIn(2) ? literal(this.#choices.pick([3, 5, 8])) : this.#number(1);
    const [from, to] = down
      ? [end, literal(this.#choices.pick([0, -3, 2]))]
      : [literal(this.#choices.pick([0, 1, -2])), end];
    const known = this.#known;
    this.#known = [...known];
    const counter = this.#declare('counter', convert(from, doubleType), doubleType, true);
    const value = this.#read(counter.variable);
    const step = literal(this.#choices.pick([1, 1, 2, 3]));
    const body = [...this.#statements(1 + this.#choices.below(2), depth)];
    if (this.#choices.oneIn(3)) {
      const exit: Statement = { kind: this.#choices.pick(['break', 'continue']), line: this.#line++ };
      body.push({ kind: 'if', test: this.#boolean(1), whenTrue: [exit], whenFalse: [], line: this.#line++ });
      body.push(...this.#reassignment());
    }
    const test = compare(this.#choices.pick(down ? ['>', '>='] : ['<', '<=']), value, to);
    const update = [this.#assign(counter.variable, arithmetic(down ? '-' : '+', value, step))];
    const bodyFirst = this.#choices.oneIn(5);
    this.#known = known;
    const loop: Statement = { kind: 'loop', test, bodyFirst, body, update, counted: false, line: this.#line++ };
    return [counter.statement, loop];
  }

  /** A loop over the units of a text, up or down, that hashes them. Its ends are those of the text, or just past them. */
  #walk(): readonly Statement[] {
    const choices = this.#choices;
    const source = choices.oneIn(2) ? onePiece(this.#text(1)) : literal(choices.pick(texts));
    const text = this.#declare('walked', source, source.type, true);
    const length = () => stringCall('length', this.#read(text.variable));
    const near = (e: Expression) => arithmetic('+', e, literal(choices.pick([0, 0, 0, -1, 1, -2])));
    const down = choices.oneIn(3);
    const hash = this.#declare(
      'hash',
      convert(literal(choices.pick([0, 1, 5381, 0x811c9dc5])), doubleType),
      doubleType,
      true,
    );
    const known = this.#known;
    const begin = down ? near(length()) : literal(choices.pick([0, 0, 1, -1]));
    const place = this.#declare('place', convert(begin, doubleType), doubleType, true);
    const index = () => this.#read(place.variable);
    const end = down ? literal(choices.pick([0, 0, 1, -1])) : near(length());
    const operator = choices.pick(down ? (['>=', '>=', '>'] as const) : (['<', '<', '<='] as const));
    const test = choices.oneIn(3) ? compare(mirrored[operator], end, index()) : compare(operator, index(), end);
    const at = choices.oneIn(4) ? arithmetic('-', near(length()), index()) : near(index());
    const unit = stringCall('charCodeAt', this.#read(text.variable), at);
    const isInside = compare('<', near(index()), near(length()));
    const code = choices.oneIn(3) ? this.#either(isInside, unit, literal(7)) : unit;
    const body: Statement[] = [this.#assign(hash.variable, this.#hashed(this.#read(hash.variable), code))];
    if (choices.oneIn(4)) body.unshift(this.#assign(text.variable, literal(choices.pick(texts))));
    if (choices.oneIn(4)) {
      const whenFalse = [this.#assign(place.variable, literal(1)), ...(choices.oneIn(2) ? [this.#break()] : [])];
      body.push({ kind: 'if', test: isInside, whenTrue: [], whenFalse, line: this.#line++ });
    }
    const step = literal(choices.pick([1, 1, 2]));
    const update = [this.#assign(place.variable, arithmetic(down ? '-' : '+', index(), step))];
    this.#known = known;
    const bodyFirst = choices.oneIn(6);
    const loop: Statement = { kind: 'loop', test, bodyFirst, body, update, counted: false, line: this.#line++ };
    return [text.statement, hash.statement, place.statement, loop];
  }

  #break(): Statement {
    return { kind: 'break', line: this.#line++ };
  }

  /** The next state of a hash, of 32 bits or more. */
  #hashed(hash: Expression, code: Expression): Expression {
    const choices = this.#choices;
    const multiplied = choices.pick([
      () => call('Math.imul', hash, literal(choices.pick([31, 0x01000193]))),
      () => arithmetic('*', hash, literal(choices.pick([31, 33, 2 ** 21, 2 ** 22]))),
      () => arithmetic('+', hash, bitwise('<<', hash, literal(choices.pick([5, 10])))),
      () => bitwise('^', hash, bitwise(choices.pick(['>>>', '>>']), hash, literal(choices.pick([0, 6, 17])))),
    ])();
    const mixed = choices.oneIn(2) ? bitwise('^', multiplied, code) : arithmetic('+', multiplied, code);
    if (choices.oneIn(4)) return mixed;
    return bitwise(choices.pick(['>>>', '|']), mixed, literal(0));
  }

  #variable(name: string, stored: Type, reassigned: boolean): Variable {
    const made = { id: this.#variables.length, name, column: undefined, stored, reassigned };
    this.#variables.push(made);
    return made;
  }

  #declare(name: string, value: Expression, stored = value.type, reassigned = false) {
    const variable = this.#variable(name, stored, reassigned);
    this.#known.push(variable);
    const statement: Statement = { kind: 'declare', variable: variable.id, value, line: this.#line++ };
    return { variable, statement };
  }

  #assign({ id, stored }: Variable, value: Expression): Statement {
    return { kind: 'assign', variable: id, value: convert(value, stored), line: this.#line++ };
  }

  #read({ id, stored }: { readonly id: VariableId; readonly stored: Type }, type = stored): Expression {
    return read(id, type);
  }

  /** Returns a variable of a kind, present or not. Undefined if there is none. */
  #variableOf(kind: Type['core']['kind'], absent: boolean): Variable | undefined {
    const found = this.#known.filter(({ stored }) => stored.core.kind === kind && mayBeAbsent(stored) === absent);
    return found.length > 0 ? this.#choices.pick(found) : undefined;
  }

  #leaf(kind: 'number' | 'string' | 'bigint' | 'boolean', constants: readonly (number | string | bigint | boolean)[]) {
    const variable = this.#choices.oneIn(3) ? undefined : this.#variableOf(kind, false);
    return variable ? this.#read(variable) : literal(this.#choices.pick(constants));
  }

  /** Builds `a ?? b`, `a === null ? b : a`, or another choice. The branches are of one kind. */
  #chosen(kind: 'number' | 'string' | 'bigint' | 'boolean', other: () => Expression): Expression {
    const variable = this.#variableOf(kind, true);
    if (!variable || this.#choices.oneIn(3)) return this.#either(this.#boolean(1), other(), other());
    const value = this.#read(variable);
    if (this.#choices.below(3) > 0) return coalesce(value, other()) ?? value;
    const present = this.#read(variable, presentType(variable.stored));
    return this.#either(equal(value, literal(null)), other(), present);
  }

  #either(test: Expression, whenTrue: Expression, whenFalse: Expression): Expression {
    if (test.kind === 'literal') return test.value ? whenTrue : whenFalse;
    return conditional(test, whenTrue, whenFalse) ?? whenTrue;
  }

  /** An integer in a small range of its own, whose ends are frequent values. */
  #bounded(): Expression {
    const integers = this.#known.filter(({ stored }) => sameType(stored, intType));
    if (integers.length === 0) return this.#leaf('number', numbers);
    const [a, b] = [this.#choices.pick(ends), this.#choices.pick(ends)];
    const least = call('Math.min', this.#read(this.#choices.pick(integers)), literal(Math.max(a, b)));
    return call('Math.max', least, literal(Math.min(a, b)));
  }

  /** An operand of a quotient or remainder: mostly an integer of 32 bits or a small range. */
  #integer(depth: number): Expression {
    const choices = this.#choices;
    if (choices.oneIn(4)) return this.#number(depth);
    if (choices.oneIn(3)) return literal(choices.pick(ends));
    const own = choices.pick(['i32', 'i32', 'u8', 'i8', 'u32', 'day']);
    const column = this.#known.find(({ name }) => name === own);
    if (!column || choices.oneIn(3)) return this.#bounded();
    return choices.oneIn(3) ? arithmetic('+', this.#read(column), literal(1)) : this.#read(column);
  }

  /** A number in text as columns of integers read it: `Math.round(Number(text) * 100)`. */
  #decimal(): Expression {
    const number = toNumber(onePiece(this.#text(0)));
    if (this.#choices.oneIn(2)) return number;
    const scale = literal(this.#choices.pick([1, 10, 100, 1e7, 1e8, 0.1]));
    const product = this.#choices.oneIn(2) ? arithmetic('*', scale, number) : arithmetic('*', number, scale);
    return call('Math.round', this.#choices.oneIn(4) ? number : product);
  }

  #number(depth: number): Expression {
    if (depth <= 0) return this.#choices.oneIn(3) ? this.#bounded() : this.#leaf('number', numbers);
    const [number, integer] = [() => this.#number(depth - 1), () => this.#integer(depth - 1)];
    const choices = this.#choices;
    switch (choices.below(this.#variableOf('string', false) ? 20 : 14)) {
      case 0:
        return this.#bounded();
      case 1:
      case 2:
        return arithmetic(choices.pick(['+', '-', '*']), number(), number());
      case 3:
        return arithmetic(choices.pick(['/', '%', '%']), integer(), integer());
      case 4:
        return bitwise(choices.pick(['&', '|', '^', '<<', '>>', '>>>']), number(), number());
      case 5: {
        const cut = choices.oneIn(2) ? this.#hash(2) : arithmetic(choices.pick(['/', '%']), integer(), integer());
        return bitwise(choices.pick(['|', '|', '>>>']), cut, literal(0));
      }
      case 6:
        return call(choices.pick(['Math.floor', 'Math.trunc']), arithmetic('/', integer(), integer()));
      case 7:
        return call(choices.pick(unary), choices.oneIn(2) ? integer() : number());
      case 8:
        return call(
          choices.pick(['Math.max', 'Math.min']),
          number(),
          number(),
          ...(choices.oneIn(3) ? [number()] : []),
        );
      case 9:
        return choices.pick([
          () => call('Math.imul', number(), number()),
          () => call('Math.pow', number(), literal(2)),
          () => negate(number()),
          () => toNumber(this.#boolean(depth - 1)),
          () => toNumber(this.#variableNumber()),
          () => call(choices.pick(throughColumns), number()),
          () => call(choices.pick(dateFields), number()),
        ])();
      case 10:
      case 11:
        return this.#chosen('number', number);
      case 12:
        return this.#lookup(depth - 1);
      case 13: {
        const day = this.#known.find(({ name }) => name === 'day');
        const wide = this.#known.find(({ name }) => name === 'i64');
        if (wide && choices.oneIn(2)) return toNumber(this.#bigint(depth - 1));
        return day ? arithmetic('/', this.#read(day), literal(86_400_000)) : number();
      }
      default:
        return this.#measure(depth - 1);
    }
  }

  /** Sums and products of integers that may leave 2^53, as hashes have them before they are cut to 32 bits. */
  #hash(depth: number): Expression {
    const choices = this.#choices;
    if (depth <= 0 || choices.oneIn(3)) {
      if (choices.oneIn(2)) return literal(choices.pick(factors));
      const integers = this.#known.filter(({ stored }) => sameType(stored, intType));
      const integer = integers.length > 0 ? this.#read(choices.pick(integers)) : literal(3);
      // At most 2^53 + 1, which doubles round to 2^53.
      if (choices.oneIn(3)) return arithmetic('+', literal(2 ** 53 - 1), bitwise('&', integer, literal(2)));
      if (choices.oneIn(4)) return bitwise('>>>', integer, literal(choices.pick([0, 32, 1])));
      return choices.oneIn(2) ? bitwise('&', integer, literal(choices.pick([1, 2, 255]))) : integer;
    }
    const made = arithmetic(choices.pick(['*', '+', '-']), this.#hash(depth - 1), this.#hash(depth - 1));
    return choices.oneIn(8) ? negate(made) : made;
  }

  #variableNumber(): Expression {
    const kind = this.#choices.pick(['number', 'boolean', 'string'] as const);
    const variable = this.#variableOf(kind, true) ?? this.#variableOf('number', false);
    return variable ? this.#read(variable) : literal(1);
  }

  /** A number that a text gives: a length, a place, or a code. */
  #measure(depth: number): Expression {
    const text = this.#text(depth);
    const { pick: one } = { pick: <T>(values: readonly T[]) => this.#choices.pick(values) };
    return one([
      () => stringCall('length', text),
      () => stringCall(one(['indexOf', 'lastIndexOf']), text, literal(one(texts))),
      () => stringCall('charCodeAt', text, literal(one([0, 1]))),
      () => coalesce(stringCall('codePointAt', text, literal(one([0, 1]))), this.#number(depth)) ?? literal(0),
      () => call(one(['parseFloat', 'parseInt']), text),
      () => toNumber(text),
    ])();
  }

  /** A place in a list of constants, or a constant at a place. */
  #lookup(depth: number): Expression {
    const choices = this.#choices;
    const count = 1 + choices.below(5);
    const keys = texts.slice(choices.below(3)).slice(0, count);
    const isText = this.#variableOf('string', false) && choices.oneIn(2);
    const place = isText
      ? find(this.#text(depth), keys)
      : choices.oneIn(2)
        ? find(this.#number(depth), [...new Set(numbers.slice(choices.below(8), 8 + count))])
        : choices.pick([listIndex, listAt])(this.#number(depth), count);
    const values = Array.from({ length: count }, () => choices.pick(numbers));
    switch (choices.below(6)) {
      case 0:
      case 1:
        return place;
      case 2:
        return nestedIndex(place, listAt(this.#number(depth), count), count);
      case 3: {
        const total = choices.pick([presentIndex, ownIndex])(place, count);
        return total.kind === 'call' && total.intrinsic === 'present index'
          ? (pick(total, values, true) ?? total)
          : total;
      }
      default: {
        const picked = pick(place, values) ?? literal(0);
        return toNumber(coalesce(picked, this.#number(depth)) ?? picked);
      }
    }
  }

  #bigint(depth: number): Expression {
    if (depth <= 0) return this.#leaf('bigint', bigints);
    const bigint = () => this.#bigint(depth - 1);
    const choices = this.#choices;
    switch (choices.below(7)) {
      case 0:
        return this.#leaf('bigint', bigints);
      case 1:
      case 2:
        return arithmetic(choices.pick(['+', '-', '*', '/', '%']), bigint(), bigint());
      case 3:
        return bitwise(choices.pick(['&', '|', '^', '<<', '>>']), bigint(), bigint());
      case 4:
        return call(choices.pick(['BigInt.asIntN', 'BigInt.asUintN']), literal(choices.pick([8, 0, 32, 64])), bigint());
      case 5:
        return toBigInt(this.#choices.oneIn(2) ? this.#number(depth - 1) : this.#boolean(depth - 1));
      default:
        return this.#chosen('bigint', bigint);
    }
  }

  #boolean(depth: number): Expression {
    if (depth <= 0) return this.#leaf('boolean', [true, false]);
    const [number, boolean] = [() => this.#number(depth - 1), () => this.#boolean(depth - 1)];
    const choices = this.#choices;
    const hasText = this.#variableOf('string', false) !== undefined;
    switch (choices.below(hasText ? 11 : 7)) {
      case 0:
      case 1:
        return compare(choices.pick(['<', '<=', '>', '>=']), number(), number());
      case 2: {
        const variable = choices.oneIn(4) ? this.#variableOf('number', false) : undefined;
        return variable ? equal(this.#read(variable), this.#read(variable)) : equal(number(), number());
      }
      case 3:
        return truthy(number());
      case 4:
        return not(boolean());
      case 5:
      case 6: {
        const left = truthy(boolean());
        return logical(choices.pick(['&&', '||']), left, truthy(boolean())) ?? left;
      }
      case 7:
        return member(number(), numbers.slice(choices.below(9), 12));
      case 8:
        return stringCall(choices.pick(['includes', 'startsWith', 'endsWith']), this.#text(depth - 1), literal('a'));
      case 9:
        return compare('<', onePiece(this.#text(depth - 1)), onePiece(this.#text(depth - 1)));
      default:
        return truthy(this.#chosen('boolean', boolean));
    }
  }

  #text(depth: number): Expression {
    if (depth <= 0) return this.#leaf('string', texts);
    const [number, text] = [() => this.#number(depth - 1), () => this.#text(depth - 1)];
    const choices = this.#choices;
    const place = () => (choices.oneIn(3) ? number() : literal(choices.pick([0, 1, 2, -1])));
    switch (choices.below(9)) {
      case 0:
        return this.#leaf('string', texts);
      case 1:
      case 2:
        return concat([text(), text()]);
      case 3:
        return toText(choices.pick([number, () => this.#boolean(depth - 1), () => this.#variableNumber()])());
      case 4:
        return this.#chosen('string', text);
      case 5:
        return stringCall(choices.pick(['slice', 'substring']), text(), place(), place());
      case 6:
        return stringCall(choices.pick(['toUpperCase', 'toLowerCase', 'trim', 'charAt', 'toWellFormed']), text());
      case 7:
        return replace(choices.pick(['first', 'all']), text(), literal(choices.pick(texts)), text(), false);
      default:
        return choices.pick([
          () => stringCall('padStart', text(), literal(choices.pick([0, 5, 9])), onePiece(text())),
          () => stringCall('repeat', text(), literal(choices.pick([0, 1, 3]))),
          () => call('Number.prototype.toFixed', number(), literal(choices.pick([0, 2]))),
          () => call('Number.prototype.toString', number(), literal(choices.pick([2, 16, 36]))),
        ])();
    }
  }
}
