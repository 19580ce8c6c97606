import {
  type Diagnostic,
  invalidCpuLevel,
  invalidCudaArchitectures,
  noCompiler,
  noCudaCompiler,
  nowhere,
} from '../diagnostics/index.js';
import { BuildError } from './build-error.js';
import { type CpuLevel, chooseCpuLevel, cpuLevels } from './tools/cpu-level.js';
import { chooseArchitectures } from './tools/cuda-architectures.js';
import type { CudaToolkit } from './tools/cuda-toolkit.js';
import { isMissing, type Tool } from './tools/finding.js';
import { installAdvice } from './tools/install-advice.js';
import type { Toolchain } from './tools/toolchain.js';

/** The build that the tools of this machine allow. */
export type BuildPlan =
  | { readonly kind: 'js'; readonly notes: readonly Diagnostic[] }
  | {
      readonly kind: 'native';
      readonly notes: readonly Diagnostic[];
      readonly cxx: Tool;
      readonly cmake: Tool;
      readonly generator: Exclude<Toolchain['generator'], { missing: string }>;
      /** Undefined on machines without levels. */
      readonly cpuLevel: CpuLevel | undefined;
      readonly cuda: (CudaToolkit & { readonly architectures: string }) | undefined;
    };

export interface PlanOptions {
  /** The value of `--cpu-level`. Undefined means ROWFUSE_CPU_LEVEL of the environment. */
  readonly cpuLevel: string | undefined;
  /** False for `--no-cuda`. */
  readonly cuda: boolean;
  /** The value of `--cuda-arch`. Undefined means ROWFUSE_CUDA_ARCH of the environment. */
  readonly cudaArchitectures: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Chooses the tools of a build, the level of the CPU and the GPU architectures.
 *
 * @throws BuildError RF2007 when the requested architectures are not a valid list, RF2013 when there is no such level
 */
export async function planBuild(toolchain: Toolchain, options: PlanOptions): Promise<BuildPlan> {
  const { cxx, cmake, generator } = toolchain;
  if (isMissing(cxx) || isMissing(cmake) || isMissing(generator)) {
    const missing = [cxx, cmake, generator].filter((tool) => isMissing(tool)).map((tool) => tool.missing);
    return {
      kind: 'js',
      notes: [noCompiler(nowhere, { missing: missing.join(', '), advice: installAdvice('native') })],
    };
  }
  const cpuLevel = planCpuLevel(options);
  const { cuda, notes } = await planCuda(toolchain, options);
  return { kind: 'native', notes, cxx, cmake, generator, cpuLevel, cuda };
}

function planCpuLevel({ cpuLevel: asked, environment }: PlanOptions): CpuLevel | undefined {
  const level = chooseCpuLevel(asked, environment);
  if (level !== 'invalid') return level;
  const value = JSON.stringify(asked ?? environment.ROWFUSE_CPU_LEVEL);
  throw new BuildError(invalidCpuLevel(nowhere, { value, levels: cpuLevels.join(', ') }));
}

async function planCuda(toolchain: Toolchain, options: PlanOptions) {
  if (!options.cuda) return { cuda: undefined, notes: [] };
  if (isMissing(toolchain.cuda)) {
    const values = { reason: toolchain.cuda.missing, advice: installAdvice('cuda') };
    return { cuda: undefined, notes: [noCudaCompiler(nowhere, values)] };
  }
  const asked = options.cudaArchitectures ?? options.environment.ROWFUSE_CUDA_ARCH;
  const architectures = await chooseArchitectures(asked, options.environment);
  if (architectures === undefined) {
    throw new BuildError(invalidCudaArchitectures(nowhere, { value: JSON.stringify(asked) }));
  }
  return { cuda: { ...toolchain.cuda, architectures: architectures.value }, notes: [] };
}
