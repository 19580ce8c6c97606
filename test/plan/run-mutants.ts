/**
 * Runs mutants of the planner in one process: `scripts/mutations.mjs` makes them. Writes a line per mutant to stdout, before and after it.
 * A mutant is killed if the property test fails, or if the plan of a sample of `test/compile` changes, which that test compares.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '../../codegen/1-parse/parse.js';
import { loadProgram } from '../../codegen/1-parse/project.js';
import { analyze } from '../../codegen/2-analyze/analyze.js';
import { plan } from '../../codegen/3-plan/plan.js';
import { DiagnosticBag } from '../../codegen/diagnostics/index.js';
import { printRowFunction } from '../../codegen/ir/print.js';
import type { RowFunction } from '../../codegen/ir/row-function.js';
import { checkClaims } from './check-claims.js';
import { checkIntervals } from './check-intervals.js';

const [baselineFile = '', runs = '600', ...mutants] = process.argv.slice(2);

/** The mutant that is switched on; 0 for none. */
function choose(mutant: number): void {
  Reflect.set(globalThis, 'rowfuseMutant', mutant);
}

function functionsOfSamples(): readonly RowFunction[] {
  const root = path.resolve(import.meta.dirname, '../..');
  const samples = path.join(root, 'test/compile/samples');
  const files = readdirSync(samples).map((name) => path.join(samples, name, 'input.ts'));
  const bag = new DiagnosticBag();
  const { program } = loadProgram(root, files, 'language', bag);
  if (!program) throw new Error('The samples do not load');
  return parse(program, bag).transforms.flatMap((one) => analyze(one, program, bag)?.fn ?? []);
}

/** The plans as text, up to the first that throws. */
function plans(functions: readonly RowFunction[]): string {
  const shown = (_: string, value: unknown) =>
    value instanceof Map ? [...value] : typeof value === 'bigint' ? `${value}n` : value;
  return functions
    .map((fn) => {
      const { fn: planned, ...rest } = plan(fn);
      return `${printRowFunction(planned)}${JSON.stringify([rest, planned.reductions, planned.folds?.length], shown)}`;
    })
    .join('\n');
}

function fails(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

const functions = functionsOfSamples();
choose(0);
if (!existsSync(baselineFile)) writeFileSync(baselineFile, plans(functions));
const baseline = readFileSync(baselineFile, 'utf8');
/** The fastest first: the first that fails is the mutant's. */
const tests: readonly (readonly [name: string, check: () => void])[] = [
  [
    'compile',
    () => {
      if (plans(functions) !== baseline) throw new Error('a plan changes');
    },
  ],
  ['intervals', checkIntervals],
  ['property', () => checkClaims(Number(runs), 1, false)],
];
for (const mutant of mutants.map(Number)) {
  console.log(`start ${mutant}`);
  choose(mutant);
  const killer = tests.find(([, check]) => fails(check));
  console.log(`end ${mutant} ${killer?.[0] ?? 'survived'}`);
}
