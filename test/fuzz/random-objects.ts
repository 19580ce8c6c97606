import type { ObjectKind, ObjectVariable, Scope } from './program-scope.js';
import type { Choices } from './random-choices.js';
import type { Kind } from './random-constants.js';
import type { RandomValues } from './random-values.js';

const types: Readonly<Record<ObjectKind, string>> = {
  texts: 'Map<string, number>',
  numbers: 'Map<number | null, string>',
  set: 'Set<string>',
  dictionary: 'Record<string, number>',
  array: 'number[]',
  typed: 'Uint16Array',
  box: '{ left: number; right: number | null }',
  groups: 'Map<string, number[]>',
  node: '{ v: number; next: { v: number; next: null } | null; all: string[] }',
  mixed: '(string | number | boolean | null | number[])[]',
  objects: '(string | number[] | Map<string, number> | Set<string> | { v: number; w?: string })[]',
  keyed: 'Map<string | number | boolean, number>',
};

const kinds = Object.keys(types) as readonly ObjectKind[];

/** Statements with maps, sets, dictionaries, values of several kinds, aliases and functions that call themselves. */
export class Objects {
  readonly #choices: Choices;
  readonly #scope: Scope;
  readonly #expressions: RandomValues;

  constructor(choices: Choices, scope: Scope, expressions: RandomValues) {
    this.#choices = choices;
    this.#scope = scope;
    this.#expressions = expressions;
  }

  /** Declares an object: a new one, or another name of a known one. */
  declare(indent: string): string[] {
    const kind = this.#choices.pick(kinds);
    const known = this.#of(kind);
    const initial = this.#initial(kind);
    const other = known.length > 0 ? this.#choices.pick(known) : undefined;
    const value = other === undefined ? initial : this.#choices.pick([initial, other, this.#chosen(initial, other)]);
    const name = this.#scope.newName();
    this.#scope.objects.push({ name, kind });
    return [`${indent}const ${name}: ${types[kind]} = ${value};`];
  }

  /** Changes an object, and reads what it holds into a constant. */
  change(indent: string): string[] {
    const { objects } = this.#scope;
    if (objects.length === 0) return this.declare(indent);
    const target = this.#choices.pick(objects);
    const lines = [this.#change(target)];
    if (this.#choices.below(2) === 0) {
      const { kind, value } = this.#read(this.#choices.pick(objects));
      const name = this.#scope.newName();
      this.#scope.variables.push({ name, kind, nullable: false, assignable: false });
      lines.push(`const ${name}: ${kind} = ${value};`);
    }
    return lines.map((line) => `${indent}${line}`);
  }

  /** A function that calls itself, and the text that it gives. */
  recursion(indent: string): string[] {
    const [fn, text, depth, result] = Array.from({ length: 4 }, () => this.#scope.newName());
    const maps = this.#of('texts');
    const effect = maps.length > 0 ? `${this.#choices.pick(maps)}.set(${text}, ${depth}); ` : '';
    const loop = this.#choices.below(2) === 0;
    const again = `${fn}(${text}.slice(1), ${depth} - 1)`;
    const step = this.#choices.pick([`${text} + ${again}`, `${again} + ${text}`, `\`\${${again}}\${${depth}}\``]);
    const value = this.#expressions.value('string', 1);
    this.#scope.variables.push({ name: result as string, kind: 'string', nullable: false, assignable: false });
    const early = loop ? `for (let at = 0; at < 2; at++) if (${text}.charCodeAt(at) % 3 === 0) return ${again}; ` : '';
    // On one line, because each line that returns becomes one that yields in a generator.
    const body = `${effect}if (${depth} <= 0 || ${text} === '') return '.'; ${early}return ${step};`;
    return [
      `${indent}const ${fn} = (${text}: string, ${depth}: number): string => { ${body} };`,
      `${indent}const ${result}: string = ${fn}((${value}).slice(0, 9), 4);`,
    ];
  }

  #of(kind: ObjectKind): readonly string[] {
    return this.#scope.objects.filter((known) => known.kind === kind).map(({ name }) => name);
  }

  #chosen(value: string, other: string): string {
    return `(${this.#expressions.value('boolean', 1)} ? ${other} : ${value})`;
  }

