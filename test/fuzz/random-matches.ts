import type { Scope } from './program-scope.js';
import type { Choices } from './random-choices.js';
import { type PatternText, randomPattern } from './random-patterns.js';
import type { RandomValues } from './random-values.js';

/** Templates of replacements. */
const templates: readonly string[] = [
  '-',
  '',
  '$&',
  '$$',
  '$1',
  '$2$1',
  '[$01]',
  "$'",
  '$`',
  '$3$10',
  '😀$&',
  '$<none>',
];

/** Regular expressions, in every method that takes one. */
export class Matches {
  readonly #choices: Choices;
  readonly #scope: Scope;
  readonly #expressions: RandomValues;

  constructor(choices: Choices, scope: Scope, expressions: RandomValues) {
    this.#choices = choices;
    this.#scope = scope;
    this.#expressions = expressions;
  }

  string(depth: number): string {
    const s = () => this.#expressions.value('string', depth);
    const pattern = randomPattern(this.#choices);
    const text = this.#subject(pattern, depth);
    const first = pattern.literal(this.#choices.pick(['', '', 'y', 'd']));
    const all = pattern.literal(this.#choices.pick(['g', 'g', 'gy', 'dg']));
    return this.#choices.pick([
      () => `${text}.replace(${first}, ${this.#template(pattern)}).slice(0, 99)`,
      () => `${text}.${this.#choices.pick(['replace', 'replaceAll'])}(${all}, ${this.#template(pattern)}).slice(0, 99)`,
      () =>
        `${text}.${this.#choices.pick(['replace', 'replaceAll'])}(${all}, ${this.#function(pattern, depth)}).slice(0, 99)`,
      () => `${text}.replace(${first}, ${this.#function(pattern, depth)}).slice(0, 99)`,
      () => (named(pattern) ? `${text}.replace(${first}, '$<n0>')` : `${text}.replace(${first}, ${s()}).slice(0, 99)`),
      () => `(${this.#first(first, text)}?.[${this.#choices.below(pattern.groups.length + 1)}] ?? ${s()})`,
      () => `(${this.#first(first, text)}${group(pattern)} ?? ${s()})`,
      () => `(${text}.match(${all}) ?? []).join(${s()}).slice(0, 99)`,
      () => `${this.#parts(pattern, text)}.join(${s()}).slice(0, 99)`,
      () => `[...${text}.matchAll(${all})].map(${this.#ofMatch(pattern)}).join('|').slice(0, 99)`,
      () => `Array.from(${text}.matchAll(${all}), ${this.#ofMatch(pattern)}).join('|').slice(0, 99)`,
      () => `(patternRules.find((rule) => rule.test(${text}))?.source ?? ${s()})`,
      () => `${text}.replace(everyWord, ([initial = '~']) => initial).slice(0, 99)`,
    ])();
  }

  number(depth: number): string {
    const n = () => this.#expressions.value('number', depth);
    const pattern = randomPattern(this.#choices);
    const text = this.#subject(pattern, depth);
    const first = pattern.literal(this.#choices.pick(['', '', 'y']));
    return this.#choices.pick([
      () => `${text}.search(${pattern.literal(this.#choices.pick(['', 'g', 'y']))})`,
      () => `(${this.#first(first, text)}?.index ?? ${n()})`,
      () => `(${this.#first(first, text)}?.length ?? ${n()})`,
      () => `(${text}.match(${pattern.literal('g')})?.length ?? ${n()})`,
      () => `[...${text}.matchAll(${pattern.literal('g')})].length`,
      () => `${text}.split(${pattern.literal('')}).length`,
      () => `(${text}.match(everyWord) ?? []).length`,
      () => `patternRules.findIndex((rule) => rule.test(${text}))`,
    ])();
  }

  boolean(depth: number): string {
    const pattern = randomPattern(this.#choices);
    const text = this.#subject(pattern, depth);
    const first = pattern.literal(this.#choices.pick(['', '', '', 'y', 'g']));
    return this.#choices.pick([
      () => `${first}.test(${text})`,
      () => `${first}.test(${text})`,
      () => `(${this.#first(first, text)} ${this.#choices.pick(['===', '!=='])} null)`,
      () => `(${text}.search(${first}) ${this.#choices.pick(['>=', '<', '!=='])} ${this.#choices.below(2)})`,
      () => `patternRules.${this.#choices.pick(['some', 'every'])}((rule) => rule.test(${text}))`,
      () => `pairPattern.test(${text})`,
    ])();
  }

  /** An array of strings. */
  strings(depth: number): string {
    const pattern = randomPattern(this.#choices);
    const text = this.#subject(pattern, depth);
    return this.#choices.pick([
      () => this.#parts(pattern, text),
      () => `(${text}.match(${pattern.literal('g')}) ?? ([] as string[]))`,
      () => `Array.from(${text}.matchAll(${pattern.literal('g')}), ${this.#ofMatch(pattern)})`,
      () => `${text}.split(everyWord)`,
    ])();
  }

