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
import { asUnusableOutput } from './output/unusable-output.js';
import { writeOutput } from './output/write-output.js';
import { packageDirectory } from './package-directory.js';
import { findToolchain } from './tools/toolchain.js';

export interface BuildOptions {
  /** The project's root, absolute. */
  readonly root: string;
  /** The output directory, absolute. */
  readonly out: string;
  /** The modules that were compiled, relative to the root, with `/` between their parts: those of {@link transforms} by default. */
  readonly sources?: readonly string[];
  /** What the modules export. A promise lets the native build begin before they are compiled; where it rejects, the build does. */
  readonly transforms: readonly EmittedTransform[] | Promise<readonly EmittedTransform[]>;
  /** Remove the transforms of sources that this build did not read; without it they stay. */
  readonly prune?: boolean;
  /** Only write files; run no compiler. */
  readonly emitOnly?: boolean;
  /** False: leave the GPU out. */
  readonly cuda?: boolean;
  /** Also build the shared library for other languages. */
  readonly library?: boolean;
  /** For code that runs little: it is built in less time, many transforms a file, and is slower. The results are the same. */
  readonly quick?: boolean;
  /** Default: 3. Less is for tests of many transforms: the results are the same. */
  readonly optimization?: OptimizationLevel;
  /** Which GPUs to compile for, as CMAKE_CUDA_ARCHITECTURES takes them. */
  readonly cudaArchitectures?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  /** Where CMakeLists.txt and the headers are; those of this package. */
  readonly nativeDirectory?: string;
  /** How long to wait for another build of the same directory, in milliseconds. */
  readonly patience?: number;
  readonly onEvent?: (event: BuildEvent) => void;
}

const tenMinutes = 600_000;

/**
 * Brings an output directory up to date: the emitted files, then the addon made of them.
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
    native?.catch(() => {}); // where the transforms reject first, nobody asks for it
    const transforms = await options.transforms;
    const { prune = false, sources = transforms.map(({ source }) => source) } = options;
    const composed = composeOutput({ root, out, sources, transforms, prune });
    const { kept, removed } = composed;
    const changes = writeOutput(out, root, composed);
    // Without their files: a report is to be kept.
    const held = composed.transforms.map(({ files, ...transform }) => transform);
    const notes = moduleTypeNotes(root, out, changes.yielded);
    const report = { changes, transforms: held, kept, removed, native: undefined, notes };
    if (native === undefined) return report;
    const { addon, notes: notesOfTools } = await native;
    if (addon === undefined) removeStaleAddon(out, composed.buildHash);
    return { ...report, native: await addon?.finish(composed), notes: [...notes, ...notesOfTools] };
  } finally {
    lock.release();
  }
}

/** Looks for tools, and begins with what does not depend on the transforms. Without tools there is no addon to build. */
async function planNative(options: BuildOptions, buildDirectory: string, lock: BuildLock) {
  const { root, out, environment = process.env, patience = tenMinutes, onEvent = () => {} } = options;
  const plan = await planBuild(await findToolchain(environment), {
    cuda: options.cuda ?? true,
    cudaArchitectures: options.cudaArchitectures,
    environment,
  });
  if (plan.kind === 'js') return { addon: undefined, notes: plan.notes };
  const setup = {
    plan,
    nativeDirectory: options.nativeDirectory ?? path.join(packageDirectory(), 'native'),
    quick: options.quick ?? false,
    optimization: options.optimization ?? 3,
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

/** Without a compiler an addon of other sources can only be in the way; one of these sources goes on serving. */
function removeStaleAddon(out: string, buildHash: string): void {
  if (readBuildRecord(out)?.buildHash !== buildHash) removeAddon(out);
}
