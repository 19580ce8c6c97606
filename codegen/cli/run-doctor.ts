import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pc from 'picocolors';
import { thisProcessor } from '../5-build/tools/cpu-level.js';
import { defaultArchitectures, findGpus, type Gpu } from '../5-build/tools/cuda-architectures.js';
import { isMissing } from '../5-build/tools/finding.js';
import { installAdvice } from '../5-build/tools/install-advice.js';
import { findToolchain, type Toolchain } from '../5-build/tools/toolchain.js';
import { atLeast } from '../5-build/tools/version.js';
import { ExitStatus } from './exit-status.js';
import { wantsColor } from './progress/color.js';

interface Finding {
  readonly found: boolean;
  readonly what: string;
  /** The version and place of the tool, or the reason why it cannot be used. */
  readonly detail: string;
  /** Advice on how to get it. */
  readonly advice?: string;
}

const oldestNode = '20';

/** Runs `rowfuse doctor`, and returns the status to exit with. */
export async function runDoctor(): Promise<number> {
  const [toolchain, gpus] = await Promise.all([findToolchain(process.env), findGpus(process.env)]);
  const node = nodeFinding();
  const findings = [node, ...packageFindings(), ...toolFindings(toolchain), ...cpuFindings(), gpuFinding(gpus)];
  const paint = pc.createColors(wantsColor(process.stdout));
  for (const { found, what, detail, advice } of findings) {
    process.stdout.write(`${found ? paint.green('found  ') : paint.yellow('missing')}  ${what}: ${detail}\n`);
    if (!found && advice !== undefined) process.stdout.write(`         ${advice}\n`);
  }
  process.stdout.write(`\n${verdict(toolchain, gpus)}\n`);
  return node.found ? ExitStatus.ok : ExitStatus.diagnostics;
}

function nodeFinding(): Finding {
  const found = atLeast(process.versions.node, oldestNode);
  const detail = `${process.version} on ${process.platform}-${process.arch}`;
  return { found, what: 'Node', detail, advice: `Install Node ${oldestNode} or later.` };
}

/** Checks that packages resolve: headers from this package, the runtime and Apache Arrow from the project that uses them. */
function packageFindings(): readonly Finding[] {
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(path.join(process.cwd(), 'package.json'));
  return [
    packageFinding(theirs, '@rowfuse/runtime', 'Run `npm install @rowfuse/runtime` in the project.'),
    packageFinding(theirs, 'apache-arrow', 'Run `npm install apache-arrow` in the project.'),
    packageFinding(ours, 'node-addon-api', 'Install rowfuse again: it depends on it.'),
    packageFinding(ours, 'node-api-headers', 'Install rowfuse again: it depends on it.'),
  ];
}

function packageFinding(require: NodeJS.Require, name: string, advice: string): Finding {
  const file = (require.resolve.paths(name) ?? []).map((folder) => path.join(folder, name, 'package.json'));
  for (const candidate of file) {
    try {
      return { found: true, what: name, detail: String(JSON.parse(readFileSync(candidate, 'utf8')).version) };
    } catch {
      // Not in this folder.
    }
  }
  return { found: false, what: name, detail: 'not installed', advice };
}

function toolFindings({ cxx, cmake, generator, cuda }: Toolchain): readonly Finding[] {
  const rows = [
    { what: 'C++ compiler', tool: cxx },
    { what: 'CMake', tool: cmake },
    { what: 'Ninja or make', tool: generator },
  ].map(({ what, tool }): Finding => {
    if (isMissing(tool)) return { found: false, what, detail: tool.missing, advice: installAdvice('native') };
    return { found: true, what, detail: `${tool.version} (${tool.path})` };
  });
  const what = 'CUDA compiler (optional)';
  if (isMissing(cuda)) return [...rows, { found: false, what, detail: cuda.missing, advice: installAdvice('cuda') }];
  return [...rows, { found: true, what, detail: `nvcc ${cuda.identity} (${cuda.nvcc})` }];
}

/** Names the level that builds on this machine are for, where there are levels. */
function cpuFindings(): readonly Finding[] {
  const cpu = thisProcessor();
  return cpu === undefined ? [] : [{ found: true, what: 'CPU', detail: `${cpu.name}, level ${cpu.level}` }];
}

function gpuFinding(gpus: readonly Gpu[]): Finding {
  const what = 'GPU (optional)';
  if (gpus.length === 0) {
    const advice = `An NVIDIA GPU and its driver. CUDA code is compiled without them too, for ${defaultArchitectures}.`;
    return { found: false, what, detail: 'none that nvidia-smi knows', advice };
  }
  const names = gpus.map(({ name, capability, driver }) => `${name} (capability ${capability}, driver ${driver})`);
  return { found: true, what, detail: names.join(', ') };
}

/** Says which backends can be built and run here. */
function verdict({ cxx, cmake, generator, cuda }: Toolchain, gpus: readonly Gpu[]): string {
  if (isMissing(cxx) || isMissing(cmake) || isMissing(generator)) {
    return 'Verdict: js. Transforms run as plain JavaScript; with the tools above they run natively.';
  }
  if (isMissing(cuda)) return 'Verdict: cpu. Transforms are compiled for all cores of the CPU.';
  if (gpus.length === 0) return 'Verdict: cpu. CUDA code is compiled too, for machines with a GPU; here it cannot run.';
  return 'Verdict: cuda. Transforms are compiled for the GPU and the CPU.';
}