  /** Variables that a match declares. */
  declare(indent: string): string[] {
    const pattern = randomPattern(this.#choices);
    const text = this.#subject(pattern, 2);
    const otherwise = this.#expressions.value('string', 0);
    const names = [undefined, ...pattern.groups].slice(0, 3).map(() => this.#newVariable('string'));
    const found = this.#first(pattern.literal(''), text);
    return [`${indent}const [${names.map((name) => `${name} = ${otherwise}`).join(', ')}] = ${found} ?? [];`];
  }

  /** The head of a loop over all matches, and the statements with which its body begins. */
  loop(indent: string): { readonly head: string; readonly before: readonly string[] } {
    const pattern = randomPattern(this.#choices);
    const text = this.#subject(pattern, 1);
    const match = this.#scope.newName();
    const last = pattern.groups.length;
    const before = [
      `${indent}  const ${this.#newVariable('string')} = ${match}[0];`,
      `${indent}  const ${this.#newVariable('number')} = ${match}.index;`,
      ...(last > 0 ? [`${indent}  const ${this.#newVariable('string')} = ${match}[${last}] ?? '~';`] : []),
    ];
    return { head: `for (const ${match} of ${text}.matchAll(${pattern.literal('g')}))`, before };
  }

  #newVariable(kind: 'string' | 'number'): string {
    const name = this.#scope.newName();
    this.#scope.variables.push({ name, kind, nullable: false, assignable: false });
    return name;
  }

  /** A text that the pattern matches in places, or which takes V8 many attempts, or any. */
  #subject({ sample }: PatternText, depth: number): string {
    const s = () => this.#expressions.value('string', depth);
    const quoted = JSON.stringify(sample);
    return this.#choices.pick([
      s,
      () => `(${s()} + ${quoted})`,
      () => `(${quoted} + ${s()} + ${quoted})`,
      () => `(${s()} + ${quoted} + ${this.#expressions.value('string', 0)})`,
      () => `(${quoted}.slice(0, 9).repeat(${this.#choices.pick(['3', '(k & 7)'])}) + ${s()})`,
      () => `(${JSON.stringify(this.#choices.pick(['a', 'b', ' ', '1', '😀', 'é']))}.repeat(k & 31) + ${s()})`,
    ])();
  }

  /** The first match, or null. */
  #first(literal: string, text: string): string {
    return this.#choices.below(2) === 0 ? `${literal}.exec(${text})` : `${text}.match(${literal})`;
  }

  #template(pattern: PatternText): string {
    const name = pattern.groups.find((group) => group !== undefined);
    const named = name === undefined ? [] : [`$<${name}>`, `$<${name}>-$<none>`];
    return JSON.stringify(this.#choices.pick([...templates, ...named]));
  }

  /** A function of the match, its groups, its place, the text and the named groups. */
  #function(pattern: PatternText, depth: number): string {
    return this.#scope.scoped(() => {
      const whole = this.#newVariable('string');
      const groups = pattern.groups.map(() => this.#scope.newName());
      const parameters = [whole, ...groups.map((name) => `${name}: string | undefined`)];
      if (this.#choices.below(2) === 0) parameters.push(`${this.#newVariable('number')}: number`);
      const used = groups.length > 0 ? `\${${this.#choices.pick(groups)} ?? '~'}` : '';
      return `(${parameters.join(', ')}) => \`${used}\${${this.#expressions.value('string', depth)}}\``;
    });
  }

  /** A function from a match to a text. */
  #ofMatch(pattern: PatternText): string {
    const last = pattern.groups.length;
    return this.#choices.pick([
      '(match) => match[0]',
      '(match) => String(match.index)',
      `(match) => \`\${match[0]}\${match[${last}] ?? '~'}\``,
      `(match) => match${group(pattern).replace(/^\?\.(?=\[)|^\?/, '')} ?? '~'`,
      '([whole]) => whole',
    ]);
  }

  /** The texts between matches. Groups that take no part are written as `~`. */
  #parts(pattern: PatternText, text: string): string {
    const limit = this.#choices.pick(['', '', ', 3', ', k & 7']);
    const parts = `${text}.split(${pattern.literal(this.#choices.pick(['', 'g', 'y']))}${limit})`;
    return pattern.groups.length > 0 ? `${parts}.map((part) => part ?? '~')` : parts;
  }
}

/** True if a pattern has named groups. */
function named({ groups }: PatternText): boolean {
  return groups.some((name) => name !== undefined);
}

/** Returns the access to a group of a match that may be null: by name if one has a name, else the last one. */
function group({ groups }: PatternText): string {
  const name = groups.findLast((each) => each !== undefined);
  return name === undefined ? `?.[${groups.length}]` : `?.groups?.${name}`;
}
