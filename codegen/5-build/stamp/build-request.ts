import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../hash.js';
import { packageDirectory } from '../package-directory.js';
import { packageVersion } from '../package-version.js';
import { thisProcessor } from '../tools/cpu-level.js';
import { findExecutable } from '../tools/find-executable.js';
import { toolNames } from '../tools/toolchain.js';
import { fileState, folderStates } from './file-state.js';

/** The request of a build, without the content of its sources. */
export interface BuildRequest {
  readonly root: string;
  /** Absolute paths of the modules. `optional` are those among them that need not export a transform. */
  readonly files: readonly string[];
  readonly optional: readonly string[];
  readonly prune: boolean;
  readonly emitOnly: boolean;
  readonly cuda: boolean;
  readonly cpuLevel: string | undefined;
  readonly cudaArchitectures: string | undefined;
  readonly library: boolean;
}

/** The environment variables that compilers, CMake and rowfuse read. */
const variables = [
  ...[
    'CXX',
    'CXXFLAGS',
    'CUDAFLAGS',
    'LDFLAGS',
    'NVCC_PREPEND_FLAGS',
    'NVCC_APPEND_FLAGS',
    'CUDAHOSTCXX',
    'NVCC_CCBIN',
  ],
  ...['CPATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH', 'ROWFUSE_CPU_LEVEL', 'ROWFUSE_CUDA_ARCH'],
];

/**
 * Returns a hash of the request and of everything that carries it out: this package, the tools that would be found, the level of the CPU,
 * the GPUs. It starts no program, and of the tools it reads only the states of files.
 */
export function hashRequest(request: BuildRequest, environment: NodeJS.ProcessEnv): string {
  const home = packageDirectory();
  const tools = toolNames(environment).map((name) => {
    const file = findExecutable(name, environment);
    return [name, file, file && fileState(file)];
  });
  return sha256(
    JSON.stringify([
      Object.entries(request).sort(),
      [
        packageVersion(),
        folderStates(
          ['dist/codegen', 'dist/dsl', 'codegen/4-emit/templates', 'native'].map((name) => path.join(home, name)),
        ),
      ],
      tools,
      variables.map((name) => environment[name]),
      thisProcessor()?.level,
      gpus(),
    ]),
  );
}

/** Lists the GPUs that Linux's driver knows. */
function gpus(): readonly string[] {
  try {
    return readdirSync('/proc/driver/nvidia/gpus');
  } catch {
    return [];
  }
}
