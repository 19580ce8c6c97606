import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { EmittedFile, GeneratedTransform } from '../4-emit/emitted-file.js';
import { compileFailed, configureFailed, nowhere } from '../diagnostics/index.js';
import { wipe } from './build-directory.js';
import { BuildError } from './build-error.js';
import { type BuildEvent, compiledEvent } from './build-event.js';
import { hashBuildInputs, nodeAddonApiDirectory } from './build-inputs.js';
import type { BuildLock } from './build-lock.js';
import type { BuildPlan } from './build-plan.js';
import { addonName, type BuildRecord, installAddon, libraryName, readBuildRecord } from './build-record.js';
import { BuildState, type BuildTools } from './build-state.js';
import { type BuildStep, countBuildSteps, readBuildSteps } from './build-steps.js';
import { withToken } from './build-token.js';
import { cmakeCommands } from './cmake-commands.js';
import { compilerFailure, isCompilerMessage } from './compiler-output.js';
import { type RunResult, runProcess } from './run-process.js';
import { linkSources } from './source-links.js';

/** How far C++ is optimised, as the compilers' `-O` has it. */
export type OptimizationLevel = 1 | 2 | 3;

export interface NativeBuildOptions {
  /** What the paths of sources are relative to. */
  readonly root: string;
  readonly out: string;
  readonly buildDirectory: string;
  readonly nativeDirectory: string;
  readonly files: readonly EmittedFile[];
  readonly transforms: readonly GeneratedTransform[];
  readonly buildHash: string;
  readonly quick?: boolean;
  readonly optimization?: OptimizationLevel;
  readonly environment: NodeJS.ProcessEnv;
  readonly lock: BuildLock;
  readonly onEvent: (event: BuildEvent) => void;
}

export type NativeBuild =
  /** Nothing that goes into the addon has changed: no tool was run. */
  | { readonly status: 'unchanged'; readonly record: BuildRecord }
  | {
      readonly status: 'built';
      readonly record: BuildRecord;
      /** Folders of the transforms of which at least one file was compiled. */
      readonly compiled: readonly string[];
      readonly configureMilliseconds: number;
      readonly buildMilliseconds: number;
      /** Slowest first; known with ninja only. */
      readonly steps: readonly BuildStep[];
    };

type NativePlan = Extract<BuildPlan, { kind: 'native' }>;

/**
 * Compiles the emitted sources into `<out>/native/<platform>-<arch>/rowfuse.node`, unless they are what it was made of.
 *
 * @throws BuildError RF2002 when a compiler rejects a file, RF2003 when CMake cannot configure
 */
export async function buildNative(plan: NativePlan, options: NativeBuildOptions): Promise<NativeBuild> {
  const tools = toolsOf(plan);
  const inputs = hashBuildInputs(options.nativeDirectory, options.files, {
    ...tools,
    ...variablesOf(plan, options),
    ...flagsOf(options.environment),
  });
  const current = readBuildRecord(options.out);
  if (current?.inputs === inputs) return { status: 'unchanged', record: current };

  const state = new BuildState(options.buildDirectory);
  state.prepare(tools);
  state.setRunning(true);
  const compiled = new Set<string>();
  const onEvent = (event: BuildEvent): void => {
    if (event.kind === 'compiled' && event.directory !== undefined) compiled.add(event.directory);
    options.onEvent(event);
  };
  const run = await runCMake(plan, { ...options, onEvent }, state);
  state.setRunning(false);

  const release = path.join(options.buildDirectory, 'Release');
  const library = path.join(release, libraryName);
  const binaries = {
    addon: readFileSync(path.join(release, addonName)),
    library: existsSync(library) ? readFileSync(library) : undefined,
  };
  const record = installAddon(options.out, binaries, {
    inputs,
    buildHash: options.buildHash,
    compiler: plan.cxx.identity,
    cudaCompiler: plan.cuda?.identity ?? '',
    cudaArchitectures: plan.cuda?.architectures ?? '',
  });
  return { status: 'built', record, compiled: [...compiled].sort(), ...run };
}

interface CMakeRun {
  readonly configureMilliseconds: number;
  readonly buildMilliseconds: number;
  readonly steps: readonly BuildStep[];
}

