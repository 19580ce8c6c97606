import { statSync } from 'node:fs';
import path from 'node:path';
import type { BuildPlan } from '../build-plan.js';
import type { BuildTools } from '../build-state.js';

export type NativePlan = Extract<BuildPlan, { kind: 'native' }>;

/** The optimisation level of C++, as in the compilers' `-O`. */
export type OptimizationLevel = 0 | 1 | 2 | 3;

/** The tools and their options, which are the same for the engine and the transforms of a project. */
export interface NativeSetup {
  readonly plan: NativePlan;
  /** The folder of CMakeLists.txt and the headers. */
  readonly nativeDirectory: string;
  readonly quick: boolean;
  readonly optimization: OptimizationLevel;
  /** True if claims about values are verified: see base/claims.hpp. */
  readonly checked: boolean;
  /** True if the library for other languages is built too. */
  readonly library: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

/** Returns the tools, each as a text that changes with the tool. */
export function toolsOf({ cxx, cmake, generator, cuda }: NativePlan): BuildTools {
  return {
    cxx: `${cxx.path} ${cxx.identity} ${stateOf(cxx.path)}`,
    cmake: `${cmake.path} ${cmake.identity}`,
    generator: generator.name,
    cuda: cuda === undefined ? '' : `${cuda.nvcc} ${cuda.identity} ${stateOf(cuda.nvcc)}`,
  };
}

/** Returns the size and time of a program: a replaced compiler may report the same version. */
function stateOf(program: string): string {
  const { size = 0, mtimeMs = 0 } = statSync(program, { throwIfNoEntry: false }) ?? {};
  return `${size} ${mtimeMs}`;
}

/** Returns the variables that CMake is configured with. */
export function variablesOf(setup: NativeSetup): Readonly<Record<string, string>> {
  const { plan, quick, optimization, checked, library, environment } = setup;
  const { cuda } = plan;
  return {
    CMAKE_MAKE_PROGRAM: plan.generator.path,
    ROWFUSE_QUICK: quick ? 'ON' : 'OFF',
    ROWFUSE_OPTIMIZATION: String(optimization),
    ROWFUSE_CHECKED: checked ? 'ON' : 'OFF',
    ROWFUSE_LIBRARY: library ? 'ON' : 'OFF',
    ROWFUSE_CPU_LEVEL: plan.cpuLevel ?? '',
    ROWFUSE_CXX_FLAGS: environment.CXXFLAGS ?? '',
    ROWFUSE_CUDA: cuda === undefined ? 'OFF' : 'ON',
    ...(cuda === undefined
      ? {}
      : {
          ROWFUSE_CUDA_FLAGS: environment.CUDAFLAGS ?? '',
          CMAKE_CUDA_COMPILER: cuda.nvcc,
          CMAKE_CUDA_ARCHITECTURES: cuda.architectures,
          CMAKE_CUDA_HOST_COMPILER: hostCompiler(setup),
        }),
  };
}

/** Returns the host compiler for nvcc, which would take the g++ of PATH. It must be the one that compiles the rest. */
function hostCompiler({ plan: { cxx }, environment }: NativeSetup): string {
  return environment.CUDAHOSTCXX || environment.NVCC_CCBIN || cxx.path;
}

/** Returns the variables that CMake, compilers and linkers read from the environment themselves. */
export function ambientFlags({ environment }: NativeSetup): Readonly<Record<string, string>> {
  const names = ['LDFLAGS', 'NVCC_PREPEND_FLAGS', 'NVCC_APPEND_FLAGS', 'CPATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH'];
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
}

/** Returns a path with `/` as separator, as CMake writes it. */
export function cmakePath(file: string): string {
  return file.split(path.sep).join('/');
}
