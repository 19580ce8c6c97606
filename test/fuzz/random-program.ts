/** Random well-typed row functions of the language, as TypeScript source. The same seed gives the same program. */

import { declarations, type Kind, lists, literals } from './random-constants.js';

interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly nullable: boolean;
  readonly assignable: boolean;
}

const columns: readonly (Variable & { readonly type: string })[] = [
  { name: 's', kind: 'string', nullable: false, assignable: false, type: 'utf8' },
  { name: 'u', kind: 'string', nullable: false, assignable: false, type: 'utf8' },
  { name: 't', kind: 'string', nullable: true, assignable: false, type: 'nullable(utf8)' },
  { name: 'n', kind: 'number', nullable: false, assignable: false, type: 'float64' },
  { name: 'k', kind: 'number', nullable: false, assignable: false, type: 'int32' },
  { name: 'm', kind: 'number', nullable: true, assignable: false, type: 'nullable(float64)' },
  { name: 'x', kind: 'bigint', nullable: false, assignable: false, type: 'int64' },
  { name: 'y', kind: 'bigint', nullable: false, assignable: false, type: 'uint64' },
  { name: 'z', kind: 'bigint', nullable: true, assignable: false, type: 'nullable(int64)' },
  { name: 'b', kind: 'boolean', nullable: false, assignable: false, type: 'bool' },
  { name: 'c', kind: 'boolean', nullable: true, assignable: false, type: 'nullable(bool)' },
];

/** The functions of `Math` of one number. */
const unaryFunctions: readonly string[] = (
  'abs acos acosh asin asinh atan atanh cbrt ceil clz32 cos cosh exp expm1 floor fround log log10 log1p log2 round sign sin ' +
  'sinh sqrt tan tanh trunc'
).split(' ');

const dateFields: readonly string[] =
  'Time UTCFullYear UTCMonth UTCDate UTCDay UTCHours UTCMinutes UTCSeconds UTCMilliseconds'.split(' ');

/** The text of programs `first` and on of a seed, each an exported transform. */
export function randomPrograms(seed: number, first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Program(seed * 1_000_003 + first + index).text(`program${seed}_${first + index}`),
  );
}

/** A module of these programs, with the constants that they capture. */
export function moduleOf(programs: readonly string[]): string {
  const used = new Set(programs.flatMap((program) => program.match(/\w+/g) ?? []));
  const captured = [...declarations].flatMap(([name, declaration]) => (used.has(name) ? [declaration] : []));
  const imports = "import { bool, float64, int32, int64, nullable, sha256, transform, uint64, utf8 } from 'rowfuse';";
  return [imports, '', ...captured, '', ...programs].join('\n');
}

class Program {
  readonly #random: () => number;
  #variables: Variable[] = [...columns];
  #names = 0;
  #loops = 0;

  constructor(seed: number) {
    this.#random = mulberry32(seed);
  }

