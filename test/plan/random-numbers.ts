import { bitwise } from '../../codegen/ir/bitwise.js';
import { arithmetic, coalesce, literal, negate, onePiece, stringCall, toNumber } from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import { find, listAt, listIndex, nestedIndex, ownIndex, pick, presentIndex } from '../../codegen/ir/lookup.js';
import { intType, sameType } from '../../codegen/ir/type.js';
import type { GeneratorScope } from './generator-scope.js';
import { numbers, texts } from './random-rows.js';
import type { RandomValues } from './random-values.js';

/** The ends of small ranges: on both sides of 0, of a shift's count, and of powers of 2. */
export const ends: readonly number[] = [
  0,
  1,
  -1,
  2,
  -2,
  3,
  5,
  30,
  31,
  32,
  33,
  255,
  256,
  -256,
  -257,
  2 ** 31 - 1,
  -(2 ** 31),
];
const factors: readonly number[] = [31, 2 ** 22 - 1, 2 ** 23 + 1, 0x9e3779b1, 2 ** 31 - 1, 2 ** 53 - 1, -(2 ** 53 - 1)];
const unary = 'floor ceil round trunc abs sign fround sqrt clz32 cbrt'.split(' ').map((name) => `Math.${name}`);
const dateFields = 'UTCFullYear UTCMonth UTCDate UTCDay UTCHours'.split(' ').map((name) => `Date.prototype.get${name}`);
const throughColumns = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32'].map((type) => `column ${type}`);

/** Builds random numbers. */
export class RandomNumbers {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;

  constructor(scope: GeneratorScope, values: RandomValues) {
    this.#scope = scope;
    this.#values = values;
  }

