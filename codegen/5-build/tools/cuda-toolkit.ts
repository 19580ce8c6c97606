import path from 'node:path';
import { runProcess } from '../processes/run-process.js';
import { findExecutable } from './find-executable.js';
import type { Finding } from './finding.js';
import { atLeast } from './version.js';

/** An installed CUDA toolkit. */
export interface CudaToolkit {
  /** Absolute path of nvcc. */
  readonly nvcc: string;
  readonly version: string;
  readonly identity: string;
  /** The path of `cuobjdump`, which reads the registers and shared memory of kernels. */
  readonly cuobjdump?: string;
}

/** The first version that compiles C++20. */
const oldest = '12.0';

/** Returns the usual places of nvcc: CUDACXX, PATH, CUDA_HOME, CUDA_PATH, /usr/local/cuda. */
export function nvccNames({ CUDACXX, CUDA_HOME, CUDA_PATH }: NodeJS.ProcessEnv): readonly string[] {
  const homes = [CUDA_HOME, CUDA_PATH, '/usr/local/cuda'].filter((home): home is string => Boolean(home));
  return [...(CUDACXX ? [CUDACXX] : []), 'nvcc', ...homes.map((home) => path.join(home, 'bin', 'nvcc'))];
}

/** Looks for nvcc, and runs it with `--version`. */
export async function findCudaToolkit(environment: NodeJS.ProcessEnv): Promise<Finding<CudaToolkit>> {
  for (const candidate of nvccNames(environment)) {
    const nvcc = findExecutable(candidate, environment);
    if (nvcc === undefined) continue;
    const { status, output } = await runProcess(nvcc, ['--version'], { environment });
    const version = /release (\d+\.\d+)/.exec(output)?.[1];
    if (status !== 0 || version === undefined) return { missing: `${nvcc} does not answer to --version` };
    if (!atLeast(version, oldest)) return { missing: `${nvcc} is of CUDA ${version}, ${oldest} is needed` };
    const identity = /V\d+\.\d+\.\d+/.exec(output)?.[0] ?? version;
    const beside = path.join(path.dirname(nvcc), 'cuobjdump');
    const cuobjdump =
      findExecutable(beside, environment) ??
      findExecutable('cuobjdump', environment) ??
      findExecutable('/usr/local/cuda/bin/cuobjdump', environment);
    return { nvcc, version, identity, ...(cuobjdump === undefined ? {} : { cuobjdump }) };
  }
  return { missing: 'no nvcc' };
}