  text(name: string): string {
    const outputs = this.#pick<{ type: string; kind: Kind; nullable: boolean }[]>([
      [{ type: 'nullable(utf8)', kind: 'string', nullable: false }],
      [{ type: 'nullable(utf8)', kind: 'string', nullable: false }],
      [{ type: 'nullable(utf8)', kind: 'string', nullable: true }],
      [
        { type: 'nullable(float64)', kind: 'number', nullable: false },
        { type: 'nullable(bool)', kind: 'boolean', nullable: false },
      ],
      [
        { type: 'nullable(int64)', kind: 'bigint', nullable: false },
        { type: 'nullable(int64)', kind: 'bigint', nullable: true },
        { type: 'nullable(bool)', kind: 'boolean', nullable: false },
      ],
      [
        { type: 'nullable(utf8)', kind: 'string', nullable: false },
        { type: 'nullable(float64)', kind: 'number', nullable: true },
        { type: 'nullable(utf8)', kind: 'string', nullable: true },
      ],
    ]);
    const single = outputs.length === 1;
    const result = () => {
      const values = outputs.map(({ kind, nullable }) => {
        // Within the column's range, but for rows where nothing fails in between.
        if (kind === 'bigint' && !nullable) return `(${this.#value(kind, 3)}) % 9223372036854775807n`;
        return nullable ? this.#nullable(kind, 2) : this.#value(kind, 3);
      });
      return single ? values[0] : `{ ${values.map((value, index) => `o${index}: ${value}`).join(', ')} }`;
    };
    const body = [...this.#statements(this.#below(5), result, 2), `    return ${result()};`];
    const output = single
      ? outputs[0]?.type
      : `{ ${outputs.map(({ type }, index) => `o${index}: ${type}`).join(', ')} }`;
    return [
      `export const ${name} = transform({`,
      `  input: { ${columns.map((column) => `${column.name}: ${column.type}`).join(', ')} },`,
      `  output: ${output},`,
      `  row({ ${columns.map((column) => column.name).join(', ')} }) {`,
      ...body,
      '  },',
      '});',
      '',
    ].join('\n');
  }

  #statements(count: number, result: () => string | undefined, depth: number): string[] {
    return Array.from({ length: count }, () => this.#statement(result, depth)).flat();
  }

  #statement(result: () => string | undefined, depth: number): string[] {
    const indent = '  '.repeat(depth);
    const kind = this.#kind();
    const choice = this.#below(11);
    if (choice === 10) return this.#switch(result, depth);
    if (choice === 9) return this.#failure(indent);
    if (choice === 8) return this.#loops < 2 ? this.#loop(result, depth) : [];
    if (choice < 3) {
      const nullable = this.#below(4) === 0;
      const value = nullable ? this.#nullable(kind, 3) : this.#value(kind, 3);
      const assignable = this.#below(2) === 0;
      const type = `${kind}${nullable ? ' | null' : ''}`;
      const name = `v${this.#names++}`;
      this.#variables.push({ name, kind, nullable, assignable });
      return [`${indent}${assignable ? 'let' : 'const'} ${name}: ${type} = ${value};`];
    }
    if (choice < 5) {
      const targets = this.#variables.filter(({ assignable }) => assignable);
      const target = targets.length > 0 ? this.#pick(targets) : undefined;
      if (!target) return [];
      if (this.#loops > 0) return this.#assignInLoop(target, indent);
      if (target.kind === 'string' && !target.nullable && this.#below(2) === 0) {
        return [`${indent}${target.name} += ${this.#value('string', 1)};`];
      }
      return [
        `${indent}${target.name} = ${target.nullable ? this.#nullable(target.kind, 2) : this.#value(target.kind, 2)};`,
      ];
    }
    const test = this.#value('boolean', 2);
    if (choice < 6 && this.#loops > 0 && this.#below(3) > 0)
      return [`${indent}if (${test}) ${this.#pick(['break', 'continue'])};`];
    if (choice < 6) return [`${indent}if (${test}) return ${result()};`];
    const then = this.#scoped(() => this.#statements(1 + this.#below(2), result, depth + 1));
    if (choice < 7) return [`${indent}if (${test}) {`, ...then, `${indent}}`];
    const otherwise = this.#scoped(() => this.#statements(1 + this.#below(2), result, depth + 1));
    return [`${indent}if (${test}) {`, ...then, `${indent}} else {`, ...otherwise, `${indent}}`];
  }

  #switch(result: () => string | undefined, depth: number): string[] {
    const indent = '  '.repeat(depth);
    const kind = this.#pick(['string', 'number', 'bigint'] as const);
    const clause = (head: string) => [
      `${indent}  // @ts-ignore: cases may fall through.`,
      `${indent}  ${head} {`,
      ...this.#scoped(() => this.#statements(1 + this.#below(2), result, depth + 2)),
      ...(this.#below(3) > 0 ? [`${indent}    break;`] : []),
      `${indent}  }`,
    ];
    const cases = Array.from({ length: 1 + this.#below(3) }, () => clause(`case ${this.#value(kind, 0)}:`));
    if (this.#below(2) === 0) cases.splice(this.#below(cases.length + 1), 0, clause('default:'));
    return [`${indent}switch (${this.#value(kind, 1)}) {`, ...cases.flat(), `${indent}}`];
  }

  /** A row that throws now and then. */
  #failure(indent: string): string[] {
    const test = `${this.#value('boolean', 1)} && ${this.#value('boolean', 1)} && (k & 7) === ${this.#below(8)}`;
    const thrown = this.#pick([
      () => `new RangeError(\`\${${this.#value('string', 1)}}\`)`,
      () => `new Error(${this.#value('string', 1)})`,
      () => this.#value('string', 0),
    ]);
    return [`${indent}if (${test}) throw ${thrown()};`];
  }

  /** A loop of at most some dozens of steps. */
  #loop(result: () => string | undefined, depth: number): string[] {
    const indent = '  '.repeat(depth);
    const name = `v${this.#names++}`;
    const known = (kind: Kind) => this.#variables.push({ name, kind, nullable: false, assignable: false });
    const body = (before: readonly string[] = []) =>
      this.#scoped(() => {
        this.#loops += 1;
        const statements = this.#statements(1 + this.#below(3), result, depth + 1);
        this.#loops -= 1;
        return [...before, ...statements, `${indent}}`];
      });
    const before = [...this.#variables];
    const text = this.#value('string', 1);
    const forms = [
      () => {
        known('string');
        return [`${indent}for (const ${name} of words) {`, ...body()];
      },
      () => {
        const inner = `v${this.#names++}`;
        known('string');
        this.#variables.push({ name: inner, kind: 'number', nullable: false, assignable: false });
        return [`${indent}for (const [${name}, { size: ${inner} }] of Object.entries(nested)) {`, ...body()];
      },
      () => {
        known('string');
        return [`${indent}for (const ${name} of ${text}) {`, ...body()];
      },
      () => {
        known('number');
        const end = this.#pick(['3', '5', `(${text}).length`, `(${text}).indexOf('a') + 2`]);
        return [
          `${indent}for (let ${name} = ${this.#pick(['0', '-2', '1'])}; ${name} < ${end}; ${name}++) {`,
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
          `${indent}let ${name} = ${this.#pick(['0', '0.5'])};`,
          `${indent}while (${name} < 4 && ${this.#value('boolean', 1)}) {`,
          ...body(step),
        ];
      },
    ];
    const lines = this.#pick(forms)();
    this.#variables = before;
    return lines;
  }

  /** What grows with every step stays short, and bigints do not grow at all. */
  #assignInLoop(target: Variable, indent: string): string[] {
    const { name, kind, nullable } = target;
    if (kind === 'bigint') return [];
    if (kind !== 'string') return [`${indent}${name} = ${nullable ? this.#nullable(kind, 2) : this.#value(kind, 2)};`];
    const piece = `(${this.#value('string', 2)}).slice(0, 20)`;
    if (nullable) return [`${indent}${name} = ${this.#pick(['null', piece, piece])};`];
    return [
      `${indent}${this.#pick([
        `if (${name}.length < 60) ${name} += ${piece}`,
        `if (${name}.length < 60) ${name} += ${piece}`,
        `if (${name}.length < 60) ${name} = ${piece} + ${name}`,
        `${name} = ${piece}`,
      ])};`,
    ];
  }

  #scoped<T>(visit: () => T): T {
    const before = [...this.#variables];
    const value = visit();
    this.#variables = before;
    return value;
  }

  #value(kind: Kind, depth: number): string {
    if (depth <= 0) return this.#leaf(kind);
    if (this.#below(12) === 0) {
      return `(${this.#value('boolean', depth - 1)} ? ${this.#value(kind, depth - 1)} : ${this.#value(kind, depth - 1)})`;
    }
    if (this.#below(12) === 0) return `(${this.#nullableVariable(kind)} ?? ${this.#value(kind, depth - 1)})`;
    if (kind === 'string') return this.#string(depth - 1);
    if (kind === 'bigint') return this.#bigint(depth - 1);
    return kind === 'number' ? this.#number(depth - 1) : this.#boolean(depth - 1);
  }

  #nullable(kind: Kind, depth: number): string {
    const choice = this.#below(4);
    if (choice === 0) return 'null';
    if (choice === 1) return this.#nullableVariable(kind);
    if (choice === 2) return `(${this.#value('boolean', depth)} ? null : ${this.#value(kind, depth)})`;
    return this.#value(kind, depth);
  }

  #string(depth: number): string {
    const s = () => this.#value('string', depth);
    const n = () => this.#value('number', depth);
    return this.#pick([
      () => `${s()}.slice(${n()})`,
      () => `${s()}.slice(${n()}, ${n()})`,
      () => `${s()}.substring(${n()}, ${n()})`,
      () => `${s()}.charAt(${n()})`,
      () => `(${s()}.at(${n()}) ?? ${s()})`,
      () => `\`\${${s()}[${n()}]}\``,
      () => `${s()}.${this.#pick(['trim', 'trimStart', 'trimEnd'])}()`,
      () => `${s()}.${this.#pick(['toUpperCase', 'toLowerCase'])}()`,
      () => `(${s()} + ${this.#value(this.#kind(), depth)})`,
      () => `\`${this.#pick(['', '-', 'é', '😀'])}\${${this.#value(this.#kind(), depth)}}\${${s()}}\``,
      () => `${s()}.concat(${s()})`,
      () => `(${s()} || ${s()})`,
      () => `(${s()} && ${s()})`,
      () => `\`\${${this.#nullableVariable(this.#kind())}}\``,
      () => `(textTable[${s()}] ?? ${s()})`,
      () => `(numberMap.get(${n()}) ?? ${s()})`,
      () => `(words[${n()}] ?? ${s()})`,
      () => `(words.at(${n()}) ?? '-')`,
      () => `shorten(${s()}, ${n()})`,
      () => `joined(${s()}, ${s()})`,
      () => `((t as string | null)?.slice(${n()}) ?? ${s()})`,
      () => `(nested[${s()}]?.name ?? ${s()})`,
      () => `(nested[${s()}] ?? (nested.a as unknown as { name: string })).name`,
      () => `${s()}.${this.#pick(['padStart', 'padEnd'])}(${this.#pick(['7', '(k & 15)', n()])} % 30, ${s()})`,
      () => `${s()}.slice(0, 9).repeat(${this.#pick(['2', '(k & 3)'])})`,
      () => `${s()}.${this.#pick(['replace', 'replaceAll'])}(${s()}, ${s()}).slice(0, 99)`,
      () => `${s()}.split(${s()}).join(${s()}).slice(0, 99)`,
      () => `${s()}.substr(${n()}, ${n()})`,
      () => `${s()}.toWellFormed()`,
      () => `String.fromCharCode(${n()})`,
      () => `(${n()}).toFixed(k & 15)`,
      () => `(${n()}).toString(${this.#pick(['2', '10', '16', '(2 + (k & 15))'])})`,
      () => `(${n()}).${this.#pick(['toPrecision', 'toExponential'])}(1 + (k & 15))`,
      () => `(${this.#value('bigint', depth)}).toString(${this.#pick(['2', '16', '36'])})`,
      () => `(new Date(${n()}).toJSON() ?? ${s()})`,
      () => `sha256(${s()}).slice(${n()}, 7)`,
    ])();
  }

  #number(depth: number): string {
    const s = () => this.#value('string', depth);
    const n = () => this.#value('number', depth);
    return this.#pick([
      () => `${s()}.length`,
      () => `${s()}.indexOf(${s()})`,
      () => `${s()}.indexOf(${s()}, ${n()})`,
      () => `${s()}.lastIndexOf(${s()})`,
      () => `(${s()}.indexOf(${s()}) ${this.#pick(['+', '-'])} ${this.#below(4)})`,
      () => `(${n()} ${this.#pick(['+', '-', '*', '/', '%'])} ${n()})`,
      () => `(-${n()})`,
      () => `(${n()} ${this.#pick(['&', '|', '^', '<<', '>>', '>>>'])} ${n()})`,
      () => `((${n()} ${this.#pick(['+', '-', '*', '/'])} ${this.#pick([n(), 'k', '31'])}) | 0)`,
      () => `(~${n()})`,
      () => `(${n()} ** ${n()})`,
      () => `Math.${this.#pick(unaryFunctions)}(${n()})`,
      () => `Math.${this.#pick(['floor', 'trunc', 'round', 'ceil'])}(${n()} / ${this.#pick([n(), '10', '3'])})`,
      () => `Math.${this.#pick(['max', 'min', 'hypot', 'atan2', 'pow', 'imul'])}(${n()}, ${n()})`,
      () => `Math.${this.#pick(['max', 'min', 'hypot'])}(${n()}, ${n()}, ${n()})`,
      () => `Number(${this.#value('bigint', depth)})`,
      () => `(numberTable[${s()}] ?? ${n()})`,
      () => `bounded(${n()})`,
      () => `((t as string | null)?.length ?? ${n()})`,
      () => `(numberTable[${n()}] ?? ${n()})`,
      () => `(bigintMap.get(${this.#value('bigint', depth)}) ?? ${n()})`,
      () => `(nested[${s()}]?.size ?? ${n()})`,
      () => `words.${this.#pick(['indexOf', 'lastIndexOf'])}(${s()})`,
      () => `numbers.${this.#pick(['indexOf', 'lastIndexOf'])}(${n()})`,
      () => `(numbers[${n()}] ?? ${n()})`,
      () => `${s()}.charCodeAt(${n()})`,
      () => `(${s()}.codePointAt(${n()}) ?? ${n()})`,
      () => `(${this.#pick(['Number', 'parseFloat', 'parseInt', '+', '-'])}(${s()}))`,
      () => `parseInt(${s()}, ${this.#pick(['2', '7', '10', '16', '(k & 31)', n()])})`,
      () => `parseFloat(\`\${${n()}}\${${s()}}\`)`,
      () => `new Date(${n()} * ${this.#pick(['1', '1e9', '86400000'])}).get${this.#pick(dateFields)}()`,
      () => `Date.UTC(${n()}, ${n()}, ${n()})`,
      () => `(${n()} || ${n()})`,
    ])();
  }

  #bigint(depth: number): string {
    const x = () => this.#value('bigint', depth);
    return this.#pick([
      () => `(${x()} ${this.#pick(['+', '-', '*'])} ${x()})`,
      () => `(${x()} ${this.#pick(['+', '-', '*'])} ${x()})`,
      () => `(${x()} ${this.#pick(['/', '%'])} (${x()} || 3n))`,
      () => `(-${x()})`,
      () => `(${x()} ${this.#pick(['&', '|', '^'])} ${x()})`,
      () => `(${x()} ${this.#pick(['<<', '>>'])} ${this.#pick(['7n', '40n', '(x & 63n)', 'BigInt(s.length)'])})`,
      () => `(~${x()})`,
      () => `((${x()} & 15n) ** 3n)`,
      () => `BigInt.${this.#pick(['asIntN', 'asUintN'])}(${this.#pick(['8', '64', '33', 's.length'])}, ${x()})`,
      () => `(${x()} || ${x()})`,
      () => `(bigintTable.get(${this.#value('string', depth)}) ?? ${x()})`,
      () => `(nested[${this.#value('string', depth)}]?.big ?? ${x()})`,
      () => `BigInt(${this.#pick(['k', 'b', 's.length'])})`,
    ])();
  }

  #boolean(depth: number): string {
    const s = () => this.#value('string', depth);
    const n = () => this.#value('number', depth);
    const b = () => this.#value('boolean', depth);
    const variable = () => this.#nullableVariable(this.#kind());
    const x = () => this.#value('bigint', depth);
    const order = () => this.#pick(['<', '<=', '>', '>=']);
    return this.#pick([
      () => `(${x()} ${this.#pick(['<', '<=', '>', '>=', '===', '!=='])} ${x()})`,
      () => `(${x()} ${order()} ${n()})`,
      () => `(${n()} ${order()} ${x()})`,
      () => this.#membership(depth),
      () => this.#membership(depth),
      () => `(${b()} && ${b()})`,
      () => `(${b()} || ${b()})`,
      () => `(!${b()})`,
      () => `(${n()} ${this.#pick(['<', '<=', '>', '>=', '===', '!=='])} ${n()})`,
      () => `(${s()} ${this.#pick(['<', '<=', '>', '>=', '===', '!=='])} ${s()})`,
      () => `${s()}.${this.#pick(['includes', 'startsWith', 'endsWith'])}(${s()})`,
      () => `${s()}.${this.#pick(['includes', 'startsWith', 'endsWith'])}(${s()}, ${n()})`,
      () => `(${variable()} ${this.#pick(['===', '!==', '==', '!='])} null)`,
      () => `(!${variable()})`,
      () => `(${s()} in ${this.#pick(['numberTable', 'textTable', 'nested'])})`,
      () => `Object.hasOwn(numberTable, ${s()})`,
      () => `bigintMap.has(${x()})`,
      () => `(nested[${s()}] ${this.#pick(['===', '!=='])} undefined)`,
      () => `(nested[${s()}] && ${b()} ? true : false)`,
      () => `words.includes(${s()})`,
      () => `${s()}.isWellFormed()`,
      () => `Number.${this.#pick(['isInteger', 'isSafeInteger', 'isFinite', 'isNaN'])}(${n()})`,
    ])();
  }

  #membership(depth: number): string {
    const kind = this.#pick(['string', 'number', 'bigint'] as const);
    const index = this.#below(lists[kind].length);
    const method = lists[kind][index]?.startsWith('new') ? 'has' : 'includes';
    const operand = this.#below(4) === 0 ? `${this.#nullableVariable(kind)} as ${kind}` : this.#value(kind, depth);
    return `${kind}List${index}.${method}(${operand})`;
  }

  #leaf(kind: Kind): string {
    const known = this.#variables.filter((variable) => variable.kind === kind && !variable.nullable);
    if (this.#below(3) > 0) return this.#pick(known).name;
    return `${kind}${this.#below(literals[kind].length)}`;
  }

  /** As its declared type: tsc may have narrowed it, and would object to a test that it thinks is decided. */
  #nullableVariable(kind: Kind): string {
    const { name } = this.#pick(this.#variables.filter((variable) => variable.kind === kind && variable.nullable));
    return `(${name} as ${kind} | null)`;
  }

  #kind(): Kind {
    return this.#pick(['string', 'string', 'number', 'bigint', 'boolean'] as const);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(choices: readonly T[]): T {
    const choice = choices[this.#below(choices.length)];
    if (choice === undefined) throw new RangeError('nothing to pick from');
    return choice;
  }
}

/** A small generator of good quality: T. Ettinger's mulberry32. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
