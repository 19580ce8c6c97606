import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from '../../codegen/1-parse/parse.js';
import { loadProgram } from '../../codegen/1-parse/project.js';
import { analyze } from '../../codegen/2-analyze/analyze.js';
import { DiagnosticBag } from '../../codegen/diagnostics/index.js';
import type { Column, RowFunction } from '../../codegen/ir/row-function.js';
import type { ElementType } from '../../schema/columns.js';
import { root } from '../root.js';

/** True if random rows can be made: nulls of structs, and times as they are stored, depend on other columns. */
export function hasRandomRows({ input, variables }: RowFunction): boolean {
  const isPlain = ({ presence, required, element, window, counted }: Partial<Column> & Partial<ElementType>): boolean =>
    !presence && !required && window !== 'bounds' && !counted && (element === undefined || isPlain(element));
  return input.every(isPlain) && !variables.some(({ raw, whole }) => raw || whole);
}

/** Returns the row functions of modules, as the analysis leaves them. */
export function functionsOf(files: readonly string[]): readonly RowFunction[] {
  const bag = new DiagnosticBag();
  const { program } = loadProgram(root, files, 'language', bag);
  if (!program) throw new Error('The modules do not load');
  return parse(program, bag).transforms.flatMap((one) => analyze(one, program, bag)?.fn ?? []);
}

/** The modules of `test/compile/samples`, whose generated code is compared with what is expected. */
export function compileSamples(): readonly string[] {
  return inputsOf('test/compile/samples');
}

/** The folders of `test/run/samples` whose row functions are evaluated for random rows. */
const evaluated = [
  'arrays assignments bigints bitwise captured-by-lambdas checked-integers chosen-keys control-flow dates decimal-integers functions hashes index-loops',
  'integer-functions jumps lookups loops math-functions membership memory mixed-text nulls number-texts numbers objects parsing reduce',
  'reduced-loops reduced-windows reductions rolling splits string-builders string-halves string-operations switches tuple-loops',
]
  .join(' ')
  .split(' ');

/** The modules of many samples of `test/run`, of the examples and of the benchmark. */
export function runSamples(): readonly string[] {
  return [...evaluated.map((name) => path.join(root, 'test/run/samples', name, 'input.ts')), ...otherModules()];
}

/** The modules whose plans `_expected` has: all samples of `test/run`, the examples and the benchmark. */
export function plannedSamples(): readonly string[] {
  return [...inputsOf('test/run/samples'), ...otherModules()];
}

function otherModules(): readonly string[] {
  return ['examples', 'bench/functions/kinds'].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(root, folder, name)),
  );
}

function inputsOf(folder: string): readonly string[] {
  return namesIn(folder).map((name) => path.join(root, folder, name, 'input.ts'));
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder)).sort();
}
