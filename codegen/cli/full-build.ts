import path from 'node:path';
import type { FileFacts } from '../1-parse/project/file-facts.js';
import { BuildError, type BuildReport, build } from '../5-build/index.js';
import { killRunningProcesses } from '../5-build/processes/run-process.js';
import type { BuildRequest } from '../5-build/stamp/build-request.js';
import type { Compilation } from '../compile.js';
import { compileInThread } from '../compile-thread.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { describeEvent } from './progress/build-progress.js';
import { createProgress } from './progress/progress.js';

export interface BuildOrder extends BuildRequest {
  /** The output directory, absolute. */
  readonly out: string;
  readonly verbose: boolean;
}

export interface FinishedBuild {
  readonly report: BuildReport;
  readonly facts: FileFacts;
  readonly skipped: readonly string[];
  /** True if there was no diagnostic. A later build that finds nothing changed would have to repeat one. */
  readonly isClean: boolean;
  /** The time at which the sources had been checked, by `performance.now()`. */
  readonly checked: number;
}

/** Checks the sources and builds, with progress on stderr. Returns undefined after it has reported the errors. */
export async function fullBuild(
  order: BuildOrder,
  complain: (diagnostics: readonly Diagnostic[], root: string) => void,
): Promise<FinishedBuild | undefined> {
  const { root, out, files, optional, verbose } = order;
  const progress = createProgress();
  const tell = (diagnostics: readonly Diagnostic[]): void => {
    progress.stop();
    complain(diagnostics, root);
  };
  progress.update(`checking ${files.map((file) => path.relative(root, file)).join(' ')}`);
  const compiling = compileInThread({ files, optional, root });
  let checked = 0;
  let known: Compilation['transforms'] = [];
  const checking = compiling.then((compilation) => {
    checked = performance.now();
    known = compilation.transforms;
    if (compilation.diagnostics.length > 0) tell(compilation.diagnostics);
    if (compilation.diagnostics.some(({ severity }) => severity === 'error')) throw new SourcesRefused();
    return compilation.transforms;
  });
  try {
    const report = await build({
      ...order,
      out,
      sources: files.map((file) => path.relative(root, file).split(path.sep).join('/')),
      transforms: checking,
      onEvent: (event) => {
        const text = describeEvent(event, known, verbose);
        if (text !== undefined && event.kind === 'output') progress.line(text);
        else if (text !== undefined) progress.update(text);
      },
    });
    const { facts, skipped, diagnostics } = await compiling;
    return { report, facts, skipped, isClean: diagnostics.length === 0, checked };
  } catch (error) {
    killRunningProcesses();
    if (error instanceof SourcesRefused) return undefined;
    if (!(error instanceof BuildError)) throw error;
    tell([error.diagnostic]);
    return undefined;
  } finally {
    progress.stop();
  }
}

/** Ends a build whose sources have errors. These were reported already. */
class SourcesRefused extends Error {}
