// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the declarations are source code
/** Keys and aggregates of a random aggregate. */
import { columns, type Scope } from './program-scope.js';
import type { Choices } from './random-choices.js';
import type { Kind } from './random-constants.js';
import type { Expressions } from './random-expressions.js';

/** A column of the rows that are grouped. */
export interface GroupedColumn {
  readonly name: string;
  /** Its type in the DSL, `nullable(…)` included. */
  readonly type: string;
  readonly kind: Kind;
  /** True if it has so few values that groups have several rows. */
  readonly few?: true;
}

/** The columns of every random program, cut from lines: pieces between semicolons, and values derived from them without new text. */
export const linesStage = [
  'const parsedLines = transform({',
  '  input: lines(),',
  `  output: { ${columns.map(({ name, type }) => `${name}: ${type}`).join(', ')} },`,
  '  row({ line }) {',
  "    const at = line.indexOf(';');",
  '    const s = at < 0 ? line : line.slice(0, at);',
  '    const u = line.slice(at + 1);',
  '    const n = Number(u);',
  '    const k = n | 0;',
  '    const x = BigInt(k) << BigInt(s.length & 31);',
  '    return {',
  "      s, u, t: u === '' ? null : u, n, k, m: Number.isNaN(n) ? null : n / 3, x, y: BigInt.asUintN(64, x), z: k === 0 ? null : x,",
  "      b: s < u, c: u === '' ? null : n > 0, d: (k & 1023) * 86_400_000, e: k === 7 ? null : k, w: x % 1000n,",
  '    };',
  '  },',
  '});',
].join('\n');

/** Types that can store the values of a kind, beside those of the programs' columns. */
const storedAs: Readonly<Record<Kind, readonly string[]>> = {
  string: ['utf8', 'nullable(utf8)', 'largeUtf8'],
  number: [
    'float64',
    'nullable(float64)',
    'float32',
    'nullable(float32)',
    'int32',
    'nullable(int32)',
    'nullable(int8)',
    'uint16',
    'uint32',
  ],
  bigint: ['int64', 'nullable(int64)', 'uint64', "nullable(timestamp('us'))"],
  boolean: ['bool', 'nullable(bool)'],
};

/** Returns the functions of a column with such values: those of its type, then those of every column. */
const functionsOf = ({ type, kind }: GroupedColumn): readonly string[] => {
  const of = /date32|timestamp/.test(type) ? 'time' : kind;
  const own = {
    number: numeric,
    bigint: numeric,
    boolean: ['any', 'every', 'min', 'max'],
    string: ['min', 'max'],
    time: ['min', 'max'],
  }[of];
  return [...own, ...own, 'count', 'first', 'last', 'countDistinct', 'collect'];
};
const numeric = ['sum', 'mean', 'min', 'max', 'variance', 'stddev'] as const;

/** The columns of a `reduce`: its state has the names of some columns, its row those of the others. */
const stateColumns = columns.filter(({ name }) => 'nmxzbc'.includes(name));
const rowColumns = columns.filter(({ name }) => !'nmxzbc'.includes(name));

export class Groups {
  readonly #choices: Choices;
  readonly #scope: Scope;
  readonly #expressions: Expressions;

  constructor(choices: Choices, scope: Scope, expressions: Expressions) {
    this.#choices = choices;
    this.#scope = scope;
    this.#expressions = expressions;
  }

