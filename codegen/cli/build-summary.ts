import path from 'node:path';
import type { BuildReport, EmittedTransform } from '../5-build/index.js';
import { messageOf } from '../diagnostics/index.js';
import { formatBytes, formatDuration } from './quantities.js';

export interface BuildContext {
  readonly out: string;
  readonly transforms: readonly EmittedTransform[];
  readonly checkMilliseconds: number;
  readonly totalMilliseconds: number;
  readonly verbose: boolean;
}

/** What a build has done, for people: a line a transform, the files, the backends that came out. */
export function describeBuild(report: BuildReport, context: BuildContext): string {
  const { changes, native, notes } = report;
  const lines = context.transforms
    .filter(({ passOf }) => passOf === undefined)
    .map(({ name, directory }) => `${name}: ${transformState(report, directory)}`);
  const files = [
    `${changes.written.length} written`,
    ...(changes.removed.length > 0 ? [`${changes.removed.length} removed`] : []),
    `${changes.unchanged.length} unchanged`,
  ];
  lines.push(`${path.normalize(context.out)}: ${files.join(', ')}`);
  if (native !== undefined) {
    const { record } = native;
    const gpu = record.cudaCompiler === '' ? '' : `, CUDA ${record.cudaCompiler} for ${record.cudaArchitectures}`;
    const state = native.status === 'unchanged' ? 'unchanged, nothing compiled' : 'built';
    lines.push(`addon: ${state}: ${record.compiler}${gpu}, ${formatBytes(record.addonBytes)}`);
  }
  for (const note of notes) lines.push(`note: ${messageOf(note)}`);
  if (context.verbose) lines.push(...timing(report, context));
  lines.push(`done in ${formatDuration(context.totalMilliseconds)}`);
  return `${lines.join('\n')}\n`;
}

function transformState({ changes, native }: BuildReport, directory: string): string {
  if (native?.status === 'built' && native.compiled.includes(directory)) return 'compiled';
  if (native !== undefined) return 'up to date';
  return changes.written.some((file) => file.startsWith(`${directory}/`)) ? 'written' : 'unchanged';
}

function timing({ native }: BuildReport, { checkMilliseconds }: BuildContext): readonly string[] {
  const lines = [`time: check and emit ${formatDuration(checkMilliseconds)}`];
  if (native?.status !== 'built') return lines;
  lines.push(`time: configure ${formatDuration(native.configureMilliseconds)}`);
  lines.push(`time: compile and link ${formatDuration(native.buildMilliseconds)}, of which`);
  for (const { output, milliseconds } of native.steps) {
    lines.push(`  ${formatDuration(milliseconds).padStart(7)}  ${output.split('/').slice(-2).join('/')}`);
  }
  return lines;
}
