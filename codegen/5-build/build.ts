import path from 'node:path';
import type { EmittedTransform } from '../4-emit/emitted-file.js';
import { abandon, buildDirectoryOf, cacheDirectoryOf } from './build-directory.js';
import type { BuildEvent } from './build-event.js';
import { acquireLock, type BuildLock } from './build-lock.js';
import { planBuild } from './build-plan.js';
import { readBuildRecord, removeAddon } from './build-record.js';
import type { BuildReport } from './build-report.js';
import { locateCache } from './cache/cache-location.js';
import type { OptimizationLevel } from './cmake/native-setup.js';
import { plainDirectory } from './cmake/plain-path.js';
import { AddonBuild } from './native-build.js';
import { composeOutput } from './output/compose-output.js';
import { moduleTypeNotes } from './output/module-type.js';
import { runtimeDependencyNotes } from './output/runtime-dependency.js';
import { asUnusableOutput } from './output/unusable-output.js';
import { writeOutput } from './output/write-output.js';
import { packageDirectory } from './package-directory.js';
import { findToolchain } from './tools/toolchain.js';

/** The transforms to build, and where. */
export interface BuildOptions {
  /** The project's root, absolute. */
  readonly root: string;
  /** The output directory, absolute. */
  readonly out: string;
  /** The modules that were compiled, relative to the root, with `/` as separator. Default: the sources of {@link transforms}. */
  readonly sources?: readonly string[];
  /** The transforms of the modules. With a promise, the native build begins before they are compiled; if it rejects, so does the build. */
  readonly transforms: readonly EmittedTransform[] | Promise<readonly EmittedTransform[]>;
  /** Removes the transforms of sources that this build did not read. Without it they stay. */
  readonly prune?: boolean;
  /** Only writes files; no compiler is run. */
  readonly emitOnly?: boolean;
  /** False leaves the GPU out. */
  readonly cuda?: boolean;
  /** Also builds the shared library for other languages. */
  readonly library?: boolean;
  /** For code that runs little: many transforms per file, which compiles in less time and runs slower. The results are the same. */
  readonly quick?: boolean;
  /** Default: 3. Lower levels are for tests with many transforms; the results are the same. */
  readonly optimization?: OptimizationLevel;
  /** Verifies at run time what the row library and the compiler assume about values: `compile` has the same option. For tests. */
  readonly checked?: boolean;
  /** The level of x86-64 to compile row functions for: `x86-64` or `x86-64-v3`. Default: the highest that this machine has. */
  readonly cpuLevel?: string | undefined;
  /** The GPUs to compile for, in the form of CMAKE_CUDA_ARCHITECTURES. */
  readonly cudaArchitectures?: string | undefined;
  /** The environment variables of the tools. Default: those of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The folder of CMakeLists.txt and the headers. Default: that of this package. */
  readonly nativeDirectory?: string;
  /** The longest wait for another build of the same directory, in milliseconds. Default: ten minutes. */
  readonly patience?: number;
  /** Called for each step of the build. */
  readonly onEvent?: (event: BuildEvent) => void;
}

const tenMinutes = 600_000;

/**
 * Brings an output directory up to date: the emitted files, then the addon that is made from them.
 *
 * @throws BuildError RF20xx
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { root, out, patience = tenMinutes, onEvent = () => {} } = options;
  const buildDirectory = buildDirectoryOf(root, out);
  const lock = await acquireLock(`${buildDirectory}.lock`, {
    patience,
    onWait: (pid) => onEvent({ kind: 'waiting', pid }),
  }).catch((error: unknown) => {
    throw asUnusableOutput(out, error);
  });
  try {
    const native = options.emitOnly ? undefined : planNative(options, buildDirectory, lock);
    native?.catch(() => {}); // If the transforms reject first, nothing awaits this promise.
    const transforms = await options.transforms;
    const { prune = false, sources = transforms.map(({ source }) => source) } = options;
    const composed = composeOutput({ root, out, sources, transforms, prune });
    const { kept, removed } = composed;
    const changes = writeOutput(out, root, composed);
    // The report leaves out the text of files, because it is kept.
    const held = composed.transforms.map(({ files, ...transform }) => transform);
    const notes = [...moduleTypeNotes(root, out, changes.yielded), ...runtimeDependencyNotes(root, out)];
    const report = { changes, transforms: held, kept, removed, native: undefined, notes };
    if (native === undefined) return report;
    const { addon, notes: notesOfTools } = await native;
    if (addon === undefined) removeStaleAddon(out, composed.buildHash);
    return { ...report, native: await addon?.finish(composed), notes: [...notes, ...notesOfTools] };
  } finally {
    lock.release();
  }
}

/** Looks for tools and begins the steps that do not depend on the transforms. Without tools `addon` is undefined. */
async function planNative(options: BuildOptions, buildDirectory: string, lock: BuildLock) {
  const { root, out, environment = process.env, patience = tenMinutes, onEvent = () => {} } = options;
  const plan = await planBuild(await findToolchain(environment), {
    cuda: options.cuda ?? true,
    cpuLevel: options.cpuLevel,
    cudaArchitectures: options.cudaArchitectures,
    environment,
  });
  if (plan.kind === 'js') return { addon: undefined, notes: plan.notes };
  const setup = {
    plan,
    nativeDirectory: options.nativeDirectory ?? path.join(packageDirectory(), 'native'),
    quick: options.quick ?? false,
    optimization: options.optimization ?? 3,
    checked: options.checked ?? false,
    library: options.library ?? false,
    environment,
  };
  const cache = locateCache(environment, cacheDirectoryOf(root, out));
  const directory = plainDirectory(buildDirectory, [cache.directory]);
  if (lock.wasLeftBehind) abandon(directory);
  const addon = new AddonBuild(setup, { root, out, buildDirectory: directory, cache, lock, patience, onEvent });
  addon.begin();
  return { addon, notes: plan.notes };
}

/** Removes an addon that this build could not replace, if it was made from other sources. An addon of the same sources stays in use. */
function removeStaleAddon(out: string, buildHash: string): void {
  if (readBuildRecord(out)?.buildHash !== buildHash) removeAddon(out);
}
