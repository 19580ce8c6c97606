import { countingPasses } from './1-parse/counted-stages.js';
import { parse } from './1-parse/parse.js';
import { type ParsedAggregate, reductionFunctions } from './1-parse/parsed-transform.js';
import { loadProgram, type Program } from './1-parse/project.js';
import { nodeSpan } from './1-parse/span.js';
import { findTypeErrors } from './1-parse/type-errors.js';
import { analyze } from './2-analyze/analyze.js';
import { plan } from './3-plan/plan.js';
import { type Emitted, emit, type PlannedReduction } from './4-emit/emit.js';
import { buildsText } from './4-emit/emit-reduce.js';
import { type Diagnostic, DiagnosticBag, mergeTypeErrors, reduceBuildsText } from './diagnostics/index.js';

/** What compiling gives: diagnostics, and the files of every transform where there were no errors. */
export interface Compilation extends Emitted {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles the transforms that modules export, up to the text of the generated files. Nothing is written, no other tool
 * runs, and no user code is executed.
 *
 * @param options.files absolute paths of the modules
 * @param options.root the project's directory, absolute: paths in messages and generated files are relative to it
 */
export function compile({ files, root }: { readonly files: readonly string[]; readonly root: string }): Compilation {
  const bag = new DiagnosticBag();
  const program = loadProgram(root, files);
  const parsed = parse(program, bag);
  const planned = parsed.flatMap((transform) => {
    const analysis = analyze(transform, program, bag);
    if (!analysis) return [];
    // What a pass has to say of the source, the pipe has said.
    const passes = (transform.kind === 'pipe' ? countingPasses(transform) : []).flatMap((pass) => {
      const own = analyze(pass, program, new DiagnosticBag());
      return own ? [{ parsed: pass, analysis: own, plan: plan(own.fn) }] : [];
    });
    const reductions = transform.kind === 'aggregate' ? planReductions(transform, program, bag) : [];
    return [...passes, { parsed: transform, analysis, plan: plan(analysis.fn), reductions }];
  });
  const typeErrors = program.files.flatMap((file) => findTypeErrors(file, program));
  const found = new DiagnosticBag();
  found.add(...mergeTypeErrors(bag.sorted(), typeErrors));
  return { ...emit(found.hasErrors ? [] : planned), diagnostics: found.sorted() };
}

/** The aggregates of the user's own: each of their functions goes the way of a row function. */
function planReductions(
  { reductions }: ParsedAggregate,
  program: Program,
  bag: DiagnosticBag,
): readonly PlannedReduction[] {
  return reductions.flatMap((parsed) => {
    const functions = reductionFunctions.flatMap((own) => {
      const described = parsed.functions[own];
      const analysis = analyze(described, program, bag);
      return analysis ? [[own, { parsed: described, analysis, plan: plan(analysis.fn) }] as const] : [];
    });
    if (functions.length < reductionFunctions.length) return [];
    const planned = { parsed, functions: Object.fromEntries(functions) as PlannedReduction['functions'] };
    const own = buildsText(planned);
    if (own) bag.add(reduceBuildsText(nodeSpan(program.root, parsed.functions[own].row), { function: own }));
    return [planned];
  });
}
