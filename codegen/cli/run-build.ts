import { buildDirectoryOf } from '../5-build/build-directory.js';
import { readBuildRecord } from '../5-build/build-record.js';
import { type BuildRequest, hashRequest } from '../5-build/stamp/build-request.js';
import { BuildStamp } from '../5-build/stamp/build-stamp.js';
import { type Diagnostic, formatDiagnostics } from '../diagnostics/index.js';
import { describeBuild } from './build-summary.js';
import { type CommandInput, commandInput } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { wantsColor } from './progress/color.js';

export interface BuildFlags {
  readonly out?: string;
  readonly cuda: boolean;
  readonly cpuLevel?: string;
  readonly cudaArch?: string;
  readonly emitOnly?: boolean;
  readonly library?: boolean;
  readonly prune?: boolean;
  readonly verbose?: boolean;
}

/** Runs `rowfuse build`, and returns the status to exit with. */
export async function runBuild(args: readonly string[], flags: BuildFlags): Promise<number> {
  const began = performance.now();
  const input = commandInput(args, flags.out);
  if (input.diagnostics.length > 0) return complain(input.diagnostics, input.root);
  const order = { ...requestOf(input, flags), out: input.out, verbose: flags.verbose ?? false };
  const request = hashRequest(order, process.env);
  const stamp = new BuildStamp(buildDirectoryOf(input.root, input.out), input.out);
  const same = stamp.find(request);
  if (same !== undefined) {
    process.stdout.write(describeBuild(same.report, { ...order, ...same, began, checked: performance.now() }));
    return ExitStatus.ok;
  }
  // Loaded only here: TypeScript and cmake-js take longer to load than the check that nothing has changed.
  const { fullBuild } = await import('./full-build.js');
  const built = await fullBuild(order, complain);
  if (built === undefined) return ExitStatus.diagnostics;
  if (built.isClean) stamp.store({ ...built, request });
  else stamp.forget();
  process.stdout.write(describeBuild(built.report, { ...order, ...built, began }));
  return ExitStatus.ok;
}

function requestOf({ root, out, files, optional, project }: CommandInput, flags: BuildFlags): BuildRequest {
  const { settings } = project;
  return {
    root,
    files,
    optional,
    prune: flags.prune ?? false,
    emitOnly: flags.emitOnly ?? false,
    cuda: flags.cuda && settings.cuda !== false,
    cpuLevel: flags.cpuLevel ?? settings.cpuLevel,
    cudaArchitectures: flags.cudaArch ?? settings.cudaArch,
    // A library that was requested once stays, until the settings say otherwise.
    library: flags.library ?? settings.library ?? Boolean(readBuildRecord(out)?.librarySha256),
  };
}

function complain(diagnostics: readonly Diagnostic[], root: string): number {
  process.stderr.write(formatDiagnostics('pretty', diagnostics, { root, color: wantsColor(process.stderr) }));
  return ExitStatus.diagnostics;
}