  /** An integer in a small range of its own, whose ends are frequent values. */
  bounded(): Expression {
    const integers = this.#scope.known.filter(({ stored }) => sameType(stored, intType));
    if (integers.length === 0) return this.#scope.leaf('number', numbers);
    const [a, b] = [this.#scope.choices.pick(ends), this.#scope.choices.pick(ends)];
    const least = call('Math.min', this.#scope.read(this.#scope.choices.pick(integers)), literal(Math.max(a, b)));
    return call('Math.max', least, literal(Math.min(a, b)));
  }

  /** An operand of a quotient or remainder: mostly an integer of 32 bits or a small range. */
  integer(depth: number): Expression {
    const choices = this.#scope.choices;
    if (choices.oneIn(4)) return this.number(depth);
    if (choices.oneIn(3)) return literal(choices.pick(ends));
    const own = choices.pick(['i32', 'i32', 'u8', 'i8', 'u32', 'day']);
    const column = this.#scope.known.find(({ name }) => name === own);
    if (!column || choices.oneIn(3)) return this.bounded();
    return choices.oneIn(3) ? arithmetic('+', this.#scope.read(column), literal(1)) : this.#scope.read(column);
  }

  /** A number in text as columns of integers read it: `Math.round(Number(text) * 100)`. */
  decimal(): Expression {
    const number = toNumber(onePiece(this.#values.text(0)));
    if (this.#scope.choices.oneIn(2)) return number;
    const scale = literal(this.#scope.choices.pick([1, 10, 100, 1e7, 1e8, 0.1]));
    const product = this.#scope.choices.oneIn(2) ? arithmetic('*', scale, number) : arithmetic('*', number, scale);
    return call('Math.round', this.#scope.choices.oneIn(4) ? number : product);
  }

  number(depth: number): Expression {
    if (depth <= 0) return this.#scope.choices.oneIn(3) ? this.bounded() : this.#scope.leaf('number', numbers);
    const [number, integer] = [() => this.number(depth - 1), () => this.integer(depth - 1)];
    const choices = this.#scope.choices;
    switch (choices.below(this.#scope.variableOf('string', false) ? 20 : 14)) {
      case 0:
        return this.bounded();
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
        return call(choices.pick(['Math.floor', 'Math.trunc', 'Math.ceil']), arithmetic('/', integer(), integer()));
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
          () => toNumber(this.#values.boolean(depth - 1)),
          () => toNumber(this.convertible()),
          () => call(choices.pick(throughColumns), number()),
          () => call(choices.pick(dateFields), number()),
        ])();
      case 10:
      case 11:
        return this.#values.chosen('number', number);
      case 12:
        return this.#lookup(depth - 1);
      case 13: {
        const day = this.#scope.known.find(({ name }) => name === 'day');
        const wide = this.#scope.known.find(({ name }) => name === 'i64');
        if (wide && choices.oneIn(2)) return toNumber(this.#values.bigint(depth - 1));
        return day ? arithmetic('/', this.#scope.read(day), literal(86_400_000)) : number();
      }
      default:
        return this.#measure(depth - 1);
    }
  }

  /** Sums and products of integers that may leave 2^53, as hashes have them before they are cut to 32 bits. */
  #hash(depth: number): Expression {
    const choices = this.#scope.choices;
    if (depth <= 0 || choices.oneIn(3)) {
      if (choices.oneIn(2)) return literal(choices.pick(factors));
      const integers = this.#scope.known.filter(({ stored }) => sameType(stored, intType));
      const integer = integers.length > 0 ? this.#scope.read(choices.pick(integers)) : literal(3);
      // At most 2^53 + 1, which doubles round to 2^53.
      if (choices.oneIn(3)) return arithmetic('+', literal(2 ** 53 - 1), bitwise('&', integer, literal(2)));
      if (choices.oneIn(4)) return bitwise('>>>', integer, literal(choices.pick([0, 32, 1])));
      return choices.oneIn(2) ? bitwise('&', integer, literal(choices.pick([1, 2, 255]))) : integer;
    }
    const made = arithmetic(choices.pick(['*', '+', '-']), this.#hash(depth - 1), this.#hash(depth - 1));
    return choices.oneIn(8) ? negate(made) : made;
  }

  /** A variable that ToNumber converts, present or not. */
  convertible(): Expression {
    const kind = this.#scope.choices.pick(['number', 'boolean', 'string'] as const);
    const variable = this.#scope.variableOf(kind, true) ?? this.#scope.variableOf('number', false);
    return variable ? this.#scope.read(variable) : literal(1);
  }

  /** A number that a text gives: a length, a place, or a code. */
  #measure(depth: number): Expression {
    const text = this.#values.text(depth);
    const { pick: one } = { pick: <T>(values: readonly T[]) => this.#scope.choices.pick(values) };
    return one([
      () => stringCall('length', text),
      () => stringCall(one(['indexOf', 'lastIndexOf']), text, literal(one(texts))),
      () => stringCall('charCodeAt', text, literal(one([0, 1]))),
      () => coalesce(stringCall('codePointAt', text, literal(one([0, 1]))), this.number(depth)) ?? literal(0),
      () => call(one(['parseFloat', 'parseInt']), text),
      () => this.#values.counted(depth),
      () => toNumber(text),
    ])();
  }

  /** A place in a list of constants, or a constant at a place. */
  #lookup(depth: number): Expression {
    const choices = this.#scope.choices;
    const count = 1 + choices.below(5);
    const keys = texts.slice(choices.below(3)).slice(0, count);
    const isText = this.#scope.variableOf('string', false) && choices.oneIn(2);
    const place = isText
      ? find(this.#values.text(depth), keys)
      : choices.oneIn(2)
        ? find(this.number(depth), [...new Set(numbers.slice(choices.below(8), 8 + count))])
        : choices.pick([listIndex, listAt])(this.number(depth), count);
    const values = Array.from({ length: count }, () => choices.pick(numbers));
    switch (choices.below(6)) {
      case 0:
      case 1:
        return place;
      case 2:
        return nestedIndex(place, listAt(this.number(depth), count), count);
      case 3: {
        const total = choices.pick([presentIndex, ownIndex])(place, count);
        return total.kind === 'call' && total.intrinsic === 'present index'
          ? (pick(total, values, true) ?? total)
          : total;
      }
      default: {
        const picked = pick(place, values) ?? literal(0);
        return toNumber(coalesce(picked, this.number(depth)) ?? picked);
      }
    }
  }
}
