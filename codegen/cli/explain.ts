import path from 'node:path';
import type { Command } from 'commander';
import { formatDiagnostics, nearest } from '../diagnostics/index.js';
import { wantsColor } from './color.js';
import { compileArguments, hasErrors } from './compile-arguments.js';
import { ExitStatus } from './exit-status.js';
import { readGenerated } from './generated-transforms.js';
import { nativeResources } from './native-resources.js';

export function registerExplain(program: Command, setStatus: (status: number) => void): void {
  program
    .command('explain')
    .description('Shows what became of a transform: captures, plan, kernels, bytes a row, resources of the built code.')
    .argument('<transform>', 'its name')
    .argument('[files...]', 'modules that export transforms; without any, the explanation of the last build is shown')
    .option('--out <directory>', 'where generated files are', 'generated')
    .action(async (name: string, files: string[], { out }: { out: string }) => {
      setStatus(await explain(name, files, path.resolve(out)));
    });
}

interface Explained {
  readonly name: string;
  readonly directory: string;
  readonly explain: string;
}

async function explain(name: string, args: readonly string[], out: string): Promise<number> {
  const transforms = args.length > 0 ? await compiled(args) : readGenerated(out);
  if (transforms === undefined) return ExitStatus.diagnostics;
  if (transforms.length === 0) {
    process.stderr.write(`There is nothing built in ${out}. Run \`rowfuse build\` first, or name source files.\n`);
    return ExitStatus.usage;
  }
  const wanted = transforms.find((transform) => transform.name === name);
  if (wanted === undefined) {
    const names = transforms.map((transform) => transform.name);
    const close = nearest(name, names);
    const hint = close === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${close}?`;
    process.stderr.write(`There is no transform ${name}. ${hint}\n`);
    return ExitStatus.usage;
  }
  process.stdout.write(`${wanted.explain.trimEnd()}\n`);
  process.stdout.write(await nativeResources(out, wanted.directory, process.env));
  return ExitStatus.ok;
}

/** The transforms of source files; undefined after printing what is wrong with them. */
async function compiled(args: readonly string[]): Promise<readonly Explained[] | undefined> {
  const { compilation, root } = await compileArguments(args);
  const { diagnostics } = compilation;
  process.stderr.write(formatDiagnostics('pretty', diagnostics, { root, color: wantsColor(process.stderr) }));
  return hasErrors(compilation) ? undefined : compilation.transforms.filter(({ passOf }) => passOf === undefined);
}
