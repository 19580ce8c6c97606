import { countingPasses } from './1-parse/counted-stages.js';
import { parse } from './1-parse/parse.js';
import { loadProgram } from './1-parse/project.js';
import { analyze } from './2-analyze/analyze.js';
import { plan } from './3-plan/plan.js';
import { type Emitted, emit } from './4-emit/emit.js';
import { type Diagnostic, DiagnosticBag } from './diagnostics/index.js';

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
    return [...passes, { parsed: transform, analysis, plan: plan(analysis.fn) }];
  });
  return { ...emit(bag.hasErrors ? [] : planned), diagnostics: bag.sorted() };
}
