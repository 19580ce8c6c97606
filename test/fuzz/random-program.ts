/** Random well-typed row functions of the language, as TypeScript source. The same seed gives the same program. */

import { columns, Scope } from './program-scope.js';
import { Choices } from './random-choices.js';
import { declarations, type Kind } from './random-constants.js';
import { Expressions } from './random-expressions.js';
import { Statements } from './random-statements.js';

/**
 * Lengths of row functions' source. A compiler's time grows with it, and many small programs find more than a few large ones:
 * long ones are drawn again, but for one in 32.
 */
const usualLength = 1500;
const greatestLength = 20_000;

/**
 * Programs that read the same columns share the code that loads them, a third of what is compiled. One in eight is left out: the
 * columns that it does not read are not looked at.
 */
const readsAll =
  "    if (k === 2147483647 && n < 0 && m === null && x < y && z === null && b && c === null && s < u && t === null) throw new Error('');";

/** One row of each, one or none, or any number. */
type Form = 'row' | 'filter' | 'expand';

/** The text of programs `first` and on of a seed, each an exported transform. */
export function randomPrograms(seed: number, first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => randomProgram(seed, first + index));
}

function randomProgram(seed: number, number: number): string {
  const most = number % 32 === 31 ? greatestLength : usualLength;
  for (let attempt = 0; ; attempt += 1) {
    const program = new Program(seed * 1_000_003 + number + attempt * 0x9e3779b1).text(
      `program${seed}_${number}`,
      number % 8 === 7 ? [] : [readsAll],
      number % 8 === 5 ? 'filter' : number % 8 === 6 ? 'expand' : 'row',
    );
    if (program.length - program.search(/rows?\(/) <= most) return program;
  }
}

const imports = [
  'bool',
  'date32',
  'expand',
  'float64',
  'int32',
  'int64',
  'nullable',
  'sha256',
  'timestamp',
  'transform',
  'uint64',
  'utf8',
];

/** A module of these programs, with the constants that they capture. */
export function moduleOf(programs: readonly string[]): string {
  const used = new Set(programs.flatMap((program) => program.match(/\w+/g) ?? []));
  const captured = [...declarations].flatMap(([name, declaration]) => (used.has(name) ? [declaration] : []));
  return [`import { ${imports.join(', ')} } from 'rowfuse';`, '', ...captured, '', ...programs].join('\n');
}
class Program {
  readonly #choices: Choices;
  readonly #expressions: Expressions;
  readonly #statements: Statements;

  constructor(seed: number) {
    const scope = new Scope();
    this.#choices = new Choices(seed);
    this.#expressions = new Expressions(this.#choices, scope);
    this.#statements = new Statements(this.#choices, scope, this.#expressions);
  }

  text(name: string, begin: readonly string[], form: Form): string {
    const taken = `{ ${columns.map((column) => column.name).join(', ')} }`;
    const kept = columns.filter(() => form !== 'row' && this.#choices.below(5) === 0);
    const where = form === 'filter' ? [`  where: (${taken}) => ${this.#expressions.value('boolean', 3)},`] : [];
    const outputs = this.#choices.pick<{ type: string; kind: Kind; nullable: boolean }[]>([
      [{ type: 'nullable(utf8)', kind: 'string', nullable: false }],
      [{ type: 'nullable(utf8)', kind: 'string', nullable: false }],
      [{ type: 'nullable(utf8)', kind: 'string', nullable: true }],
      [
        { type: 'nullable(float64)', kind: 'number', nullable: false },
        { type: 'nullable(bool)', kind: 'boolean', nullable: false },
      ],
      [
        { type: 'nullable(int64)', kind: 'bigint', nullable: false },
        { type: "nullable(timestamp('ns'))", kind: 'bigint', nullable: true },
        { type: 'nullable(bool)', kind: 'boolean', nullable: false },
      ],
      [
        { type: 'nullable(utf8)', kind: 'string', nullable: false },
        { type: 'nullable(float64)', kind: 'number', nullable: true },
        { type: 'nullable(utf8)', kind: 'string', nullable: true },
      ],
      [
        { type: 'nullable(date32)', kind: 'number', nullable: false },
        { type: "nullable(timestamp('s'))", kind: 'number', nullable: false },
        { type: "nullable(timestamp('ms', 'UTC'))", kind: 'number', nullable: true },
      ],
    ]);
    const single = outputs.length === 1;
    const result = () => {
      const values = outputs.map(({ type, kind, nullable }) => {
        // Within the column's range, but for rows where nothing fails in between.
        if (kind === 'bigint' && !nullable) return `(${this.#expressions.value(kind, 3)}) % 9223372036854775807n`;
        if (nullable) return this.#expressions.nullable(kind, 2);
        const value = this.#expressions.value(kind, 3);
        // Whole days and seconds, but for now and then.
        const unit = type === 'nullable(date32)' ? 86_400_000 : type.includes("timestamp('s')") ? 1000 : undefined;
        return unit === undefined || this.#choices.below(8) === 0
          ? value
          : `Math.floor((${value}) / ${unit}) * ${unit}`;
      });
      return single ? values[0] : `{ ${values.map((value, index) => `o${index}: ${value}`).join(', ')} }`;
    };
    const body = [
      ...begin,
      ...this.#statements.statements(this.#choices.below(5), result, 2),
      `    return ${result()};`,
    ].map((line) => (form === 'expand' ? this.#yielding(line) : line));
    const output = single
      ? outputs[0]?.type
      : `{ ${outputs.map(({ type }, index) => `o${index}: ${type}`).join(', ')} }`;
    return [
      `export const ${name} = ${form === 'expand' ? 'expand' : 'transform'}({`,
      `  input: { ${columns.map((column) => `${column.name}: ${column.type}`).join(', ')} },`,
      `  output: ${output},`,
      ...(kept.length > 0 ? [`  keep: [${kept.map((column) => `'${column.name}'`).join(', ')}],`] : []),
      ...where,
      `  ${form === 'expand' ? '*rows' : 'row'}(${taken}) {`,
      ...body,
      '  },',
      '});',
      '',
    ].join('\n');
  }

  /** What a row function returns is yielded, and now and then more comes behind it. */
  #yielding(line: string): string {
    const found = /^(\s*)(if \(.*\) )?return (.*);$/.exec(line);
    if (!found) return line;
    const [, indent = '', test, value = ''] = found;
    if (test === undefined) return `${indent}yield ${value};`;
    return `${indent}${test}${this.#choices.below(3) > 0 ? `yield ${value};` : `{ yield ${value}; return; }`}`;
  }
}
