import type { Scope } from './program-scope.js';
import type { Choices } from './random-choices.js';
import type { Kind } from './random-constants.js';
import type { Lists } from './random-lists.js';
import type { Matches } from './random-matches.js';
import type { RandomValues } from './random-values.js';

/** Comparators. The latter are no orders: they show in which order they are called. */
const orders = {
  string: [
    '(a, b) => a.length - b.length',
    '(a, b) => (a > b ? 1 : -1)',
    '(a, b) => Number(a > b)',
    '(a, b) => ((a.length * 7 + b.length * 3) % 5) - 2',
  ],
  number: ['(a, b) => b - a', '(a, b) => (a > b ? 1 : -1)', '(a, b) => Number(a > b)', '(a, b) => ((a ^ b) & 3) - 1'],
} as const;

/** Arrays of strings and numbers, and operations on them. */
export class Arrays {
  readonly #choices: Choices;
  readonly #scope: Scope;
  readonly #expressions: RandomValues & { readonly lists: Lists; readonly matches: Matches };

  constructor(
    choices: Choices,
    scope: Scope,
    expressions: RandomValues & { readonly lists: Lists; readonly matches: Matches },
  ) {
    this.#choices = choices;
    this.#scope = scope;
    this.#expressions = expressions;
  }

  string(depth: number): string {
    const local = this.#choices.below(2) === 0 ? this.#expressions.lists.string(depth) : undefined;
    if (local !== undefined) return local;
    const s = () => this.#expressions.value('string', depth);
    const n = () => this.#expressions.value('number', depth);
    return this.#choices.pick([
      () => `${this.strings(depth)}.join(${s()}).slice(0, 99)`,
      () => `${this.numbers(depth)}.join(${s()}).slice(0, 99)`,
      () => `(${this.strings(depth)}.at(${n()}) ?? ${s()})`,
      () => `(${this.strings(depth)}[${n()}] ?? ${s()})`,
      () => `gathered(${s()}, ...${this.strings(depth)})`,
      () => `${this.strings(depth)}.map(([first = ${s()}, second]) => \`\${first}\${second}\`).join('').slice(0, 99)`,
      () => `String.fromCharCode(...${this.numbers(depth)}.slice(0, 20))`,
      () => `(${this.strings(depth)}.find(${this.#function(['string'], 'boolean', depth)}) ?? ${s()})`,
      () =>
        `${this.strings(depth)}.reduce(${this.#function(['string', 'string'], 'string', depth)}, ${s()}).slice(0, 99)`,
      () =>
        `${s()}.${this.#choices.pick([`replace(${s()}`, "replaceAll('a'", "replaceAll(' '"])}, ${this.#function(['string'], 'string', depth)}).slice(0, 99)`,
    ])();
  }

  number(depth: number): string {
    const local = this.#choices.below(2) === 0 ? this.#expressions.lists.number(depth) : undefined;
    if (local !== undefined) return local;
    const n = () => this.#expressions.value('number', depth);
    return this.#choices.pick([
      () => `${this.strings(depth)}.length`,
      () => `Math.${this.#choices.pick(['max', 'min'])}(...${this.numbers(depth)})`,
      () => `Math.${this.#choices.pick(['max', 'min'])}(${n()}, ...${this.numbers(depth)}, ${n()})`,
      () => `${this.numbers(depth)}.length`,
      () =>
        `${this.strings(depth)}.${this.#choices.pick(['indexOf', 'lastIndexOf'])}(${this.#expressions.value('string', depth)})`,
      () => `${this.numbers(depth)}.${this.#choices.pick(['indexOf', 'lastIndexOf'])}(${n()})`,
      () => `${this.strings(depth)}.findIndex(${this.#function(['string', 'number'], 'boolean', depth)})`,
      () => `(${this.numbers(depth)}.at(${n()}) ?? ${n()})`,
      () => `(${this.numbers(depth)}[${n()}] ?? ${n()})`,
      () => `${this.numbers(depth)}.reduce(${this.#function(['number', 'number'], 'number', depth)}, ${n()})`,
      () => `${this.strings(depth)}.reduce(${this.#function(['number', 'string'], 'number', depth)}, ${n()})`,
    ])();
  }

  boolean(depth: number): string {
    const local = this.#choices.below(2) === 0 ? this.#expressions.lists.boolean(depth) : undefined;
    if (local !== undefined) return local;
    return this.#choices.pick([
      () => `${this.strings(depth)}.includes(${this.#expressions.value('string', depth)})`,
      () => `${this.numbers(depth)}.includes(${this.#expressions.value('number', depth)})`,
      () =>
        `${this.strings(depth)}.${this.#choices.pick(['some', 'every'])}(${this.#function(['string'], 'boolean', depth)})`,
      () =>
        `${this.numbers(depth)}.${this.#choices.pick(['some', 'every'])}(${this.#function(['number'], 'boolean', depth)})`,
    ])();
  }

  /** An array of strings. */
  strings(depth: number): string {
    const s = () => this.#expressions.value('string', depth);
    const first = this.#choices.pick([
      () => `${s()}.split(${s()})`,
      () => `${s()}.split(${s()}, ${this.#expressions.value('number', depth)})`,
      () => `[...${s()}]`,
      () => `[...${s()}, ${s()}]`,
      () => `[${s()}, ...${s()}.split(${s()}), ...words]`,
      () => `Array.from(${s()})`,
      () => `[${s()}, ${s()}, ${s()}]`,
      () => 'words.slice()',
      () => this.#expressions.matches.strings(depth),
      () => `${this.numbers(depth - 1)}.map(${this.#function(['number'], 'string', depth)})`,
    ])();
    return first + this.#changes('string', depth);
  }

  /** An array of numbers. */
  numbers(depth: number): string {
    const n = () => this.#expressions.value('number', depth);
    const first =
      depth < 0
        ? 'numbers.slice()'
        : this.#choices.pick([
            () => `[${n()}, ${n()}, ${n()}]`,
            () => 'numbers.slice()',
            () => `${this.strings(depth - 1)}.map(${this.#function(['string', 'number'], 'number', depth)})`,
          ])();
    return first + this.#changes('number', depth);
  }

  /** Methods that return an array of the same kind. */
  #changes(kind: 'string' | 'number', depth: number): string {
    if (depth < 0 || this.#choices.below(2) === 0) return '';
    const n = () => this.#expressions.value('number', depth);
    const change = this.#choices.pick([
      () => `.map(${this.#function([kind, 'number'], kind, depth)})`,
      () => `.filter(${this.#function([kind], 'boolean', depth)})`,
      () => `.slice(${n()}, ${n()})`,
      () => `.slice(${n()})`,
      () => `.${this.#choices.pick(['reverse', 'toReversed'])}()`,
      () => (kind === 'string' ? `.${this.#choices.pick(['sort', 'toSorted'])}()` : '.sort((a, b) => a - b)'),
      () => `.${this.#choices.pick(['sort', 'toSorted'])}(${this.#choices.pick(orders[kind])})`,
      () => `.concat(${this.#expressions.value(kind, depth)})`,
    ])();
    return change + this.#changes(kind, depth - 1);
  }

  /** An arrow function of parameters of these kinds. */
  #function(parameters: readonly Kind[], result: Kind, depth: number): string {
    return this.#scope.scoped(() => {
      const names = parameters.map((kind) => {
        const name = this.#scope.newName();
        this.#scope.variables.push({ name, kind, nullable: false, assignable: false });
        return name;
      });
      return `(${names.join(', ')}) => ${this.#expressions.value(result, depth)}`;
    });
  }
}
