import type { Element, List, Scope } from './program-scope.js';
import type { Choices } from './random-choices.js';
import type { Kind } from './random-constants.js';
import type { RandomValues } from './random-values.js';

/** The types of elements, as declared. */
const types: Readonly<Record<Element, string>> = {
  string: 'string',
  number: 'number',
  bigint: 'bigint',
  record: '{ a: string; b: number }',
  wide: '{ a: bigint; b: string | null }',
  pair: '[string, number]',
  date: 'Date',
};

const kinds = Object.keys(types) as readonly Element[];

/** The methods that change a date, with the number of their parameters. */
const dateSetters = [
  ['setTime', 1],
  ['setUTCFullYear', 3],
  ['setUTCMonth', 2],
  ['setUTCDate', 1],
  ['setUTCHours', 4],
  ['setUTCMinutes', 3],
  ['setUTCSeconds', 2],
  ['setUTCMilliseconds', 1],
] as const;

/** The pattern by which a parameter or a loop destructures an element, and the parts of that pattern. */
interface Parts {
  readonly pattern: string;
  readonly parts: readonly { readonly name: string; readonly kind: Kind; readonly nullable: boolean }[];
  /** The name of an element that is a date. */
  readonly date?: string;
}

/** Arrays that a variable holds: of strings, numbers, bigints, objects, pairs and dates; and dates that one holds. */
export class Lists {
  readonly #choices: Choices;
  readonly #scope: Scope;
  readonly #expressions: RandomValues;

  constructor(choices: Choices, scope: Scope, expressions: RandomValues) {
    this.#choices = choices;
    this.#scope = scope;
    this.#expressions = expressions;
  }

  /** The declaration of a list. */
  declare(indent: string): string[] {
    const element = this.#choices.pick(kinds);
    const isLet = this.#choices.below(3) === 0;
    const value = this.#initial(element);
    const name = this.#scope.newName();
    this.#scope.lists.push({ name, element, isLet });
    return [`${indent}${isLet ? 'let' : 'const'} ${name}: ${types[element]}[] = ${value};`];
  }

  declareDate(indent: string): string[] {
    const isLet = this.#choices.below(3) === 0;
    const value = this.date(2);
    const name = this.#scope.newName();
    this.#scope.dates.push({ name, isLet });
    return [`${indent}${isLet ? 'let' : 'const'} ${name}: Date = ${value};`];
  }