/** Configures where needed and builds; once more from nothing when CMake's or ninja's own state is what is broken. */
async function runCMake(plan: NativePlan, options: NativeBuildOptions, state: BuildState): Promise<CMakeRun> {
  const { buildDirectory } = options;
  const { configure, build } = await cmakeCommands({
    ...plan,
    nativeDirectory: options.nativeDirectory,
    buildDirectory,
    jobs: availableParallelism(),
    variables: variablesOf(plan, options),
  });
  for (let attempt = 1; ; attempt += 1) {
    linkSources(buildDirectory, options.root, options.files);
    const began = performance.now();
    const reused = state.isConfigured(configure, plan.generator.name);
    if (!reused) {
      options.onEvent({ kind: 'configuring' });
      state.setConfigured(undefined);
      const result = await runTool(configure, options);
      if (result.status === 0) {
        state.setConfigured(configure);
      } else if (attempt === 1) {
        startOver(plan, state, buildDirectory);
        continue;
      } else {
        throw configureError(plan, result);
      }
    }
    const configured = performance.now();
    const stepsBefore = countBuildSteps(buildDirectory);
    const result = await runTool(build, options);
    if (result.status === 0) {
      return {
        configureMilliseconds: reused ? 0 : configured - began,
        buildMilliseconds: performance.now() - configured,
        steps: readBuildSteps(buildDirectory, stepsBefore),
      };
    }
    if (isCompilerMessage(result.output) || attempt > 1) {
      state.setRunning(false);
      throw compileError(result, options.transforms);
    }
    startOver(plan, state, buildDirectory);
  }
}

function startOver(plan: NativePlan, state: BuildState, buildDirectory: string): void {
  wipe(buildDirectory);
  state.prepare(toolsOf(plan));
  state.setRunning(true);
}

async function runTool(command: readonly string[], options: NativeBuildOptions): Promise<RunResult> {
  const [program = '', ...args] = command;
  const result = await runProcess(program, args, {
    directory: options.buildDirectory,
    // The form of ninja's progress is ours to read, whatever the user's shell prefers to see.
    environment: withToken({ ...options.environment, NINJA_STATUS: '[%f/%t] ' }, options.lock.token),
    onLine: (line) => {
      options.onEvent({ kind: 'output', line });
      const event = compiledEvent(line);
      if (event !== undefined) options.onEvent(event);
    },
  });
  return result;
}

function toolsOf({ cxx, cmake, generator, cuda }: NativePlan): BuildTools {
  return {
    cxx: `${cxx.path} ${cxx.identity}`,
    cmake: `${cmake.path} ${cmake.identity}`,
    generator: generator.name,
    cuda: cuda === undefined ? '' : `${cuda.nvcc} ${cuda.identity}`,
  };
}

function variablesOf(plan: NativePlan, options: NativeBuildOptions): Readonly<Record<string, string>> {
  const { cuda } = plan;
  return {
    CMAKE_MAKE_PROGRAM: plan.generator.path,
    ROWFUSE_GENERATED: options.out.replaceAll('\\', '/'),
    ROWFUSE_TRANSFORMS: options.transforms.map(({ directory }) => directory).join(';'),
    ROWFUSE_BUILD_HASH: options.buildHash,
    ROWFUSE_NODE_ADDON_API: nodeAddonApiDirectory(),
    ROWFUSE_QUICK: options.quick ? 'ON' : 'OFF',
    ROWFUSE_OPTIMIZATION: String(options.optimization ?? 3),
    ROWFUSE_CUDA: cuda === undefined ? 'OFF' : 'ON',
    ...(cuda === undefined
      ? {}
      : {
          CMAKE_CUDA_COMPILER: cuda.nvcc,
          CMAKE_CUDA_ARCHITECTURES: cuda.architectures,
          ...hostCompiler(plan, options),
        }),
  };
}

/** nvcc takes the g++ of PATH by itself; it must be the one that compiles the rest. */
function hostCompiler({ cxx }: NativePlan, { environment }: NativeBuildOptions): Readonly<Record<string, string>> {
  const named = environment.CUDAHOSTCXX || environment.NVCC_CCBIN;
  return { CMAKE_CUDA_HOST_COMPILER: named || cxx.path };
}

/** What CMake and nvcc take from the environment by themselves. */
function flagsOf({ LDFLAGS, CUDAFLAGS, NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS }: NodeJS.ProcessEnv) {
  return {
    LDFLAGS: LDFLAGS ?? '',
    CUDAFLAGS: CUDAFLAGS ?? '',
    NVCC_PREPEND_FLAGS: NVCC_PREPEND_FLAGS ?? '',
    NVCC_APPEND_FLAGS: NVCC_APPEND_FLAGS ?? '',
  };
}

function configureError(plan: NativePlan, { output }: RunResult): BuildError {
  const advice =
    plan.cuda !== undefined && /CUDA|nvcc/.test(output)
      ? 'Check that this nvcc works with this C++ compiler and knows these architectures, or build with `--no-cuda`.'
      : 'Run `rowfuse doctor` to see what is missing, and `rowfuse build --verbose` for the whole output.';
  return new BuildError(configureFailed(nowhere, { output: compilerFailure(output).excerpt, advice }), output);
}

function compileError({ output }: RunResult, transforms: readonly GeneratedTransform[]): BuildError {
  const { excerpt, directory } = compilerFailure(output);
  const name = transforms.find((transform) => transform.directory === directory)?.name ?? 'the addon';
  return new BuildError(compileFailed(nowhere, { name, output: excerpt }), output);
}