  #initial(kind: ObjectKind): string {
    const n = () => this.#number();
    const s = () => this.#text();
    const forms: Readonly<Record<ObjectKind, readonly (() => string)[]>> = {
      texts: [() => 'new Map()', () => `new Map([[${s()}, ${n()}], [${s()}, ${n()}]])`],
      numbers: [() => 'new Map()'],
      set: [() => 'new Set()', () => `new Set(${s()})`, () => `new Set([${s()}, ${s()}])`],
      dictionary: [() => '{}', () => this.#literal()],
      array: [() => `[${n()}, ${n()}]`, () => '[]', () => `new Array<number>(3).fill(${n()})`],
      typed: [
        () => `Uint16Array.from([${n()}, ${n()}])`,
        () => `Uint16Array.of(${n()}, k)`,
        () => `Uint16Array.from({ length: 4 }, (_, at) => at * ${n()})`,
        () => 'new Uint16Array(3)',
      ],
      box: [() => `{ left: ${n()}, right: ${this.#choices.pick([n(), 'null'])} }`],
      groups: [() => 'new Map()'],
      node: [() => `{ v: ${n()}, next: null, all: [${s()}] }`],
      mixed: [() => '[]', () => `[${s()}, ${n()}, true, null]`],
      objects: [() => '[]', () => `[${s()}, [${n()}], { v: ${n()} }]`],
      keyed: [() => 'new Map()'],
    };
    return this.#choices.pick(forms[kind])();
  }