  /** Columns that a stage makes: `g0` and on for keys, with few values, and `v0` and on. */
  made(): readonly GroupedColumn[] {
    const keys = Array.from({ length: this.#choices.below(3) }, (_, place) => this.#column(`g${place}`, true));
    const values = Array.from({ length: 1 + this.#choices.below(4) }, (_, place) => this.#column(`v${place}`, false));
    return [...keys, ...values];
  }

  #column(name: string, few: boolean): GroupedColumn {
    const kind = this.#choices.pick(['string', 'number', 'number', 'bigint', 'boolean'] as const);
    return { name, type: this.#choices.pick(storedAs[kind]), kind, ...(few && { few }) };
  }

  /** Returns the expression for a column, from a value of its kind, mostly within its range. */
  stored({ type, kind, few }: GroupedColumn): string {
    const value =
      type.startsWith('nullable') && this.#choices.below(3) === 0 ? undefined : this.#expressions.value(kind, 2);
    if (value === undefined)
      return `(${this.#expressions.value('boolean', 1)} ? null : ${this.#fitting(type, kind, few, this.#expressions.value(kind, 1))})`;
    return this.#fitting(type, kind, few, value);
  }

  #fitting(type: string, kind: Kind, few: boolean | undefined, value: string): string {
    if (kind === 'boolean') return value;
    if (kind === 'string') return few ? `(${value}).slice(0, 1)` : value;
    if (kind === 'bigint') {
      const fits =
        type === 'uint64'
          ? `BigInt.asUintN(64, ${value})`
          : `BigInt.asIntN(${this.#choices.pick([64, 64, 55])}, ${value})`;
      return few ? `${fits} % 3n` : fits;
    }
    const bits = /u?int(\d+)/.exec(type)?.[1];
    const fits =
      bits === undefined
        ? `(${value})`
        : type.includes('uint')
          ? `((${value}) & ${bits === '16' ? 65_535 : 2_147_483_647})`
          : bits === '8'
            ? `((${value}) % 128 | 0)`
            : `((${value}) | 0)`;
    return few ? `${fits} % 3` : fits;
  }

  /** Returns the members of the description behind `from` or `input`. */
  members(
    available: readonly GroupedColumn[],
    name: string,
  ): { readonly before: readonly string[]; readonly lines: readonly string[] } {
    const few = available.filter((column) => column.few || column.type.includes('bool'));
    const keyed = Array.from(
      { length: this.#choices.pick([0, 1, 1, 1, 2, 2, 3]) },
      () => this.#choices.pick(few.length > 0 && this.#choices.below(4) > 0 ? few : available).name,
    );
    const keys = [...new Set(keyed)];
    const outputs = Array.from(
      { length: 1 + this.#choices.below(5) },
      (_, place) => `r${place}: ${this.#aggregate(available)}`,
    );
    const reduces = this.#choices.below(3) === 0;
    return {
      before: reduces ? [`const ${name}Own = ${this.#scope.scoped(() => this.#reduce())};`] : [],
      lines: [
        `  key: ${keys.length === 1 && this.#choices.below(2) === 0 ? `'${keys[0]}'` : `[${keys.map((key) => `'${key}'`).join(', ')}]`},`,
        `  output: { ${[...outputs, ...(reduces ? [`own: ${name}Own`] : [])].join(', ')} },`,
        ...(this.#choices.below(3) === 0 ? ["  order: 'none',"] : []),
      ],
    };
  }

  #aggregate(available: readonly GroupedColumn[]): string {
    if (this.#choices.below(8) === 0) return 'count()';
    const column = this.#choices.pick(available);
    return `${this.#choices.pick(functionsOf(column))}('${column.name}')`;
  }

  /** The functions read the programs' columns. A missing column is derived from the available ones. */
  #reduce(): string {
    const state = stateColumns.map(({ name }) => name).join(', ');
    const row = rowColumns.map(({ name }) => name).join(', ');
    const others =
      "    const s = b ? 'ab' : 'é', u = n > 1 ? 'a' : '', t: string | null = c ? null : s, k = n | 0, y = x & 255n, d = 0, e: number | null = m, w = 5n;";
    const made = () =>
      `{ ${stateColumns.map(({ name, type, kind, nullable }) => `${name}: ${this.#ofState(name, type, kind, nullable)}`).join(', ')} }`;
    const output = this.#choices.pick([
      ['nullable(float64)', 'number'],
      ['nullable(int64)', 'bigint'],
      ['bool', 'boolean'],
    ] as const);
    const finish =
      output[1] === 'bigint'
        ? `BigInt.asIntN(64, ${this.#expressions.value('bigint', 2)})`
        : this.#expressions.value(output[1], 2);
    return [
      'reduce({',
      `  input: { ${rowColumns.map(({ name, type }) => `${name}: ${type}`).join(', ')} },`,
      `  state: { ${stateColumns.map(({ name, type }) => `${name}: ${type}`).join(', ')} },`,
      `  output: ${output[0]},`,
      '  init: () => ({ n: 0, m: null, x: 1n, z: null, b: false, c: null }),',
      `  step({ ${state} }, { ${row} }) {`,
      `    return ${made()};`,
      '  },',
      `  merge({ ${state} }, later) {`,
      others,
      `    return ${this.#scope.scoped(made).replace('n: ', 'n: later.n + ')};`,
      '  },',
      `  finish({ ${state} }) {`,
      others,
      `    return ${finish};`,
      '  },',
      '})',
    ].join('\n');
  }

  #ofState(name: string, type: string, kind: Kind, nullable: boolean): string {
    if (this.#choices.below(3) === 0) return name;
    return this.stored({ name, type: nullable && !type.startsWith('nullable') ? `nullable(${type})` : type, kind });
  }
}
