/** Random well-typed row functions of the language, as TypeScript source. The same seed gives the same program. */

import { columns, index, params, Scope } from './program-scope.js';
import { Choices } from './random-choices.js';
import { declarations, type Kind } from './random-constants.js';
import { Expressions } from './random-expressions.js';
import { type GroupedColumn, Groups, linesStage } from './random-groups.js';
import { Statements } from './random-statements.js';

/**
 * The longest row function. A compiler's time grows with it, and many small programs find more than a few large ones, so long ones are
 * drawn again except one in 32.
 */
const usualLength = 1500;
const greatestLength = 20_000;

/**
 * Programs that read the same columns share the code that loads them, a third of what is compiled. One program in eight drops the
 * columns that it does not read.
 */
const readsAll =
  "    if (k === 2147483647 && n < 0 && m === null && x < y && z === null && b && c === null && s < u && t === null) throw new Error('');";

/** Shapes of a program: one row per row, one or none, any number, a pipe of two stages, or groups. */
type Form = 'row' | 'filter' | 'expand' | 'pipe' | 'groups';
type StageForm = Exclude<Form, 'pipe' | 'groups'>;

/** The shapes of 32 consecutive programs. */
const forms: ReadonlyMap<number, Form> = new Map([
  ...[5, 13, 21, 29].map((place) => [place, 'filter'] as const),
  ...[6, 14, 22, 30].map((place) => [place, 'expand'] as const),
  ...[4, 12, 28].map((place) => [place, 'pipe'] as const),
  ...[1, 9, 17, 25].map((place) => [place, 'groups'] as const),
]);

/** Returns the text of programs `first` and on of a seed, each an exported transform. */
export function randomPrograms(seed: number, first: number, count: number, only?: 'groups'): readonly string[] {
  return Array.from({ length: count }, (_, index) => randomProgram(seed, first + index, only));
}

