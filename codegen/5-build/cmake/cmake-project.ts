import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { compileFailed, configureFailed, nowhere } from '../../diagnostics/index.js';
import { wipe } from '../build-directory.js';
import { BuildError } from '../build-error.js';
import { type BuildEvent, compiledEvent } from '../build-event.js';
import { BuildState } from '../build-state.js';
import { type BuildStep, countBuildSteps, readBuildSteps } from '../build-steps.js';
import { type BuildToken, withToken } from '../build-token.js';
import { type RunResult, runProcess } from '../processes/run-process.js';
import { type CMakeCommands, cmakeCommands } from './cmake-commands.js';
import { compilerFailure, isCompilerMessage } from './compiler-output.js';
import { cmakePath, type NativeSetup, toolsOf, variablesOf } from './native-setup.js';
import { nodeAddonApiDirectory, nodeApiHeadersDirectory } from './node-addon-api.js';
import { isPlain, PlainLinks } from './plain-path.js';
import { unitsName } from './unit-layout.js';

export interface CMakeProjectOptions {
  readonly setup: NativeSetup;
  /** The part of `native/` to build. */
  readonly part: 'engine' | 'addon';
  /** Absolute and plain; see `plainDirectory`. */
  readonly buildDirectory: string;
  readonly token: BuildToken;
  readonly onEvent: (event: BuildEvent) => void;
  /** Writes our own files into the build directory. Called again after the directory was emptied. */
  readonly prepare?: () => void;
  /** Returns the name of the transform in a folder, for messages. */
  readonly nameOf?: (directory: string) => string | undefined;
}

/** The times of a build and of its steps. */
export interface BuildTimes {
  readonly configureMilliseconds: number;
  readonly buildMilliseconds: number;
  readonly steps: readonly BuildStep[];
}

/**
 * A build directory of CMake. It is configured if needed. If a failure is not a compiler's, the directory is emptied and built once more.
 */
export class CMakeProject {
  readonly #options: CMakeProjectOptions;
  readonly #state: BuildState;
  #commands: Promise<CMakeCommands> | undefined;
  #configuring: Promise<void> | undefined;
  #configureMilliseconds = 0;

  constructor(options: CMakeProjectOptions) {
    this.#options = options;
    this.#state = new BuildState(options.buildDirectory);
    this.#begin();
  }

  /**
   * Runs CMake unless it was already run with the same command.
   *
   * @throws BuildError RF2003 when CMake cannot configure
   */
  configure(): Promise<void> {
    this.#configuring ??= this.#configure().finally(() => {
      this.#configuring = undefined;
    });
    return this.#configuring;
  }

  async #configure(): Promise<void> {
    const { onEvent } = this.#options;
    let { configure } = await this.#getCommands();
    if (this.#state.isConfigured(configure, this.#options.setup.plan.generator.name)) return;
    for (let attempt = 1; ; attempt += 1) {
      const began = performance.now();
      onEvent({ kind: 'configuring' });
      this.#state.setConfigured(undefined);
      const result = await this.#run(configure);
      this.#configureMilliseconds += performance.now() - began;
      if (result.status === 0) {
        this.#state.setConfigured(configure);
        return;
      }
      if (attempt > 1) throw configureError(this.#options.setup, result);
      this.#startOver();
      ({ configure } = await this.#getCommands());
    }
  }

  /**
   * Builds one target, or all of them.
   *
   * @throws BuildError RF2002 when a compiler rejects a file, RF2003 when CMake cannot configure
   */
  async build(target?: string): Promise<BuildTimes> {
    const { buildDirectory } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      await this.configure();
      const { build } = await this.#getCommands();
      const began = performance.now();
      const stepsBefore = countBuildSteps(buildDirectory);
      const result = await this.#run(target === undefined ? build : [...build, '--target', target]);
      if (result.status === 0) {
        this.#state.setRunning(false);
        const buildMilliseconds = performance.now() - began;
        const steps = readBuildSteps(buildDirectory, stepsBefore);
        return { configureMilliseconds: this.#configureMilliseconds, buildMilliseconds, steps };
      }
      if (isCompilerMessage(result.output) || attempt > 1) {
        this.#state.setRunning(false);
        throw compileError(result, this.#options.nameOf);
      }
      this.#startOver();
    }
  }

  /** Returns the object files that CMake lists in a file, which it writes when it configures. */
  objectsIn(list: string): readonly string[] {
    const lines = readFileSync(path.join(this.#options.buildDirectory, list), 'utf8').split('\n');
    return lines.filter((line) => line !== '');
  }

  #begin(): void {
    this.#state.prepare(toolsOf(this.#options.setup.plan));
    this.#state.setRunning(true);
    this.#options.prepare?.();
  }

  #startOver(): void {
    wipe(this.#options.buildDirectory);
    this.#commands = undefined; // The commands name links in the directory.
    this.#begin();
  }

  #getCommands(): Promise<CMakeCommands> {
    const { setup, part, buildDirectory } = this.#options;
    const plain = (folder: string): string => cmakePath(new PlainLinks(buildDirectory).to(folder));
    const headers = nodeApiHeadersDirectory();
    this.#commands ??= cmakeCommands({
      ...setup.plan,
      nativeDirectory: plain(setup.nativeDirectory),
      buildDirectory,
      jobs: availableParallelism(),
      variables: {
        ...variablesOf(setup),
        ROWFUSE_PART: part,
        ROWFUSE_NODE_ADDON_API: plain(nodeAddonApiDirectory()),
        // cmake-js finds the same folder, but passes its path unchanged.
        ...(!isPlain(headers) && { CMAKE_JS_INC: plain(headers) }),
        ...(part === 'addon' && { ROWFUSE_UNITS: cmakePath(path.join(buildDirectory, unitsName)) }),
      },
    });
    return this.#commands;
  }

  async #run([program = '', ...args]: readonly string[]): Promise<RunResult> {
    const { setup, buildDirectory, token, onEvent } = this.#options;
    return runProcess(program, args, {
      directory: buildDirectory,
      // Fixes the form of ninja's progress lines, which we parse, whatever the user's shell sets.
      environment: withToken({ ...setup.environment, NINJA_STATUS: '[%f/%t] ' }, token),
      onLine: (line) => {
        onEvent({ kind: 'output', line });
        const event = compiledEvent(line);
        if (event !== undefined) onEvent(event);
      },
    });
  }
}

function configureError({ plan }: NativeSetup, { output }: RunResult): BuildError {
  const advice =
    plan.cuda !== undefined && /CUDA|nvcc/.test(output)
      ? 'Check that this nvcc works with this C++ compiler and knows these architectures, or build with `--no-cuda`.'
      : 'Run `rowfuse doctor` to see what is missing, and `rowfuse build --verbose` for the whole output.';
  return new BuildError(configureFailed(nowhere, { output: compilerFailure(output).excerpt, advice }), output);
}

function compileError({ output }: RunResult, nameOf: CMakeProjectOptions['nameOf']): BuildError {
  const { excerpt, directory } = compilerFailure(output);
  const name = (directory === undefined ? undefined : nameOf?.(directory)) ?? 'the addon';
  return new BuildError(compileFailed(nowhere, { name, output: excerpt }), output);
}
