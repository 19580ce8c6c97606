import { bitwise } from '../../codegen/ir/bitwise.js';
import {
  arithmetic,
  coalesce,
  compare,
  concat,
  convert,
  equal,
  literal,
  logical,
  not,
  onePiece,
  stringCall,
  toNumber,
} from '../../codegen/ir/build.js';
import type { Expression } from '../../codegen/ir/expression.js';
import { call } from '../../codegen/ir/intrinsics/call.js';
import type { Statement } from '../../codegen/ir/statement.js';
import { doubleType, mayBeAbsent, orNull, stringType } from '../../codegen/ir/type.js';
import type { GeneratorScope } from './generator-scope.js';
import { either } from './random-alternatives.js';
import { RandomDivisions } from './random-divisions.js';
import { ends } from './random-numbers.js';
import { texts } from './random-rows.js';
import type { RandomValues } from './random-values.js';

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** Builds random statements that declare and change variables. */
export class RandomStatements {
  readonly #scope: GeneratorScope;
  readonly #values: RandomValues;

  constructor(scope: GeneratorScope, values: RandomValues) {
    this.#scope = scope;
    this.#values = values;
  }

  statements(count: number, depth: number): readonly Statement[] {
    return Array.from({ length: count }, () => this.#statement(depth)).flat();
  }

  /** Statements whose variables are forgotten at their end. */
  #block(count: number, depth: number): readonly Statement[] {
    const known = this.#scope.known;
    this.#scope.known = [...known];
    const made = this.statements(count, depth);
    this.#scope.known = known;
    return made;
  }