function randomProgram(seed: number, number: number, only?: 'groups'): string {
  const most = number % 32 === 31 ? greatestLength : usualLength;
  const name = `program${seed}_${number}`;
  const begin = number % 8 === 7 ? [] : [readsAll];
  const form = only ?? forms.get(number % 32) ?? 'row';
  for (let attempt = 0; ; attempt += 1) {
    const program = new Program(seed * 1_000_003 + number + attempt * 0x9e3779b1, number % 4 === 2, true);
    const text = program.textOf(name, begin, form);
    if (text.length - text.search(/rows?\(/) <= (form === 'pipe' || form === 'groups' ? 2 * most : most)) return text;
  }
}

const imports = (
  'aggregate any bool collect count countDistinct date32 every expand first float32 float64 int8 int32 int64 largeUtf8 last lines list max mean ' +
  'min nullable pipe reduce sha256 stddev sum timestamp transform uint16 uint32 uint64 utf8 variance'
).split(' ');

/** Returns a module of these programs, with the constants that they capture. */
export function moduleOf(programs: readonly string[]): string {
  const used = new Set(programs.flatMap((program) => program.match(/\w+/g) ?? []));
  const captured = [...declarations].flatMap(([name, declaration]) => (used.has(name) ? [declaration] : []));
  const parsed = used.has('parsedLines') ? [linesStage] : [];
  return [`import { ${imports.join(', ')} } from 'rowfuse';`, '', ...captured, ...parsed, '', ...programs].join('\n');
}

interface Output {
  /** Undefined for the only output, which becomes a vector. */
  readonly name?: string;
  readonly type: string;
  readonly kind: Kind;
  readonly nullable: boolean;
  /** A list of such values. */
  readonly list?: true;
}

class Program {
  readonly #choices: Choices;
  readonly #expressions: Expressions;
  readonly #statements: Statements;
  readonly #groups: Groups;

  readonly #scope = new Scope();
  readonly #takesParams: boolean;

  constructor(seed: number, takesParams: boolean, hasObjects: boolean) {
    this.#choices = new Choices(seed);
    this.#expressions = new Expressions(this.#choices, this.#scope);
    this.#statements = new Statements(this.#choices, this.#scope, this.#expressions);
    if (hasObjects) this.#statements.useObjects();
    this.#groups = new Groups(this.#choices, this.#scope, this.#expressions);
    this.#takesParams = takesParams;
  }

  textOf(name: string, begin: readonly string[], form: Form): string {
    if (form === 'groups') return this.groups(name, begin);
    return form === 'pipe' ? this.pipe(name, begin) : this.text(name, begin, form);
  }

  /** Groups of the columns, of the output of a stage, or of lines. */
  groups(name: string, begin: readonly string[]): string {
    const source = this.#choices.pick(['columns', 'stage', 'stage', 'stage', 'lines', 'lines'] as const);
    const made = source === 'columns' ? [] : this.#groups.made();
    const stage = () => {
      const outputs = made.map((column) => ({ ...column, nullable: false }));
      const kept = columns.map((column) => column.name);
      const stored = (_: Output, place: number) => this.#groups.stored(made[place] as GroupedColumn);
      return this.#description(begin, this.#stageForm(), outputs, kept, source === 'stage', stored);
    };
    const stages = source === 'columns' ? [] : [`const ${name}Stage1 = ${this.#scope.scoped(stage)};`];
    const { before, lines } = this.#groups.members([...made, ...columns], name);
    const from = {
      columns: `input: { ${columns.map((column) => `${column.name}: ${column.type}`).join(', ')} }`,
      stage: `from: ${name}Stage1`,
      lines: `from: pipe(parsedLines, ${name}Stage1)`,
    }[source];
    return [...stages, ...before, `export const ${name} = aggregate({`, `  ${from},`, ...lines, '});', ''].join('\n');
  }

  #stageForm(): StageForm {
    return this.#choices.pick(['row', 'row', 'row', 'filter', 'expand'] as const);
  }

  text(name: string, begin: readonly string[], form: StageForm): string {
    const kept = form === 'row' ? [] : columns.filter(() => this.#choices.below(5) === 0).map((column) => column.name);
    const described = this.#description(begin, form, this.#outputs(), kept, true);
    return `export const ${name} = ${described};\n`;
  }

  /** Two stages: the first gives the second the same columns, some with other values. */
  pipe(name: string, begin: readonly string[]): string {
    const made = [
      { name: 's', type: 'utf8', kind: 'string', nullable: false },
      { name: 't', type: 'nullable(utf8)', kind: 'string', nullable: true },
      { name: 'n', type: 'float64', kind: 'number', nullable: false },
      { name: 'm', type: 'nullable(float64)', kind: 'number', nullable: true },
      { name: 'b', type: 'bool', kind: 'boolean', nullable: false },
    ] as const satisfies readonly Output[];
    const some = made.filter((_, place) => place === 0 || this.#choices.below(2) === 0);
    const kept = columns.flatMap((column) => (some.some((output) => output.name === column.name) ? [] : [column.name]));
    const first = this.#scope.scoped(() => this.#description(begin, this.#stageForm(), some, kept, true));
    const second = this.#description(begin, this.#stageForm(), this.#outputs(), [], false);
    return [
      `const ${name}Stage1 = ${first};`,
      `const ${name}Stage2 = ${second};`,
      `export const ${name} = pipe(${name}Stage1, ${name}Stage2);`,
      '',
    ].join('\n');
  }

  #outputs(): readonly Output[] {
    const outputs = this.#choices.pick<Output[]>([
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
      [{ type: 'nullable(list(utf8))', kind: 'string', nullable: false, list: true }],
      [
        { type: 'nullable(list(nullable(utf8)))', kind: 'string', nullable: true, list: true },
        { type: 'nullable(list(float64))', kind: 'number', nullable: false, list: true },
        { type: 'nullable(list(nullable(int64)))', kind: 'bigint', nullable: true, list: true },
        { type: 'nullable(utf8)', kind: 'string', nullable: false },
      ],
    ]);
    return outputs.length === 1 ? outputs : outputs.map((output, index) => ({ ...output, name: `o${index}` }));
  }

  /** A call of the DSL. Only the first stage can ask for the number of the input row. */
  #description(
    begin: readonly string[],
    form: StageForm,
    outputs: readonly Output[],
    kept: readonly string[],
    hasIndex: boolean,
    resultOf: (output: Output, place: number) => string = (output) => this.#result(output),
  ): string {
    const told = this.#takesParams
      ? [`{ params: { ${params.map(({ name }) => name).join(', ')} }${hasIndex ? ', index' : ''} }`]
      : [];
    if (this.#takesParams) this.#scope.variables.push(...params, ...(hasIndex ? [index] : []));
    const taken = [`{ ${columns.map((column) => column.name).join(', ')} }`, ...told].join(', ');
    const where = form === 'filter' ? [`  where: (${taken}) => ${this.#expressions.value('boolean', 3)},`] : [];
    const [only] = outputs;
    const single = only?.name === undefined;
    const result = () => {
      const values = outputs.map(resultOf);
      return single ? values[0] : `{ ${values.map((value, place) => `${outputs[place]?.name}: ${value}`).join(', ')} }`;
    };
    const body = [
      ...begin,
      ...this.#statements.statements(this.#choices.below(5), result, 2),
      `    return ${result()};`,
    ].map((line) => (form === 'expand' ? this.#yielding(line) : line));
    const output = single ? only?.type : `{ ${outputs.map(({ name, type }) => `${name}: ${type}`).join(', ')} }`;
    return [
      `${form === 'expand' ? 'expand' : 'transform'}({`,
      `  input: { ${columns.map((column) => `${column.name}: ${column.type}`).join(', ')} },`,
      `  output: ${output},`,
      ...(kept.length > 0 ? [`  keep: [${kept.map((column) => `'${column}'`).join(', ')}],`] : []),
      ...(told.length > 0 ? [`  params: { ${params.map(({ name, type }) => `${name}: ${type}`).join(', ')} },`] : []),
      ...where,
      `  ${form === 'expand' ? '*rows' : 'row'}(${taken}) {`,
      ...body,
      '  },',
      '})',
    ].join('\n');
  }

  /** An array of any origin, and sometimes null where the column is nullable. */
  #list({ kind, nullable }: Output, depth: number): string {
    const value = () =>
      nullable && this.#choices.below(3) === 0 ? this.#expressions.nullable(kind, 1) : this.#expressions.value(kind, 2);
    const literal = () => `[${Array.from({ length: this.#choices.below(4) }, value).join(', ')}]`;
    const held = this.#scope.lists.filter(({ element }) => element === kind).map(({ name }) => name);
    const forms = [literal];
    if (kind === 'string' && !nullable) forms.push(() => `(${this.#expressions.value('string', 2)}).split(',')`);
    for (const name of held)
      forms.push(
        () => name,
        () => `${name}.slice(${this.#choices.pick(['1', '0, 2', '-1'])})`,
        () => `${name}.filter((_, at) => at % 2 === 0)`,
        () => `[...${name}]`,
      );
    if (depth > 0) {
      forms.push(
        () => `(${this.#expressions.value('boolean', 1)} ? ${literal()} : ${literal()})`,
        () => `(${this.#expressions.value('boolean', 1)} ? null : ${literal()})`,
      );
      for (const name of held) forms.push(() => `(${this.#expressions.value('boolean', 1)} ? ${name} : ${literal()})`);
    }
    return this.#choices.pick(forms)();
  }

  #result(output: Output): string {
    const { type, kind, nullable } = output;
    if (output.list) return this.#list(output, 1);
    // The value is in the column's range, except for rows where nothing fails in between.
    if (kind === 'bigint' && !nullable) return `(${this.#expressions.value(kind, 3)}) % 9223372036854775807n`;
    if (nullable) return this.#expressions.nullable(kind, 2);
    const value = this.#expressions.value(kind, 3);
    // Whole days and seconds, with few exceptions.
    const unit = type === 'nullable(date32)' ? 86_400_000 : type.includes("timestamp('s')") ? 1000 : undefined;
    return unit === undefined || this.#choices.below(8) === 0 ? value : `Math.floor((${value}) / ${unit}) * ${unit}`;
  }

  /** The returned value is yielded, and sometimes more rows follow it. */
  #yielding(line: string): string {
    const found = /^(\s*)(if \(.*\) )?return (.*);$/.exec(line);
    if (!found) return line;
    const [, indent = '', test, value = ''] = found;
    if (test === undefined) return `${indent}yield ${value};`;
    return `${indent}${test}${this.#choices.below(3) > 0 ? `yield ${value};` : `{ yield ${value}; return; }`}`;
  }
}
