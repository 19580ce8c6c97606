import { type ParsedTransform, type RowFunctionNode, rowFunctionName } from '../../1-parse/parsed-transform.js';
import { ts } from '../../1-parse/syntax/ts.js';
import type { Analysis } from '../../2-analyze/analyze.js';
import type { CapturedFunction } from '../../2-analyze/context/captured-function.js';
import type { SourceLoop } from '../../2-analyze/context/loop-origin.js';
import type { ReorderedLoop } from '../../ir/row-function.js';
import { emitConstants } from './reference-constants.js';

/**
 * The row function as plain JavaScript, with the constants and functions of modules that it uses and nothing else of the
 * user's modules: what the `js` backend runs, and what every other backend is compared with.
 */
export function emitReference(
  { row, where, kind }: ParsedTransform,
  analysis: Analysis,
  reordered: readonly ReorderedLoop[],
  name: string = rowFunctionName[kind],
): string {
  const called = analysis.functions.map(({ node }) => node);
  const texts = [row, ...(where ? [where] : []), ...called];
  const steps = new StepCounter(analysis.countedLoops, texts);
  const checks = new Checks(analysis, texts);
  const sums = new ReorderedSums(reordered, analysis, texts);
  const member = (own: string, node: RowFunctionNode) => {
    const counting = steps.isShared ? steps.inserts(node) : steps.ownInserts(node);
    const text = editedText(node, node.getStart(), analysis, [
      ...counting,
      ...checks.inserts(node),
      ...sums.inserts(node),
    ]);
    // A method keeps its form: a function expression of the same name could see that name in its body.
    return ts.isMethodDeclaration(node) ? text : `${own}: ${text}`;
  };
  const names = where ? ['where', name] : [name];
  const members = [...(where ? [member('where', where)] : []), member(name, row)];
  const object = ts.isMethodDeclaration(row) || where ? `{\n${members.join(',\n')},\n}` : `{ ${members.join()} }`;
  const functions = analysis.functions.map(
    (one) => `const ${one.name} = ${functionText(one, analysis, steps, checks, sums)};`,
  );
  const constants = emitConstants(analysis.fn.captures, [...members, ...functions].join(' '));
  const outside = [...constants, ...checks.declarations(), ...functions];
  const list = names.join(', ');
  if (outside.length === 0 && !steps.isShared) return strip(`export const { ${list} } = ${object};\n`);
  const target = where ? `{ ${list} }` : name;
  const start = `export const ${target} = (() => {\n${outside.join('\n')}\n`;
  if (!steps.isShared) return strip(`${start}return ${where ? object : `(${object}).${name}`};\n})();\n`);
  // Each row counts anew, whatever is called for it.
  const [first = name] = names;
  const beginning = `(...given) => {\n${steps.name} = 0;\nreturn ${first}(...given);\n}`;
  const result = where ? `{ where: ${beginning}, ${name} }` : beginning;
  return strip(`${start}let ${steps.name} = 0;\nconst { ${list} } = ${object};\nreturn ${result};\n})();\n`);
}

