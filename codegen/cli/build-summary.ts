import path from 'node:path';
import { describeCompiler } from '../5-build/build-record.js';
import type { BuildReport, GeneratedTransform } from '../5-build/index.js';
import { messageOf, visibleLine } from '../diagnostics/index.js';
import { formatBytes, formatDuration } from './progress/quantities.js';

export interface BuildContext {
  readonly root: string;
  readonly out: string;
  /** The modules that the build was asked to read. */
  readonly files: readonly string[];
  /** The modules that hold no transform, relative to the root. */
  readonly skipped: readonly string[];
  /** The times at which the build began and its sources had been checked, by `performance.now()`. */
  readonly began: number;
  readonly checked: number;
  readonly verbose: boolean;
}

/** Describes a build for people: one line per transform, the files, the backends that were built. */
export function describeBuild(report: BuildReport, context: BuildContext): string {
  const { changes, native, notes, transforms, kept } = report;
  const lines = callable(transforms)
    .filter(({ name }) => !kept.some((other) => other.name === name))
    .map(({ name, directory }) => `${name}: ${transformState(report, directory)}`);
  lines.push(...describeOthers(report, context));
  const files = [
    `${changes.written.length} written`,
    ...(changes.removed.length > 0 ? [`${changes.removed.length} removed`] : []),
    `${changes.unchanged.length} unchanged`,
  ];
  lines.push(`${path.relative(process.cwd(), context.out) || '.'}: ${files.join(', ')}`);
  if (native !== undefined) {
    const { record } = native;
    const gpu = record.cudaCompiler === '' ? '' : `, CUDA ${record.cudaCompiler} for ${record.cudaArchitectures}`;
    const state = native.status === 'unchanged' ? 'unchanged, nothing compiled' : 'built';
    lines.push(`addon: ${state}: ${describeCompiler(record)}${gpu}, ${formatBytes(record.addonBytes)}`);
  }
  for (const file of changes.left) lines.push(`note: ${file} is no longer written, and was changed since: it stays`);
  if (context.skipped.length > 0)
    lines.push(`note: skipped without a transform: ${listed(context.skipped, context.verbose)}`);
  for (const note of notes) lines.push(`note: ${messageOf(note)}`);
  if (context.verbose) lines.push(...timing(report, context));
  lines.push(`done in ${formatDuration(performance.now() - context.began)}`);
  return `${lines.map(visibleLine).join('\n')}\n`;
}

/** Describes the transforms of the output directory that this build did not compile. */
function describeOthers({ kept, removed }: BuildReport, { files, root }: BuildContext): readonly string[] {
  const reason = (source: string): string =>
    files.includes(path.join(root, source)) ? `${source} no longer exports it` : `--prune, and ${source} was not named`;
  return [
    ...callable(removed).map(({ name, source }) => `${name}: removed (${reason(source)})`),
    ...callable(kept).map(({ name, source }) => `${name}: kept (${source} was not named)`),
  ];
}

/** Leaves out the passes of pipes, which are not called by users. */
function callable(transforms: readonly GeneratedTransform[]): readonly GeneratedTransform[] {
  return transforms.filter(({ passOf }) => passOf === undefined);
}

/** Lists the first three names, or all of them. */
function listed(names: readonly string[], all: boolean): string {
  const shown = all ? names : names.slice(0, 3);
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function transformState({ changes, native }: BuildReport, directory: string): string {
  const isWritten = changes.written.some((file) => file.startsWith(`${directory}/`));
  if (native === undefined) return isWritten ? 'written' : 'unchanged';
  if (native.status === 'built' && native.compiled.includes(directory)) return 'compiled';
  return native.status === 'built' && isWritten ? 'compiled earlier' : 'up to date';
}

function timing({ native }: BuildReport, { began, checked }: BuildContext): readonly string[] {
  const lines = [`time: check and emit ${formatDuration(checked - began)}`];
  if (native?.status !== 'built') return lines;
  lines.push(`time: configure ${formatDuration(native.configureMilliseconds)}`);
  lines.push(`time: compile and link ${formatDuration(native.buildMilliseconds)}, of which`);
  for (const { output, milliseconds } of native.steps) {
    lines.push(`  ${formatDuration(milliseconds).padStart(7)}  ${output.split('/').slice(-2).join('/')}`);
  }
  return lines;
}
