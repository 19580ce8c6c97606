import { nearest } from '../../schema/nearest.js';
import { formatDiagnostics, visibleControls, visibleLine } from '../diagnostics/index.js';
import { commandInput, compileInput, hasErrors, outputDirectory } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { type ExplainedTransform, readGenerated } from './generated-transforms.js';
import { nativeResources } from './native-resources.js';
import { wantsColor } from './progress/color.js';
import { projectOfCommand } from './settings.js';

/** Runs `rowfuse explain`, and returns the status to exit with. */
export async function runExplain(name: string, args: readonly string[], flag: string | undefined): Promise<number> {
  const project = projectOfCommand();
  if (project === undefined) return ExitStatus.diagnostics;
  const out = outputDirectory(project, flag);
  const transforms = args.length > 0 ? await compiled(args) : readGenerated(out);
  if (transforms === undefined) return ExitStatus.diagnostics;
  if (transforms.length === 0) return reportNothingBuilt(out);
  const wanted = transforms.find((transform) => transform.name === name);
  if (wanted === undefined)
    return reportUnknown(
      name,
      transforms.map((transform) => transform.name),
    );
  process.stdout.write(`${visibleControls(wanted.explain.trimEnd())}\n`);
  process.stdout.write(await nativeResources(out, wanted.directory, process.env));
  return ExitStatus.ok;
}

/** Says that there is no transform of a name, and returns the status to exit with. */
export function reportUnknown(name: string, names: readonly string[]): number {
  const close = nearest(name, names);
  const hint = close === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${close}?`;
  process.stderr.write(`${visibleLine(`There is no transform ${name}. ${hint}`)}\n`);
  return ExitStatus.usage;
}

/** Says that an output directory has no transforms, and returns the status to exit with. */
export function reportNothingBuilt(out: string): number {
  process.stderr.write(
    `${visibleLine(`There is nothing built in ${out}. Run \`rowfuse build\` first, or name source files.`)}\n`,
  );
  return ExitStatus.usage;
}

/** Compiles source files to transforms. Undefined if they have errors, which are printed. */
async function compiled(args: readonly string[]): Promise<readonly ExplainedTransform[] | undefined> {
  const input = commandInput(args, undefined);
  const { root } = input;
  const compilation = await compileInput(input);
  const { diagnostics } = compilation;
  process.stderr.write(formatDiagnostics('pretty', diagnostics, { root, color: wantsColor(process.stderr) }));
  return hasErrors(compilation) ? undefined : compilation.transforms.filter(({ passOf }) => passOf === undefined);
}
