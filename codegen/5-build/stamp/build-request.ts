import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../hash.js';
import { packageDirectory } from '../package-directory.js';
import { packageVersion } from '../package-version.js';
import { findExecutable } from '../tools/find-executable.js';
import { toolNames } from '../tools/toolchain.js';
import { fileState, folderStates } from './file-state.js';

/** What is asked of a build, besides what its sources hold. */
export interface BuildRequest {
  readonly root: string;
  /** Absolute paths of the modules, and those among them that need not export a transform. */
  readonly files: readonly string[];
  readonly optional: readonly string[];
  readonly prune: boolean;
  readonly emitOnly: boolean;
  readonly cuda: boolean;
  readonly cudaArchitectures: string | undefined;
  readonly library: boolean;
}

/** The variables that compilers, CMake and we ourselves look at. */
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
  ...['CPATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH', 'ROWFUSE_CUDA_ARCH'],
];

/**
 * A hash of what is asked, and of what does it: this package, the tools that would be found, the GPUs. No program is started, and
 * nothing is read but the states of files.
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
      gpus(),
    ]),
  );
}

/** The GPUs that Linux's driver knows. */
function gpus(): readonly string[] {
  try {
    return readdirSync('/proc/driver/nvidia/gpus');
  } catch {
    return [];
  }
}