/** A function of a module, without `export` and the like. */
export function functionText(
  { node }: CapturedFunction,
  analysis: Analysis,
  steps: StepCounter,
  checks: Checks,
  sums?: ReorderedSums,
): string {
  const start = ts.isFunctionDeclaration(node) ? (node.modifiers?.end ?? node.getStart()) : node.getStart();
  return editedText(node, start, analysis, [
    ...steps.inserts(node),
    ...checks.inserts(node),
    ...(sums?.inserts(node) ?? []),
  ]).trim();
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The text of a node from `start` on, with the names of the reference. */
export function editedText(node: ts.Node, start: number, { renames }: Analysis, inserts: readonly Edit[]): string {
  const file = node.getSourceFile();
  const names = [...renames].filter(
    ([name]) => name.getSourceFile() === file && name.pos >= node.pos && name.end <= node.end,
  );
  const edits = names.map(([name, text]) => ({
    from: name.getStart(),
    to: name.getEnd(),
    text: ts.isShorthandPropertyAssignment(name.parent) ? `${name.getText()}: ${text}` : text,
  }));
  return [...edits, ...inserts]
    .sort((a, b) => b.from - a.from)
    .reduce(
      (result, { from, to, text }) => result.slice(0, from - start) + text + result.slice(to - start),
      file.text.slice(start, node.getEnd()),
    );
}

/** More steps than this in the counted loops of one row fail the row: a kernel cannot be interrupted. */
const mostSteps = 2 ** 24;

/** Counts the steps of some loops as native code does. */
export class StepCounter {
  readonly name: string;
  /** Functions of modules have such loops, too: the counter stands outside all of them. */
  readonly isShared: boolean;
  readonly #loops: ReadonlySet<ts.IterationStatement>;

  constructor(loops: ReadonlySet<ts.IterationStatement>, [row, ...functions]: readonly ts.Node[]) {
    this.#loops = loops;
    this.name = unusedName('steps', [row, ...functions]);
    this.isShared = functions.some((node) => this.#loopsIn(node).length > 0);
  }

  /** Of a row function that counts for itself. */
  ownInserts(row: ParsedTransform['row']): readonly Edit[] {
    const inserts = this.inserts(row);
    if (inserts.length === 0 || !row.body) return inserts;
    const at = row.body.getStart();
    if (ts.isBlock(row.body)) return [insert(at + 1, ` let ${this.name} = 0;`), ...inserts];
    return [insert(at, `{ let ${this.name} = 0; return (`), ...inserts, insert(row.body.getEnd(), '); }')];
  }

  inserts(node: ts.Node): readonly Edit[] {
    const { name } = this;
    const step = `if (++${name} > ${mostSteps}) throw new RangeError('its loops took more than ${mostSteps} steps');`;
    return this.#loopsIn(node).flatMap(({ statement }) =>
      ts.isBlock(statement)
        ? [insert(statement.getStart() + 1, ` ${step}`)]
        : [insert(statement.getStart(), `{ ${step} `), insert(statement.getEnd(), ' }')],
    );
  }

  #loopsIn(node: ts.Node): readonly ts.IterationStatement[] {
    return nodesWithin(this.#loops, node);
  }
}

/**
 * Checks what native code checks and JavaScript does not: the places of elements that are assigned, so that arrays have no
 * holes, and operands of bigint operators, two of which would make NaN where neither is there.
 */
export class Checks {
  readonly #elements: ReadonlySet<ts.ElementAccessExpression>;
  readonly #bigints: ReadonlySet<ts.Expression>;
  readonly #place: string;
  readonly #present: string;

  constructor({ assignedElements, presentBigInts }: Analysis, texts: readonly ts.Node[]) {
    this.#elements = assignedElements;
    this.#bigints = presentBigInts;
    this.#place = unusedName('place', texts);
    this.#present = unusedName('present', texts);
  }

  declarations(): readonly string[] {
    const isPlace = 'Number.isInteger(index) && index >= 0 && index <= array.length';
    const message = "'an element is assigned to place ' + index + ' of an array of ' + array.length";
    const place = [
      `const ${this.#place} = (array, index) => {`,
      `if (!(${isPlace})) throw new RangeError(${message});`,
      'return index;\n};',
    ];
    const present = [
      `const ${this.#present} = (value) => {`,
      "if (value == null) throw new TypeError('Cannot mix BigInt and other types: ' + value);",
      'return value;\n};',
    ];
    return [...(this.#elements.size > 0 ? place : []), ...(this.#bigints.size > 0 ? present : [])];
  }

  inserts(node: ts.Node): readonly Edit[] {
    const places = nodesWithin(this.#elements, node).flatMap(({ expression, argumentExpression }) => [
      insert(argumentExpression.getStart(), `${this.#place}(${expression.getText()}, `),
      insert(argumentExpression.getEnd(), ')'),
    ]);
    const operands = nodesWithin(this.#bigints, node).flatMap((operand) => [
      insert(operand.getStart(), `${this.#present}(`),
      insert(operand.getEnd(), ')'),
    ]);
    return [...places, ...operands];
  }
}

/** Loops that add in the order of `sum()`: the window takes what each step adds. */
export class ReorderedSums {
  readonly #loops: readonly (SourceLoop & { readonly sums: readonly string[] })[];
  readonly #name: string;

  constructor(reordered: readonly ReorderedLoop[], { loops }: Analysis, texts: readonly ts.Node[]) {
    this.#loops = reordered.flatMap(({ loop, sums }) => {
      const found = loops[loop];
      return found ? [{ ...found, sums }] : [];
    });
    this.#name = unusedName('additions', texts);
  }

  inserts(whole: ts.Node): readonly Edit[] {
    const loops = this.#loops.filter(({ node }) => isWithin(node, whole));
    // Where one loop ends the next may begin: what ends it is inserted last, and so stands before that.
    const [before, after] = [loops.flatMap((loop) => this.#before(loop)), loops.flatMap((loop) => this.#after(loop))];
    return [...before, ...after];
  }

  #before({ node, array, sums }: SourceLoop & { readonly sums: readonly string[] }): readonly Edit[] {
    if (ts.isCallExpression(node)) {
      const { name } = node.expression as ts.PropertyAccessExpression;
      return [{ from: name.getStart(), to: name.getEnd(), text: 'reduceInOrder' }];
    }
    const { statement } = node;
    const windows = sums.map((_, index) => `${this.#name}${index} = ${array.getText()}.additions()`);
    const steps = sums.map((name, index) => `${name} = ${this.#name}${index}.step(${name});`).join(' ');
    const isBlock = ts.isBlock(statement);
    return [
      insert(node.getStart(), `{ const ${windows.join(', ')}; `),
      insert(statement.getStart() + (isBlock ? 1 : 0), isBlock ? ` ${steps}` : `{ ${steps} `),
    ];
  }

  #after({ node, sums }: SourceLoop & { readonly sums: readonly string[] }): readonly Edit[] {
    if (ts.isCallExpression(node)) return [];
    const totals = sums.map((name, index) => `${name} = ${this.#name}${index}.total(${name});`).join(' ');
    const end = insert(node.getEnd(), ` ${totals} }`);
    return ts.isBlock(node.statement) ? [end] : [end, insert(node.statement.getEnd(), ' }')];
  }
}

/** A name that no text has in it. */
export function unusedName(name: string, texts: readonly (ts.Node | undefined)[]): string {
  const text = texts.map((node) => node?.getText()).join();
  let unused = name;
  while (text.includes(unused)) unused = `${unused}_`;
  return unused;
}

function nodesWithin<T extends ts.Node>(nodes: ReadonlySet<T>, whole: ts.Node): readonly T[] {
  return [...nodes].filter((node) => isWithin(node, whole));
}

function isWithin(node: ts.Node, whole: ts.Node): boolean {
  return node.getSourceFile() === whole.getSourceFile() && node.pos >= whole.pos && node.end <= whole.end;
}

function insert(at: number, text: string): Edit {
  return { from: at, to: at, text };
}

export function strip(source: string): string {
  return ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      removeComments: false,
      newLine: ts.NewLineKind.LineFeed,
    },
  }).outputText;
}
