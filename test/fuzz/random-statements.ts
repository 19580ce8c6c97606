import type { Scope, Variable } from './program-scope.js';
import type { Choices } from './random-choices.js';
import type { Kind } from './random-constants.js';
import type { Expressions } from './random-expressions.js';
import { Objects } from './random-objects.js';

/** Statements, as lines of source. */
export class Statements {
  readonly #choices: Choices;
  readonly #scope: Scope;
  readonly #expressions: Expressions;
  readonly #objects: Objects;
  #hasObjects = false;
  #loops = 0;

  constructor(choices: Choices, scope: Scope, expressions: Expressions) {
    this.#choices = choices;
    this.#scope = scope;
    this.#expressions = expressions;
    this.#objects = new Objects(choices, scope, expressions);
  }

  statements(count: number, result: () => string | undefined, depth: number): string[] {
    return Array.from({ length: count }, () => this.#statement(result, depth)).flat();
  }

  #statement(result: () => string | undefined, depth: number): string[] {
    const indent = '  '.repeat(depth);
    const kind = this.#expressions.kind();
    if (this.#hasObjects && this.#choices.below(2) === 0) return this.#object(indent);
    const choice = this.#choices.below(16);
    if (choice >= 14) return this.#expressions.lists.declare(indent);
    if (choice >= 12) return this.#expressions.lists.change(indent, this.#loops > 0);
    if (choice === 11)
      return this.#choices.pick([
        () => this.#pattern(indent),
        () => this.#expressions.lists.declareDate(indent),
        () => this.#expressions.lists.changedDate(indent),
        () => this.#expressions.matches.declare(indent),
      ])();
    if (choice === 10) return this.#switch(result, depth);
    if (choice === 9) return this.#failure(indent);
    if (choice === 8) return this.#loops < 2 ? this.#loop(result, depth) : [];
    if (choice < 3) {
      const nullable = this.#choices.below(4) === 0;
      const value = nullable ? this.#expressions.nullable(kind, 3) : this.#expressions.value(kind, 3);
      const assignable = this.#choices.below(2) === 0;
      const type = `${kind}${nullable ? ' | null' : ''}`;
      const name = this.#scope.newName();
      this.#scope.variables.push({ name, kind, nullable, assignable });
      return [`${indent}${assignable ? 'let' : 'const'} ${name}: ${type} = ${value};`];
    }
    if (choice < 5) {
      const targets = this.#scope.variables.filter(({ assignable }) => assignable);
      const target = targets.length > 0 ? this.#choices.pick(targets) : undefined;
      if (!target) return [];
      if (this.#loops > 0) return this.#assignInLoop(target, indent);
      if (target.kind === 'string' && !target.nullable && this.#choices.below(2) === 0) {
        return [`${indent}${target.name} += ${this.#expressions.value('string', 1)};`];
      }
      return [
        `${indent}${target.name} = ${target.nullable ? this.#expressions.nullable(target.kind, 2) : this.#expressions.value(target.kind, 2)};`,
      ];
    }
    const test = this.#expressions.value('boolean', 2);
    if (choice < 6 && this.#loops > 0 && this.#choices.below(3) > 0)
      return [`${indent}if (${test}) ${this.#choices.pick(['break', 'continue'])};`];
    if (choice < 6) return [`${indent}if (${test}) return ${result()};`];
    const then = this.#scoped(() => this.statements(1 + this.#choices.below(2), result, depth + 1));
    if (choice < 7) return [`${indent}if (${test}) {`, ...then, `${indent}}`];
    const otherwise = this.#scoped(() => this.statements(1 + this.#choices.below(2), result, depth + 1));
    return [`${indent}if (${test}) {`, ...then, `${indent}} else {`, ...otherwise, `${indent}}`];
  }

  /** Lets the statements use objects with identity. */
  useObjects(): void {
    this.#hasObjects = true;
  }

  #object(indent: string): string[] {
    const choice = this.#choices.below(8);
    if (choice === 0 && this.#loops === 0) return this.#objects.recursion(indent);
    return choice < 3 ? this.#objects.declare(indent) : this.#objects.change(indent);
  }

  /** A string taken apart by its code points. */
  #pattern(indent: string): string[] {
    const text = this.#expressions.value('string', 2);
    const defaults = [this.#expressions.value('string', 1), this.#expressions.value('string', 0)] as const;
    const [first, second, others] = [this.#scope.newName(), this.#scope.newName(), this.#scope.newName()];
    for (const name of [first, second])
      this.#scope.variables.push({ name, kind: 'string', nullable: false, assignable: false });
    const hole = this.#choices.pick(['', ', ']);
    const pattern = `${first} = ${defaults[0]}, ${hole}${second} = ${defaults[1]}`;
    if (this.#choices.below(2) === 0) return [`${indent}const [${pattern}] = ${text};`];
    this.#scope.lists.push({ name: others, element: 'string', isLet: false, isFrozen: true });
    return [`${indent}const [${pattern}, ...${others}] = ${text};`];
  }

  #switch(result: () => string | undefined, depth: number): string[] {
    const indent = '  '.repeat(depth);
    const kind = this.#choices.pick(['string', 'number', 'bigint'] as const);
    const clause = (head: string) => [
      `${indent}  // @ts-ignore: cases may fall through.`,
      `${indent}  ${head} {`,
      ...this.#scoped(() => this.statements(1 + this.#choices.below(2), result, depth + 2)),
      ...(this.#choices.below(3) > 0 ? [`${indent}    break;`] : []),
      `${indent}  }`,
    ];
    const cases = Array.from({ length: 1 + this.#choices.below(3) }, () =>
      clause(`case ${this.#expressions.value(kind, 0)}:`),
    );
    if (this.#choices.below(2) === 0) cases.splice(this.#choices.below(cases.length + 1), 0, clause('default:'));
    return [`${indent}switch (${this.#expressions.value(kind, 1)}) {`, ...cases.flat(), `${indent}}`];
  }

  /** A row that throws sometimes. */
  #failure(indent: string): string[] {
    const test = `${this.#expressions.value('boolean', 1)} && ${this.#expressions.value('boolean', 1)} && (k & 7) === ${this.#choices.below(8)}`;
    const thrown = this.#choices.pick([
      () => `new RangeError(\`\${${this.#expressions.value('string', 1)}}\`)`,
      () => `new Error(${this.#expressions.value('string', 1)})`,
      () => this.#expressions.value('string', 0),
    ]);
    return [`${indent}if (${test}) throw ${thrown()};`];
  }

  /** A loop of at most some dozens of steps. */
  #loop(result: () => string | undefined, depth: number): string[] {
    const indent = '  '.repeat(depth);
    const name = this.#scope.newName();
    const known = (kind: Kind) => this.#scope.variables.push({ name, kind, nullable: false, assignable: false });
    const body = (before: readonly string[] = []) =>
      this.#scoped(() => {
        this.#loops += 1;
        const statements = this.statements(1 + this.#choices.below(3), result, depth + 1);
        this.#loops -= 1;
        return [...before, ...statements, `${indent}}`];
      });
    const { variables, lists, dates } = this.#scope;
    this.#scope.variables = [...variables];
    this.#scope.dates = [...dates];
    const text = this.#expressions.value('string', 1);
    const matches = () => {
      const { head, before } = this.#expressions.matches.loop(indent);
      return [`${indent}${head} {`, ...body(before)];
    };
    const forms = [
      () => this.#indexLoop(name, indent, body),
      () => this.#indexLoop(name, indent, body),
      () => {
        const loop = this.#expressions.lists.loop();
        if (!loop) return [];
        this.#scope.lists = lists.map((list) => (list === loop.list ? { ...list, isFrozen: true } : list));
        return [`${indent}${loop.head} {`, ...body()];
      },
      matches,
      matches,
      matches,
      () => {
        known('string');
        return [`${indent}for (const ${name} of words) {`, ...body()];
      },
      () => {
        const inner = this.#scope.newName();
        known('string');
        this.#scope.variables.push({ name: inner, kind: 'number', nullable: false, assignable: false });
        return [`${indent}for (const [${name}, { size: ${inner} }] of Object.entries(nested)) {`, ...body()];
      },
      () => {
        known('string');
        return [`${indent}for (const ${name} of ${text}) {`, ...body()];
      },
      () => {
        known('number');
        const end = this.#choices.pick(['3', '5', `(${text}).length`, `(${text}).indexOf('a') + 2`]);
        return [
          `${indent}for (let ${name} = ${this.#choices.pick(['0', '-2', '1'])}; ${name} < ${end}; ${name}++) {`,
          ...body(),
        ];
      },
      () => {
        known('number');
        return [`${indent}for (let ${name} = (${text}).length - 1; ${name} >= 0; ${name} -= 2) {`, ...body()];
      },
      () => {
        known('number');
        const step = [`${indent}  ${name} += 1;`];
        return [
          `${indent}let ${name} = ${this.#choices.pick(['0', '0.5'])};`,
          `${indent}while (${name} < 4 && ${this.#expressions.value('boolean', 1)}) {`,
          ...body(step),
        ];
      },
    ];
    const lines = this.#choices.pick(forms)();
    this.#scope.variables = variables;
    this.#scope.lists = lists;
    this.#scope.dates = dates;
    return lines;
  }

