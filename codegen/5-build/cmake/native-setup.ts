import { statSync } from 'node:fs';
import path from 'node:path';
import type { BuildPlan } from '../build-plan.js';
import type { BuildTools } from '../build-state.js';

export type NativePlan = Extract<BuildPlan, { kind: 'native' }>;

/** How far C++ is optimised, as the compilers' `-O` has it. */
export type OptimizationLevel = 1 | 2 | 3;

/** What is compiled with: the tools and what they are told, the same for the engine and for the transforms of a project. */
export interface NativeSetup {
  readonly plan: NativePlan;
  /** Where CMakeLists.txt and the headers are. */
  readonly nativeDirectory: string;
  readonly quick: boolean;
  readonly optimization: OptimizationLevel;
  /** Whether the library for other languages is built too. */
  readonly library: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

/** The tools, each a word that changes with the tool. */
export function toolsOf({ cxx, cmake, generator, cuda }: NativePlan): BuildTools {
  return {
    cxx: `${cxx.path} ${cxx.identity} ${stateOf(cxx.path)}`,
    cmake: `${cmake.path} ${cmake.identity}`,
    generator: generator.name,
    cuda: cuda === undefined ? '' : `${cuda.nvcc} ${cuda.identity} ${stateOf(cuda.nvcc)}`,
  };
}

/** A compiler that was replaced need not say so in its version. */
function stateOf(program: string): string {
  const { size = 0, mtimeMs = 0 } = statSync(program, { throwIfNoEntry: false }) ?? {};
  return `${size} ${mtimeMs}`;
}

/** The variables that CMake is configured with. */
export function variablesOf(setup: NativeSetup): Readonly<Record<string, string>> {
  const { plan, quick, optimization, library, environment } = setup;
  const { cuda } = plan;
  return {
    CMAKE_MAKE_PROGRAM: plan.generator.path,
    ROWFUSE_QUICK: quick ? 'ON' : 'OFF',
    ROWFUSE_OPTIMIZATION: String(optimization),
    ROWFUSE_LIBRARY: library ? 'ON' : 'OFF',
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

/** nvcc takes the g++ of PATH by itself; it must be the one that compiles the rest. */
function hostCompiler({ plan: { cxx }, environment }: NativeSetup): string {
  return environment.CUDAHOSTCXX || environment.NVCC_CCBIN || cxx.path;
}

/** What CMake, compilers and linkers take from the environment by themselves. */
export function ambientFlags({ environment }: NativeSetup): Readonly<Record<string, string>> {
  const names = ['LDFLAGS', 'NVCC_PREPEND_FLAGS', 'NVCC_APPEND_FLAGS', 'CPATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH'];
  return Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
}

/** CMake's form of a path. */
export function cmakePath(file: string): string {
  return file.split(path.sep).join('/');
}