  /** A date that the program changes, and its time. */
  changedDate(indent: string): string[] {
    const value = this.#choices.pick([`${this.date(1)}.getTime()`, this.#expressions.value('number', 1)]);
    const number = () => this.#expressions.value('number', 1);
    const [name, time] = [this.#scope.newName(), this.#scope.newName()];
    this.#scope.variables.push({ name: time, kind: 'number', nullable: false, assignable: false });
    const changes = Array.from({ length: 1 + this.#choices.below(2) }, () => {
      const [method, most] = this.#choices.pick(dateSetters);
      const args = Array.from({ length: 1 + this.#choices.below(most) }, number);
      return `${indent}${name}.${method}(${args.join(', ')});`;
    });
    return [`${indent}const ${name} = new Date(${value});`, ...changes, `${indent}const ${time} = ${name}.getTime();`];
  }

  /** Returns a statement that changes a list or a date, or undefined if there is none. */
  change(indent: string, inLoop: boolean): string[] {
    const dates = this.#scope.dates.filter(({ isLet }) => isLet);
    if (dates.length > 0 && this.#choices.below(4) === 0) {
      return [`${indent}${this.#choices.pick(dates).name} = ${this.date(2)};`];
    }
    const lists = this.#scope.lists.filter(({ isFrozen }) => !isFrozen);
    if (lists.length === 0) return [];
    const list = this.#choices.pick(lists);
    const { name, element, isLet } = list;
    const grows = inLoop ? `if (${name}.length < 40) ` : '';
    const forms = [
      () => `${grows}${name}.push(${this.#value(element)});`,
      () => `${grows}${name}.push(${this.#value(element)}, ${this.#value(element)});`,
      () => `${name}.pop();`,
      () => `${name}.shift();`,
      () => `${name}.reverse();`,
      () => `${name}.sort(${this.#order(element)});`,
    ];
    if (element === 'string' || element === 'number' || element === 'bigint') {
      const value = () => this.#expressions.value(element, 1);
      forms.push(
        () => `if (${name}.length > 1) ${name}[${this.#choices.pick(['0', '1', 'k & 1'])}] = ${value()};`,
        () => `${grows}${name}[${name}.length] = ${value()};`,
        () => `${name}[${this.#expressions.value('number', 1)}] = ${value()};`,
        () => `if (${name}.length > 1) [${name}[0], ${name}[1]] = [${name}[1]!, ${name}[0]!];`,
        () => `${grows}${name}.unshift(${value()});`,
        () =>
          element === 'bigint' ? `${name}[0] = ${value()};` : `if (${name}.length > 0) ${name}[0]! += ${value()};`,
      );
      if (element === 'string')
        forms.push(() => `${grows}${name}.push(...${this.#expressions.strings(0)}.slice(0, 9));`);
      if (element === 'number')
        forms.push(
          () => `${grows}${name}.push(...${this.#expressions.numbers(0)}.slice(0, 9));`,
          () => this.#placeOfExtreme(name),
        );
    }
    if (isLet) {
      forms.push(
        () => `${name} = ${name}.filter(${this.function(element, 'boolean', 1)});`,
        () => `${name} = ${name}.slice(${this.#expressions.value('number', 0)});`,
        () => (inLoop ? `${name} = ${this.#initial(element)};` : `${name} = [...${name}, ${this.#value(element)}];`),
      );
    }
    return [`${indent}${this.#choices.pick(forms)()}`];
  }

  /** The place of the greatest or least number of a list, which is a variable from here on. */
  #placeOfExtreme(list: string): string {
    const [place, index] = [this.#scope.newName(), this.#scope.newName()];
    this.#scope.variables.push({ name: place, kind: 'number', nullable: false, assignable: false });
    const test = `(${list}[${index}] ?? 0) ${this.#choices.pick(['>', '<', '!=='])} (${list}[${place}] ?? 0)`;
    return `let ${place} = 0; for (let ${index} = 1; ${index} < ${list}.length; ${index}++) if (${test}) ${place} = ${index};`;
  }

  /** Returns the head of a loop over a list, whose names are known from here on, or undefined if there is no list. */
  loop(): { readonly head: string; readonly list: List } | undefined {
    if (this.#scope.lists.length === 0) return undefined;
    const list = this.#choices.pick(this.#scope.lists);
    return { head: `for (const ${this.#elements(list.element)} of ${list.name})`, list };
  }

  string(depth: number): string | undefined {
    const s = () => this.#expressions.value('string', depth);
    const n = () => this.#expressions.value('number', depth);
    const list = this.#any();
    if (!list) return undefined;
    const { name, element } = list;
    const forms = [
      () => `${this.#derived(list, depth)}.map(${this.function(element, 'string', depth)}).join(${s()}).slice(0, 99)`,
      () => `${name}.reduce((${this.#reducing(element, 'string', depth)}, ${s()}).slice(0, 99)`,
      () => `(${name}.map(${this.function(element, 'string', depth)})[${n()}] ?? ${s()})`,
    ];
    if (element === 'string')
      forms.push(
        () => `(${name}[${n()}] ?? ${s()})`,
        () => `${name}.join(${s()}).slice(0, 99)`,
      );
    if (element === 'number' || element === 'bigint') forms.push(() => `${name}.join(${s()}).slice(0, 99)`);
    if (element === 'record')
      forms.push(
        () => `(${name}[${n()}]?.a ?? ${s()})`,
        () => `(${name}.find(${this.function(element, 'boolean', depth)})?.a ?? ${s()})`,
      );
    if (element === 'pair') forms.push(() => `(${name}[${n()}]?.[0] ?? ${s()})`);
    if (element === 'wide') forms.push(() => `\`\${${name}.at(${n()})?.b}\``);
    if (element === 'date')
      forms.push(() => `(${name}.find(${this.function(element, 'boolean', depth)})?.toJSON() ?? ${s()})`);
    return this.#choices.pick(forms)();
  }

  number(depth: number): string | undefined {
    const n = () => this.#expressions.value('number', depth);
    const list = this.#any();
    if (!list) return undefined;
    const { name, element } = list;
    const forms = [
      () => `${name}.length`,
      () => `${this.#derived(list, depth)}.length`,
      () =>
        `${name}.${this.#choices.pick(['findIndex', 'findLastIndex'])}(${this.function(element, 'boolean', depth)})`,
      () => `${name}.reduce((${this.#reducing(element, 'number', depth)}, ${n()})`,
    ];
    if (element === 'number')
      forms.push(
        () => `(${name}[${n()}] ?? ${n()})`,
        () => `Math.${this.#choices.pick(['max', 'min'])}(...${name}, ${n()})`,
        () => `${name}.${this.#choices.pick(['indexOf', 'lastIndexOf'])}(${n()})`,
      );
    if (element === 'string' || element === 'bigint')
      forms.push(() => `${name}.indexOf(${this.#expressions.value(element, depth)})`);
    if (element === 'record')
      forms.push(
        () => `(${name}[${n()}]?.b ?? ${n()})`,
        () => `(${name}.findLast(${this.function(element, 'boolean', depth)})?.b ?? ${n()})`,
        () => `Math.max(...${name}.map(({ b }) => b))`,
      );
    if (element === 'pair') forms.push(() => `(${name}.at(${n()})?.[1] ?? ${n()})`);
    if (element === 'date') forms.push(() => `(${name}[${n()}]?.getTime() ?? ${n()})`);
    return this.#choices.pick(forms)();
  }

  bigint(depth: number): string | undefined {
    const x = () => this.#expressions.value('bigint', depth);
    const n = () => this.#expressions.value('number', depth);
    const lists = this.#scope.lists.filter(({ element }) => element === 'bigint' || element === 'wide');
    if (lists.length === 0) return undefined;
    const { name, element } = this.#choices.pick(lists);
    if (element === 'wide')
      return this.#choices.pick([
        () => `(${name}[${n()}]?.a ?? ${x()})`,
        () => `(${name}.find(${this.function(element, 'boolean', depth)})?.a ?? ${x()})`,
      ])();
    return this.#choices.pick([
      () => `(${name}[${n()}] ?? ${x()})`,
      () => `(${name}.at(${n()}) ?? ${x()})`,
      () => `(${name}.find(${this.function(element, 'boolean', depth)}) ?? ${x()})`,
      () => `${name}.reduce((p, q) => BigInt.asIntN(64, p ${this.#choices.pick(['+', '-', '^'])} q), ${x()})`,
      () => `(${name}.map(${this.function(element, 'bigint', depth)})[${n()}] ?? ${x()})`,
    ])();
  }

