import { runProcess } from '../processes/run-process.js';
import { findExecutable } from './find-executable.js';

/** Turing, Ampere and Hopper as machine code. The last is also PTX, which later GPUs compile when it is loaded. */
export const defaultArchitectures = '75-real;80-real;90';

/** Matches a list in the form of CMAKE_CUDA_ARCHITECTURES: `90` or `75-real;90-virtual`. */
const list = /^(?:\d{2,3}[af]?(?:-real|-virtual)?)(?:;\d{2,3}[af]?(?:-real|-virtual)?)*$/;

export interface Architectures {
  readonly value: string;
  readonly source: 'asked for' | 'the GPUs of this machine' | 'the default';
}

/**
 * Chooses the GPUs to compile for: those that were requested, else those of this machine, else the default.
 *
 * @param asked the value of `--cuda-arch` or ROWFUSE_CUDA_ARCH; commas count as semicolons
 * @returns undefined if the requested value is not a list of architectures
 */
export async function chooseArchitectures(
  asked: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Architectures | undefined> {
  if (asked) {
    const value = asked.replaceAll(/[,\s]+/g, ';');
    return list.test(value) ? { value, source: 'asked for' } : undefined;
  }
  const present = (await findGpus(environment)).map((gpu) => gpu.capability.replace('.', ''));
  if (present.length === 0) return { value: defaultArchitectures, source: 'the default' };
  return { value: [...new Set(present)].sort().join(';'), source: 'the GPUs of this machine' };
}

export interface Gpu {
  readonly name: string;
  /** The compute capability, such as `9.0`. */
  readonly capability: string;
  readonly driver: string;
}

/** Returns the GPUs that this machine's driver knows; none if there is no driver. */
export async function findGpus(environment: NodeJS.ProcessEnv): Promise<readonly Gpu[]> {
  const smi = findExecutable('nvidia-smi', environment);
  if (smi === undefined) return [];
  const query = ['--query-gpu=name,compute_cap,driver_version', '--format=csv,noheader'];
  const { status, output } = await runProcess(smi, query, { environment });
  if (status !== 0) return [];
  return output.split('\n').flatMap((line) => {
    const [name, capability, driver] = line.split(',').map((cell) => cell.trim());
    return name && driver && capability && /^\d+\.\d+$/.test(capability) ? [{ name, capability, driver }] : [];
  });
}
