import { formatDiagnostics, visibleLine } from '../diagnostics/index.js';
import { commandInput, compileInput, hasErrors, outputDirectory } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { readGenerated, sourceOfGenerated } from './generated-transforms.js';
import { wantsColor } from './progress/color.js';
import { reportNothingBuilt, reportUnknown } from './run-explain.js';
import { projectOfCommand } from './settings.js';

/** Runs `rowfuse explain --hints`, and returns the status to exit with. Without files, it reads the source of the last build. */
export async function runExplainHints(
  name: string,
  args: readonly string[],
  flag: string | undefined,
): Promise<number> {
  const project = projectOfCommand();
  if (project === undefined) return ExitStatus.diagnostics;
  const files = args.length > 0 ? args : sourceOfBuild(name, outputDirectory(project, flag));
  if (typeof files === 'number') return files;
  const input = commandInput(files, undefined);
  const compilation = await compileInput(input, { hints: true });
  const { diagnostics, hints } = compilation;
  const show = (stream: NodeJS.WriteStream, found: typeof diagnostics) =>
    stream.write(formatDiagnostics('pretty', found, { root: input.root, color: wantsColor(stream) }));
  show(process.stderr, diagnostics);
  if (hasErrors(compilation)) return ExitStatus.diagnostics;
  const found = hints.get(name);
  if (!found) return reportUnknown(name, [...hints.keys()]);
  if (found.length === 0) process.stdout.write(`${visibleLine(`Nothing in ${name} is known to be slow.`)}\n`);
  show(process.stdout, found);
  return ExitStatus.ok;
}

/** Returns the module of a built transform; the status to exit with if there is none. */
function sourceOfBuild(name: string, out: string): readonly string[] | number {
  const source = sourceOfGenerated(name, out);
  if (source !== undefined) return [source];
  const names = readGenerated(out).map((transform) => transform.name);
  return names.length === 0 ? reportNothingBuilt(out) : reportUnknown(name, names);
}