  boolean(depth: number): string | undefined {
    const dates = this.#scope.dates;
    if (dates.length > 0 && this.#choices.below(3) === 0) {
      return `(${this.#choices.pick(dates).name} ${this.#choices.pick(['<', '<=', '>', '>='])} ${this.date(depth)})`;
    }
    const list = this.#any();
    if (!list) return undefined;
    const { name, element } = list;
    const forms = [
      () => `${name}.${this.#choices.pick(['some', 'every'])}(${this.function(element, 'boolean', depth)})`,
      () => `(${name}.length ${this.#choices.pick(['>', '<', '==='])} ${this.#choices.below(4)})`,
    ];
    if (element === 'string' || element === 'number' || element === 'bigint')
      forms.push(() => `${name}.includes(${this.#expressions.value(element, depth)})`);
    else forms.push(() => `(${name}[${this.#expressions.value('number', depth)}] !== undefined)`);
    return this.#choices.pick(forms)();
  }

  date(depth: number): string {
    const n = () => this.#expressions.value('number', depth);
    const known = () => {
      const { dates } = this.#scope;
      return dates.length > 0 ? this.#choices.pick(dates).name : `new Date(${n()})`;
    };
    if (depth <= 0) return known();
    return this.#choices.pick([
      known,
      () => `new Date(${n()} * ${this.#choices.pick(['1', '1e9', '86400000'])})`,
      () => `new Date(${this.date(depth - 1)})`,
      () => `new Date(Date.UTC(${n()}, ${n()}, ${n()}))`,
      () => `(${this.#expressions.value('boolean', depth)} ? ${this.date(depth - 1)} : ${this.date(depth - 1)})`,
    ])();
  }

  /** An arrow function of an element. */
  function(element: Element, result: Kind, depth: number): string {
    return this.#scope.scoped(() => `(${this.#elements(element)}) => ${this.#expressions.value(result, depth)}`);
  }

  /** Returns the pattern for elements, whose names are known from here on. */
  #elements(element: Element): string {
    const { pattern, parts, date } = this.#parts(element);
    for (const part of parts) this.#scope.variables.push({ ...part, assignable: false });
    if (date !== undefined) this.#scope.dates.push({ name: date, isLet: false });
    return pattern;
  }

  /** Returns a function of an accumulator and an element, from behind its first parenthesis. */
  #reducing(element: Element, result: 'string' | 'number', depth: number): string {
    return this.#scope.scoped(() => {
      const name = this.#scope.newName();
      this.#scope.variables.push({ name, kind: result, nullable: false, assignable: false });
      return `${name}, ${this.function(element, result, depth).slice(1)}`;
    });
  }

  #parts(element: Element): Parts {
    const name = () => this.#scope.newName();
    const part = (kind: Kind, nullable = false) => ({ name: name(), kind, nullable });
    switch (element) {
      case 'record': {
        const parts = [part('string'), part('number')] as const;
        return { pattern: `{ a: ${parts[0].name}, b: ${parts[1].name} }`, parts };
      }
      case 'wide': {
        const parts = [part('bigint'), part('string', true)] as const;
        return { pattern: `{ a: ${parts[0].name}, b: ${parts[1].name} }`, parts };
      }
      case 'pair': {
        const parts = [part('string'), part('number')] as const;
        return { pattern: `[${parts[0].name}, ${parts[1].name}]`, parts };
      }
      case 'date': {
        const date = name();
        return { pattern: date, parts: [], date };
      }
      default: {
        const parts = [part(element)] as const;
        return { pattern: parts[0].name, parts };
      }
    }
  }

  /** A list of the same elements. */
  #derived({ name, element }: List, depth: number): string {
    const n = () => this.#expressions.value('number', depth);
    return this.#choices.pick([
      () => name,
      () => `${name}.slice(${n()})`,
      () => `${name}.slice(${n()}, ${n()})`,
      () => `${name}.filter(${this.function(element, 'boolean', depth)})`,
      () => `${name}.toReversed()`,
      () => `${name}.toSorted(${this.#order(element)})`,
    ])();
  }

  #order(element: Element): string {
    switch (element) {
      case 'string':
        return this.#choices.pick([
          '',
          '(p, q) => p.length - q.length',
          '(p, q) => (p < q ? 1 : p > q ? -1 : 0)',
          '(p, q) => (p < q ? 1 : -1)',
        ]);
      case 'number':
      case 'date':
        return this.#choices.pick([
          '(p, q) => +p - +q',
          '(p, q) => (+p > +q ? 1 : -1)',
          '(p, q) => ((+p ^ +q) & 3) - 1',
        ]);
      case 'bigint':
        return '(p, q) => (p < q ? -1 : p > q ? 1 : 0)';
      case 'record':
        return this.#choices.pick(['(p, q) => p.b - q.b', '(p, q) => q.a.length - p.a.length']);
      case 'wide':
        return '(p, q) => (p.a < q.a ? -1 : p.a > q.a ? 1 : 0)';
      case 'pair':
        return '([p], [q]) => (p < q ? -1 : p > q ? 1 : 0)';
    }
  }

  #value(element: Element): string {
    const s = () => this.#expressions.value('string', 1);
    const n = () => this.#expressions.value('number', 1);
    switch (element) {
      case 'record':
        return `{ a: ${s()}, b: ${n()} }`;
      case 'wide':
        return `{ a: ${this.#expressions.value('bigint', 1)}, b: (${this.#expressions.value('boolean', 0)} ? null : ${s()}) }`;
      case 'pair':
        return `[${s()}, ${n()}]`;
      case 'date':
        return this.date(1);
      default:
        return this.#expressions.value(element, 1);
    }
  }

  /** An arrow function that returns an element. */
  #making(element: Element, parameters: readonly Kind[]): string {
    return this.#scope.scoped(() => {
      const names = parameters.map((kind) => {
        const name = this.#scope.newName();
        this.#scope.variables.push({ name, kind, nullable: false, assignable: false });
        return name;
      });
      const value = this.#value(element);
      return `(${names.join(', ')}) => ${value.startsWith('{') ? `(${value})` : value}`;
    });
  }

  #initial(element: Element): string {
    const mapped = () => `${this.#expressions.strings(0)}.map(${this.#making(element, ['string', 'number'])})`;
    const counted = () => {
      const length = this.#choices.pick(['3', 's.length', '(k & 7)']);
      return `Array.from({ length: ${length} }, ${this.#making(element, ['number']).replace('(', '(_, ')})`;
    };
    const forms = [
      () => `[${this.#value(element)}, ${this.#value(element)}]`,
      () => `[${this.#value(element)}, ${this.#value(element)}, ${this.#value(element)}]`,
      () => '[]',
      mapped,
      mapped,
      counted,
    ];
    if (element === 'string')
      forms.push(
        () => `[...${this.#expressions.value('string', 1)}, ...words]`,
        () => `[...${this.#expressions.strings(0)}, ${this.#expressions.value('string', 1)}]`,
        () => this.#expressions.strings(1),
      );
    if (element === 'number')
      forms.push(
        () => `new Array<number>(${this.#choices.pick(['4', 's.length', '(k & 7)'])}).fill(${this.#value('number')})`,
        () => `[...numbers, ...${this.#expressions.numbers(0)}]`,
        () => this.#expressions.numbers(1),
      );
    return this.#choices.pick(forms)();
  }

  #any(): List | undefined {
    return this.#scope.lists.length > 0 ? this.#choices.pick(this.#scope.lists) : undefined;
  }
}
