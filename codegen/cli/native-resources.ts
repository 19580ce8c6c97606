import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { addonDirectory, addonName, describeCompiler, readBuildRecord } from '../5-build/build-record.js';
import { runProcess } from '../5-build/processes/run-process.js';
import { findCudaToolkit } from '../5-build/tools/cuda-toolkit.js';
import { findExecutable } from '../5-build/tools/find-executable.js';
import { isMissing } from '../5-build/tools/finding.js';
import { formatBytes } from './progress/quantities.js';

/**
 * Describes the built code of one transform: the registers and shared memory of its kernels, which cuobjdump reads from the machine code,
 * and sizes. If no addon is built, the text only says so.
 */
export async function nativeResources(out: string, directory: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const record = readBuildRecord(out);
  if (record === undefined) return '\nnative: not built on this machine\n';
  const addon = path.join(addonDirectory(out), addonName);
  const lines = ['', `native: ${describeCompiler(record)}, ${formatBytes(statSync(addon).size)} with all transforms`];
  if (record.cudaCompiler === '') return `${lines.join('\n')}, no CUDA code\n`;
  lines.push(`cuda: nvcc ${record.cudaCompiler} for ${record.cudaArchitectures}`);
  const cuda = await findCudaToolkit(environment);
  if (isMissing(cuda) || cuda.cuobjdump === undefined) {
    lines.push('kernels: cuobjdump of the CUDA toolkit is needed to read them');
    return `${lines.join('\n')}\n`;
  }
  const { output } = await runProcess(cuda.cuobjdump, ['--dump-resource-usage', addon], { environment });
  for (const kernel of await demangled(kernelsOf(output, namespaceOf(out, directory)), environment)) {
    lines.push(
      `kernel ${kernel.name} (sm_${kernel.architecture}): ${kernel.registers} registers, ` +
        `${formatBytes(kernel.sharedBytes)} shared, ${formatBytes(kernel.stackBytes)} stack`,
    );
  }
  return `${lines.join('\n')}\n`;
}

export interface KernelResources {
  readonly name: string;
  readonly architecture: string;
  readonly registers: number;
  readonly stackBytes: number;
  readonly sharedBytes: number;
}

/** Returns the namespace of a transform's code: its name, in which characters that C++ does not allow are spelt out. */
function namespaceOf(out: string, directory: string): string {
  const header = readFileSync(path.join(out, directory, `${directory}.row.hpp`), 'utf8');
  return /^namespace rowfuse::generated::(\w+)/m.exec(header)?.[1] ?? '';
}

/**
 * Parses the output of `cuobjdump --dump-resource-usage`: `arch = sm_90`, then for each kernel a line ` Function <name>:` and a line `
 * REG:32 STACK:0 SHARED:0 …`.
 */
export function kernelsOf(dump: string, namespace: string): readonly KernelResources[] {
  // Itanium mangling writes each part of a qualified name after its length: 9generated6redact.
  const mangled = `9generated${Buffer.byteLength(namespace)}${namespace}`;
  const kernels: KernelResources[] = [];
  let architecture = '';
  let name = '';
  for (const line of dump.split('\n')) {
    architecture = /^arch = sm_(\w+)/.exec(line)?.[1] ?? architecture;
    name = /^\s*Function (\S+):/.exec(line)?.[1] ?? name;
    const usage = /^\s*REG:(\d+) STACK:(\d+) SHARED:(\d+)/.exec(line);
    if (usage === null || !name.includes(mangled)) continue;
    const [, registers, stackBytes, sharedBytes] = usage.map(Number);
    if (registers === undefined || stackBytes === undefined || sharedBytes === undefined) continue;
    kernels.push({ name, architecture, registers, stackBytes, sharedBytes });
  }
  return kernels;
}

/** Demangles the names and drops their template arguments, if c++filt is installed. */
async function demangled(
  kernels: readonly KernelResources[],
  environment: NodeJS.ProcessEnv,
): Promise<readonly KernelResources[]> {
  const filter = findExecutable('c++filt', environment);
  if (filter === undefined || kernels.length === 0) return kernels;
  const { output } = await runProcess(filter, ['-p', ...kernels.map(({ name }) => name)], { environment });
  const names = output.trimEnd().split('\n');
  return kernels.map((kernel, index) => ({ ...kernel, name: shortName(names[index] ?? kernel.name) }));
}

/** Shortens `void rowfuse::cuda::kernel_fill<…>(…)` to `kernel_fill`. */
function shortName(name: string): string {
  return /^[\w:~ ]*?(\w+)(?=[<(]|$)/.exec(name)?.[1] ?? name;
}
