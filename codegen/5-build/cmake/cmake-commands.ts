import { BuildSystem } from 'cmake-js';
import type { Tool } from '../tools/finding.js';
import { companionC, type Toolchain } from '../tools/toolchain.js';

export interface CMakeCommands {
  readonly configure: readonly string[];
  readonly build: readonly string[];
}

/**
 * Returns the commands with which cmake-js would configure and build, to be run in the build directory. cmake-js knows the flags and the
 * headers of Node-API on every platform. It does not run them, because its own runner either prints the compiler's output or drops it.
 */
export async function cmakeCommands(options: {
  readonly nativeDirectory: string;
  readonly buildDirectory: string;
  readonly cmake: Tool;
  readonly cxx: Tool;
  readonly generator: Exclude<Toolchain['generator'], { missing: string }>;
  readonly jobs: number;
  readonly variables: Readonly<Record<string, string>>;
}): Promise<CMakeCommands> {
  const system = new BuildSystem({
    directory: options.nativeDirectory,
    out: options.buildDirectory,
    config: 'Release',
    generator: options.generator.name,
    cmakePath: options.cmake.path,
    cppCompilerPath: options.cxx.path,
    cCompilerPath: companionC(options.cxx.path),
    cMakeOptions: options.variables,
    parallel: String(options.jobs),
    noLog: true,
  });
  // cmake-js derives this from a package.json beside CMakeLists.txt, which would turn `native/` into a package of its own for Node and
  // TypeScript. Without the flag it would download the headers of the running Node.
  system.options.isNodeApi = true;
  return {
    configure: await system.getConfigureCommand(),
    build: await system.getBuildCommand(),
  };
}