  #statement(depth: number): readonly Statement[] {
    const { below, oneIn } = {
      below: (n: number) => this.#scope.choices.below(n),
      oneIn: (n: number) => this.#scope.choices.oneIn(n),
    };
    const isNested = depth > 0;
    switch (below(isNested ? 16 : 4)) {
      case 0:
        return [this.#scope.declare('number', this.#values.number(3)).statement];
      case 1: {
        const type = oneIn(3) ? orNull(doubleType) : doubleType;
        return [this.#scope.declare('variable', convert(this.#values.number(2), type), type, true).statement];
      }
      case 2:
        return [this.#scope.declare('text', onePiece(this.#values.text(2))).statement];
      case 3:
        return this.#reassignment();
      case 7:
      case 8:
        return this.#narrowed();
      case 9:
      case 10:
        return this.#walk();
      case 11:
      case 12:
      case 13:
        return new RandomDivisions(this.#scope, this.#values, (count, inner) => this.statements(count, inner)).division(
          depth - 1,
        );
      case 14:
      case 15:
        return this.#built(depth - 1);
      case 4: {
        const test = this.#values.boolean(2);
        const whenTrue = this.#block(1 + below(2), depth - 1);
        const whenFalse = this.#block(below(2), depth - 1);
        return [{ kind: 'if', test, whenTrue, whenFalse, line: this.#scope.nextLine() }];
      }
      default:
        return this.#loop(depth - 1);
    }
  }

  /** A test of an integer, and variables that hold it where the test holds and where it fails. */
  #narrowed(): readonly Statement[] {
    const choices = this.#scope.choices;
    const { variable, statement } = this.#scope.declare('integer', this.#values.bounded());
    const compared = () => {
      const [a, b] = [
        this.#scope.read(variable),
        choices.oneIn(4) ? this.#values.bounded() : literal(choices.pick(ends)),
      ];
      const [left, right] = choices.oneIn(3) ? [b, a] : [a, b];
      const made = compare(choices.pick(['<', '<=', '>', '>=']), left, right);
      return choices.oneIn(3) ? not(made) : made;
    };
    const first = compared();
    const both = choices.oneIn(2) ? first : (logical(choices.pick(['&&', '||']), first, compared()) ?? first);
    const test = choices.oneIn(4) ? not(both) : both;
    const known = this.#scope.known;
    const held = () => {
      this.#scope.known = [...known];
      const value = choices.oneIn(2)
        ? this.#scope.read(variable)
        : arithmetic('-', this.#scope.read(variable), literal(1));
      return [this.#scope.declare('held', value).statement];
    };
    const [whenTrue, whenFalse] = [held(), held()];
    this.#scope.known = known;
    return [statement, { kind: 'if', test, whenTrue, whenFalse, line: this.#scope.nextLine() }];
  }

  #reassignment(): readonly Statement[] {
    const targets = this.#scope.known.filter(
      ({ reassigned, name, stored }) => reassigned && name !== 'counter' && stored.core.kind === 'number',
    );
    if (targets.length === 0) return [];
    const target = this.#scope.choices.pick(targets);
    const value =
      mayBeAbsent(target.stored) && this.#scope.choices.oneIn(4)
        ? literal(null)
        : this.#scope.choices.oneIn(3)
          ? arithmetic(
              this.#scope.choices.pick(['+', '-', '*']),
              toNumber(this.#scope.read(target)),
              this.#values.number(1),
            )
          : this.#values.number(2);
    return [this.#scope.assign(target, value)];
  }

  /** A loop with a counter, up or down, with a bound that may depend on the row. */
  #loop(depth: number): readonly Statement[] {
    const down = this.#scope.choices.oneIn(3);
    const end = this.#scope.choices.oneIn(2) ? literal(this.#scope.choices.pick([3, 5, 8])) : this.#values.number(1);
    const [from, to] = down
      ? [end, literal(this.#scope.choices.pick([0, -3, 2]))]
      : [literal(this.#scope.choices.pick([0, 1, -2])), end];
    const known = this.#scope.known;
    this.#scope.known = [...known];
    const counter = this.#scope.declare('counter', convert(from, doubleType), doubleType, true);
    const value = this.#scope.read(counter.variable);
    const step = literal(this.#scope.choices.pick([1, 1, 2, 3]));
    const body = [...this.statements(1 + this.#scope.choices.below(2), depth)];
    if (this.#scope.choices.oneIn(3)) {
      const exit: Statement = { kind: this.#scope.choices.pick(['break', 'continue']), line: this.#scope.nextLine() };
      body.push({
        kind: 'if',
        test: this.#values.boolean(1),
        whenTrue: [exit],
        whenFalse: [],
        line: this.#scope.nextLine(),
      });
      body.push(...this.#reassignment());
    }
    const test = compare(this.#scope.choices.pick(down ? ['>', '>='] : ['<', '<=']), value, to);
    const update = [this.#scope.assign(counter.variable, arithmetic(down ? '-' : '+', value, step))];
    const bodyFirst = this.#scope.choices.oneIn(5);
    this.#scope.known = known;
    return [counter.statement, this.#scope.loop({ test, bodyFirst, body, update, counted: false })];
  }

  /** A loop over the units of a text, up or down, that hashes them. Its ends are those of the text, or just past them. */
  #walk(): readonly Statement[] {
    const choices = this.#scope.choices;
    const source = choices.oneIn(2) ? onePiece(this.#values.text(1)) : literal(choices.pick(texts));
    const text = this.#scope.declare('walked', source, source.type, true);
    const length = () => stringCall('length', this.#scope.read(text.variable));
    const near = (e: Expression) => arithmetic('+', e, literal(choices.pick([0, 0, 0, -1, 1, -2])));
    const down = choices.oneIn(3);
    const hash = this.#scope.declare(
      'hash',
      convert(literal(choices.pick([0, 1, 5381, 0x811c9dc5])), doubleType),
      doubleType,
      true,
    );
    const known = this.#scope.known;
    const begin = down ? near(length()) : literal(choices.pick([0, 0, 1, -1]));
    const place = this.#scope.declare('place', convert(begin, doubleType), doubleType, true);
    const index = () => this.#scope.read(place.variable);
    const end = down ? literal(choices.pick([0, 0, 1, -1])) : near(length());
    const operator = choices.pick(down ? (['>=', '>=', '>'] as const) : (['<', '<', '<='] as const));
    const test = choices.oneIn(3) ? compare(mirrored[operator], end, index()) : compare(operator, index(), end);
    const at = choices.oneIn(4) ? arithmetic('-', near(length()), index()) : near(index());
    const walked = this.#scope.read(text.variable);
    const unit = choices.oneIn(3)
      ? this.#comparedUnits(walked, at, near(index()))
      : stringCall('charCodeAt', walked, at);
    const isInside = compare('<', near(index()), near(length()));
    const code = choices.oneIn(3) ? either(isInside, unit, literal(7)) : unit;
    const body: Statement[] = [this.#scope.assign(hash.variable, this.#hashed(this.#scope.read(hash.variable), code))];
    if (choices.oneIn(4)) body.unshift(this.#scope.assign(text.variable, literal(choices.pick(texts))));
    if (choices.oneIn(4)) {
      const whenFalse = [this.#scope.assign(place.variable, literal(1)), ...(choices.oneIn(2) ? [this.#break()] : [])];
      body.push({ kind: 'if', test: isInside, whenTrue: [], whenFalse, line: this.#scope.nextLine() });
    }
    const step = literal(choices.pick([1, 1, 2]));
    const update = [this.#scope.assign(place.variable, arithmetic(down ? '-' : '+', index(), step))];
    this.#scope.known = known;
    const bodyFirst = choices.oneIn(6);
    return [
      text.statement,
      hash.statement,
      place.statement,
      this.#scope.loop({ test, bodyFirst, body, update, counted: false }),
    ];
  }

  /** A text that a loop over characters or pieces builds at either end, and that is read meanwhile. */
  #built(depth: number): readonly Statement[] {
    const choices = this.#scope.choices;
    const begin = onePiece(choices.oneIn(2) ? literal('') : this.#values.text(0));
    const built = this.#scope.declare('built', begin, begin.type, true);
    const source = choices.oneIn(2) ? onePiece(this.#values.text(1)) : this.#values.texts(1);
    const known = this.#scope.known;
    const element = this.#scope.variable('part', stringType(), false);
    this.#scope.known = [...known, element];
    const own = () => this.#scope.read(built.variable);
    const part = choices.pick([
      () => this.#scope.read(element),
      () => this.#scope.read(element),
      () => this.#values.text(1),
      () => stringCall('toUpperCase', this.#scope.read(element)),
    ]);
    const grown = choices.pick([
      () => concat([own(), part()]),
      () => concat([own(), part(), literal(choices.pick(texts))]),
      () => concat([part(), own()]),
      () => concat([own(), own()]),
      () => part(),
    ])();
    const assign = this.#scope.assign(built.variable, onePiece(grown));
    const line = this.#scope.nextLine();
    const body: Statement[] = choices.oneIn(3)
      ? [{ kind: 'if', test: this.#values.boolean(1), whenTrue: [assign], whenFalse: [], line }]
      : [assign];
    if (choices.oneIn(3)) {
      const isLong = compare('>', stringCall('length', own()), literal(choices.pick([2, 5])));
      body.push({ kind: 'if', test: isLong, whenTrue: [this.#break()], whenFalse: [], line: this.#scope.nextLine() });
    }
    body.push(...this.#block(choices.below(2), depth));
    this.#scope.known = known;
    const loop: Statement = { kind: 'for-of', variable: element.id, source, body, line: this.#scope.nextLine() };
    return [built.statement, loop];
  }

  /** A number that tells if two units are the same, or if one is a letter. */
  #comparedUnits(text: Expression, at: Expression, other: Expression): Expression {
    const { choices } = this.#scope;
    const unit = stringCall(choices.pick(['unitAt', 'unitAt', 'charAt']), text, at);
    const right = choices.pick([
      literal('a'),
      literal('é'),
      stringCall('charAt', text, other),
      stringCall('unitAt', text, other),
    ]);
    const chosen = choices.oneIn(3) ? (coalesce(unit, literal('a')) ?? unit) : unit;
    return either(equal(chosen, right), literal(3), literal(5));
  }

  #break(): Statement {
    return { kind: 'break', line: this.#scope.nextLine() };
  }

  /** The next state of a hash, of 32 bits or more. */
  #hashed(hash: Expression, code: Expression): Expression {
    const choices = this.#scope.choices;
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
}