  /** A dictionary with the entries of another one, and one more. */
  #literal(): string {
    const others = this.#of('dictionary');
    const spread = others.length > 0 ? `...${this.#choices.pick(others)}, ` : '';
    return `{ ${spread}[\`_\${${this.#text()}}\`]: ${this.#number()} }`;
  }

  /** One of two names, as the row chooses. */
  #side(): string {
    return `(${this.#expressions.value('boolean', 0)} ? 'left' : 'right')`;
  }

  #change({ name, kind }: ObjectVariable): string {
    const n = () => this.#number();
    const s = () => this.#text();
    const array = () => this.#choices.pick([...this.#of('array'), '[]']);
    const forms: Readonly<Record<ObjectKind, readonly (() => string)[]>> = {
      texts: [
        () => `${name}.set(${s()}, ${n()});`,
        () => `${name}.set(${s()}, (${name}.get(${s()}) ?? ${n()}) + ${name}.size);`,
        () => `${name}.delete(${s()});`,
        () =>
          `for (const [key, value] of ${name}) { if (${name}.size > 5) ${name}.delete(key); else ${name}.set(key + value, value); if (${name}.size > 4) break; }`,
        () => `${name}.forEach((value, key) => { if (value > 2) ${name}.delete(key); });`,
      ],
      numbers: [
        () => `${name}.set(${this.#expressions.value('number', 1)}, ${s()});`,
        () => `${name}.set(${this.#choices.pick(['m', 'null', '-0', 'NaN'])}, ${s()});`,
        () => `${name}.clear();`,
      ],
      set: [
        () => `${name}.add(${s()});`,
        () => `for (const unit of ${s()}) ${name}.add(unit);`,
        () => `${name}.delete(${s()});`,
        () =>
          `for (const key of ${name}) if (key.length > 3 && ${name}.size < 20) { ${name}.delete(key); ${name}.add(key.slice(0, 2)); }`,
      ],
      dictionary: [
        () => `${name}[\`\${${s()}}.\`] = ${n()};`,
        () => `${name}[\`_\${${s()}}\`] = (${name}[\`_\${${s()}}\`] ?? 0) + 1;`,
        () => `${name}[k & 7] ??= ${n()};`,
        () => `delete ${name}[\`_\${${s()}}\`];`,
        () => `for (const key in ${name}) if (${name}[key] === ${n()}) delete ${name}[key];`,
      ],
      array: [
        () => `${name}.push(${n()});`,
        () => `${name}.push(...${array()}.slice(0, 3), ${name}.length);`,
        () => `if (${name}.length > 0) ${name}[${name}.length - 1] = ${n()} + ${name}.length;`,
        () => `${name}[${name}.length] = ${name}.pop() ?? ${n()};`,
        () => `${name}.splice(k & 3, ${this.#choices.pick(['1', '2', 'n'])}, ${n()});`,
        () => `${name}.reverse();`,
        () => `${name}.sort((p, q) => p - q);`,
        () => `${name}.fill(${n()}, 1);`,
        () => `${name}.shift();`,
        () => `if (${name}.length > 9) ${name}.length = 0;`,
        () => `${name}.forEach((value, at) => { if (at < 3) ${this.#choices.pick(this.#of('array'))}.push(value); });`,
      ],
      typed: [
        () => `${name}[k & 3] = ${n()} - 3;`,
        () => `${name}[0]! += ${n()};`,
        () => `${name}.fill(${n()}, 1);`,
        () => `${name}.sort();`,
        () => `${name}.reverse();`,
      ],
      box: [
        () => `${name}[${this.#side()}] = ${n()};`,
        () => `${name}[${this.#side()}] ??= ${n()};`,
        () => `{ const side = ${this.#side()}; ${name}[side] = (${name}[side] ?? 0) + 1; }`,
      ],
      groups: [
        () => `${name}.set(${s()}, ${array()});`,
        () =>
          `{ const group = ${name}.get(${s()}); if (group) group.push(${n()}); else ${name}.set(${s()}, [${n()}]); }`,
        () => `for (const [, group] of ${name}) if (group.length < 9) group.unshift(${n()});`,
      ],
      node: [
        () => `${name}.v += ${n()};`,
        () => `${name}.next = { v: ${name}.v, next: null };`,
        () => `if (${name}.next) ${name}.next.v = ${n()};`,
        () => `${name}.all.push(${s()});`,
        () => `${name}.next = ${this.#choices.pick(this.#of('node'))}.next;`,
      ],
      mixed: [
        () => `${name}.push(${this.#expressions.value('boolean', 1)} ? ${s()} : ${n()});`,
        () => `${name}.push(${this.#choices.pick([array(), 'm', 't', 'k === 2', s()])});`,
        () =>
          `for (const one of ${name}) { if (Array.isArray(one)) one.push(${n()}); else if (typeof one === 'number') { ${name}.push(one + 0.5); break; } }`,
        () =>
          `{ let last = ${name}[${name}.length - 1]; if (typeof last === 'string') last = last.length; else last ??= ${s()}; ${name}[0] = last; }`,
        () => `${name}.reverse();`,
        () => `if (${name}.length > 9) ${name}.splice(1, 4, ${s()}, ${n()});`,
        () => `${name}.copyWithin(k & 3, ${n()});`,
      ],
      objects: [
        () => `${name}.push(${this.#choices.pick([s(), array(), `{ v: ${n()} }`, `{ v: ${n()}, w: ${s()} }`])});`,
        () =>
          `${name}.push(${this.#choices.pick([...this.#of('texts'), ...this.#of('set'), 'new Set()', 'new Map()'])});`,
        () => `for (const one of ${name}) if (Array.isArray(one)) one.push(${n()});`,
        () => `for (const one of ${name}) if (one instanceof Map && one.size < 9) one.set(${s()}, ${n()});`,
        () => `for (const one of ${name}) if (typeof one === 'object' && 'v' in one) one.v += ${n()};`,
        () =>
          `{ const last = ${name}.pop(); if (last !== undefined) ${name}.unshift(typeof last === 'string' ? [last.length] : last instanceof Set ? 'set' : last); }`,
        () => `if (${name}.length > 9) ${name}.length = 0;`,
      ],
      keyed: [
        () => `${name}.set(${this.#expressions.value('boolean', 1)} ? ${s()} : ${n()}, ${n()});`,
        () => `${name}.set(${this.#choices.pick(['n', '-0', 'NaN', 'k === 2', s()])}, ${name}.size);`,
        () => `for (const key of ${name}.keys()) if (typeof key === 'string' && ${name}.size > 3) ${name}.delete(key);`,
      ],
    };
    return this.#choices.pick(forms[kind])();
  }

  #read({ name, kind }: ObjectVariable): { readonly kind: Kind; readonly value: string } {
    const s = () => this.#text();
    const texts: Readonly<Record<ObjectKind, readonly (() => string)[]>> = {
      texts: [() => `[...${name}].map(([key, value]) => key + value).join()`, () => `[...${name}.keys()].join()`],
      numbers: [
        () => `[...${name}.values()].join()`,
        () => `\`\${[...${name}.keys()].map((key) => (key === null ? 'null' : 1 / key)).join()}\``,
      ],
      set: [
        () =>
          `[...${name}.${this.#choices.pick(['union', 'intersection', 'difference', 'symmetricDifference'])}(${this.#choices.pick(this.#of('set'))})].join()`,
        () => `[...${name}].join('-')`,
        () => `(${name}.values().next().value ?? 'none')`,
      ],
      dictionary: [
        () => `Object.keys(${name}).join()`,
        () => `Object.entries(${name}).map(([key, value]) => key + value).join()`,
      ],
      array: [
        () => `${name}.toSpliced(k & 3, 1, ${this.#number()}).join()`,
        () => `[${name}, ${name}.slice(1)].flat().join()`,
        () =>
          `[...Map.groupBy(${name}, (value) => value % 3)].map(([key, values]) => \`\${key}\${values.join('+')}\`).join()`,
        () => `${name}.join()`,
        () => `${name}.map((value) => value * 2).join()`,
        () => `${name}.filter(Number.isInteger).map(Math.abs).map(String).join('.')`,
        () => `[null, ...${name}].map((one) => one ?? '-').join()`,
      ],
      typed: [
        () => `${name}.join()`,
        () => `${name}.map((value) => value * 3 - 1).join()`,
        () => `[...${name}.filter((value) => value > 1)].join('-')`,
        () => `[...${name}.slice(k & 1)].reverse().join()`,
      ],
      box: [
        () => `Object.values(${name}).map((side) => side ?? 'none').join()`,
        () => `\`\${${name}[${this.#side()}]}\``,
      ],
      groups: [() => `[...${name}].map(([key, value]) => key + value.join('+')).join()`],
      node: [() => `\`\${${name}.v}\${${name}.next?.v}\${${name}.all.join()}\``],
      mixed: [
        () => `${name}.map((one) => (Array.isArray(one) ? one.join('+') : \`\${typeof one}\${one}\`)).join()`,
        () => `${name}.filter((one) => typeof one === 'string').join()`,
        () =>
          `${name}.map((one) => { switch (typeof one) { case 'number': return one.toFixed(1); case 'string': return one.slice(1); case 'boolean': return one ? 'T' : 'F'; default: return '-'; } }).join()`,
      ],
      objects: [
        () =>
          `${name}.map((one) => (typeof one === 'string' ? one : one instanceof Set ? [...one].join('') : Array.isArray(one) ? one.join('+') : 'w' in one ? one.w : 'v' in one ? \`\${one.v}\` : \`\${one.size}\`)).join()`,
        () => `${name}.flatMap((one) => (Array.isArray(one) ? one : typeof one === 'string' ? [] : 1)).join()`,
      ],
      keyed: [() => `[...${name}].map(([key, value]) => \`\${typeof key}\${key}\${value}\`).join()`],
    };
    const numbers: Readonly<Record<ObjectKind, readonly (() => string)[]>> = {
      texts: [() => `(${name}.get(${s()}) ?? ${name}.size)`],
      numbers: [() => `(${name}.get(m)?.length ?? ${name}.size)`],
      set: [() => `${name}.size`],
      dictionary: [() => `(${name}[\`_\${${s()}}\`] ?? -1)`],
      array: [
        () =>
          `(${name}.reduce<number | null>((most, value) => (most === null || value > most ? value : most), null) ?? -1)`,
        () => `(${name}[k & 3] ?? ${name}.length)`,
        () => `${name}.reduce((sum, value) => sum + value, 0)`,
      ],
      typed: [() => `(${name}[k & 3] ?? -1)`, () => `${name}.reduce((sum, value) => sum + value, 0)`],
      box: [() => `(${name}[${this.#side()}] ?? -1)`],
      groups: [() => `(${name}.get(${s()})?.length ?? 0)`],
      node: [() => `(${name}.next?.v ?? ${name}.v)`],
      mixed: [
        () => `${name}.filter(Boolean).length`,
        () => `${name}.indexOf(${this.#choices.pick([s(), 'k', 'true', 'm'])})`,
        () =>
          `${name}.reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : Number(one)), ${name}.includes(k) ? 1 : 0)`,
      ],
      objects: [
        () => `new Set(${name}).size`,
        () => `${name}.filter((one) => typeof one === 'object' && !Array.isArray(one)).length`,
        () => `${name}.findIndex((one) => one instanceof Array)`,
      ],
      keyed: [() => `(${name}.get(k) ?? ${name}.get(${s()}) ?? ${name}.size)`],
    };
    const isText = this.#choices.below(2) === 0;
    return isText
      ? { kind: 'string', value: `(${this.#choices.pick(texts[kind])()}).slice(0, 99)` }
      : { kind: 'number', value: this.#choices.pick(numbers[kind])() };
  }

  #text(): string {
    return `(${this.#expressions.value('string', 1)}).slice(0, 12)`;
  }

  #number(): string {
    return this.#choices.pick(['1', '2', '(k & 15)', `(${this.#expressions.value('string', 0)}).length`]);
  }
}