  /** A loop over the units of a string that it does not change, up or down. */
  #indexLoop(name: string, indent: string, body: (before: readonly string[]) => readonly string[]): string[] {
    const strings = this.#scope.variables.filter(
      (known) => known.kind === 'string' && !known.nullable && !known.assignable,
    );
    const text = this.#choices.pick(strings).name;
    const unit = this.#scope.newName();
    const read = this.#choices.pick([
      { kind: 'string', value: `${text}[${name}] ?? '-'` },
      { kind: 'string', value: `${text}.charAt(${name})` },
      { kind: 'string', value: `${text}.slice(${name}, ${name} + 2)` },
      { kind: 'number', value: `${text}.charCodeAt(${name})` },
      { kind: 'number', value: `${text}.codePointAt(${name} + 1) ?? -1` },
    ] as const);
    for (const [known, kind] of [
      [name, 'number'],
      [unit, read.kind],
    ] as const)
      this.#scope.variables.push({ name: known, kind, nullable: false, assignable: false });
    const head = this.#choices.pick([
      `let ${name} = 0; ${name} < ${text}.length; ${name}++`,
      `let ${name} = 0; ${name} < ${text}.length; ${name}++`,
      `let ${name} = ${text}.length - 1; ${name} >= 0; ${name}--`,
      `let ${name} = -1; ${name} <= ${text}.length; ${name} += 2`,
    ]);
    return [`${indent}for (${head}) {`, ...body([`${indent}  const ${unit}: ${read.kind} = ${read.value};`])];
  }

  /** Strings that grow at every step stay short, and bigints do not grow at all. */
  #assignInLoop(target: Variable, indent: string): string[] {
    const { name, kind, nullable } = target;
    if (kind === 'bigint') return [];
    if (kind !== 'string')
      return [
        `${indent}${name} = ${nullable ? this.#expressions.nullable(kind, 2) : this.#expressions.value(kind, 2)};`,
      ];
    const piece = `(${this.#expressions.value('string', 2)}).slice(0, 20)`;
    if (nullable) return [`${indent}${name} = ${this.#choices.pick(['null', piece, piece])};`];
    return [
      `${indent}${this.#choices.pick([
        `if (${name}.length < 60) ${name} += ${piece}`,
        `if (${name}.length < 60) ${name} += ${piece}`,
        `if (${name}.length < 60) ${name} = ${piece} + ${name}`,
        `${name} = ${piece}`,
      ])};`,
    ];
  }

  #scoped<T>(visit: () => T): T {
    return this.#scope.scoped(visit);
  }
}
