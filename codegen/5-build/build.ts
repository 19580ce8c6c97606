import path from 'node:path';
import type { EmittedTransform, GeneratedTransform } from '../4-emit/emitted-file.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { abandon, buildDirectoryOf } from './build-directory.js';
import type { BuildEvent } from './build-event.js';
import { acquireLock } from './build-lock.js';
import { planBuild } from './build-plan.js';
import { readBuildRecord, removeAddon } from './build-record.js';
import { composeOutput } from './compose-output.js';
import { moduleTypeNotes } from './module-type.js';
import { buildNative, type NativeBuild, type OptimizationLevel } from './native-build.js';
import { packageDirectory } from './package-directory.js';
import { findToolchain } from './toolchain.js';
import { type OutputChanges, writeOutput } from './write-output.js';

export interface BuildOptions {
  /** The project's root, absolute. */
  readonly root: string;
  /** The output directory, absolute. */
  readonly out: string;
  /** The modules that were compiled, relative to the root, with `/` between their parts: those of {@link transforms} by default. */
  readonly sources?: readonly string[];
  readonly transforms: readonly EmittedTransform[];
  /** Remove the transforms of sources that this build did not read; without it they stay. */
  readonly prune?: boolean;
  /** Only write files; run no compiler. */
  readonly emitOnly?: boolean;
  /** False: leave the GPU out. */
  readonly cuda?: boolean;
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

export interface BuildReport {
  readonly changes: OutputChanges;
  /** All transforms that the output directory holds now. */
  readonly transforms: readonly GeneratedTransform[];
  /** Those of sources that this build did not read. */
  readonly kept: readonly GeneratedTransform[];
  /** Those that it held before and no longer holds. */
  readonly removed: readonly GeneratedTransform[];
  /** Undefined when no compiler was to be run, or there is none. */
  readonly native: NativeBuild | undefined;
  /** What was left out, and why: warnings RF2001, RF2006 and RF2010. */
  readonly notes: readonly Diagnostic[];
}

const tenMinutes = 600_000;

/**
 * Brings an output directory up to date: the emitted files, then the addon made of them.
 *
 * @throws BuildError RF20xx
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { root, out, environment = process.env, onEvent = () => {} } = options;
  const buildDirectory = buildDirectoryOf(root, out);
  const lock = await acquireLock(`${buildDirectory}.lock`, {
    patience: options.patience ?? tenMinutes,
    onWait: (pid) => onEvent({ kind: 'waiting', pid }),
  });
  try {
    if (lock.wasLeftBehind) abandon(buildDirectory);
    const { prune = false, transforms, sources = transforms.map(({ source }) => source) } = options;
    const composed = composeOutput({ root, out, sources, transforms, prune });
    const { buildHash, kept, removed } = composed;
    const changes = writeOutput(out, root, composed);
    const report = { changes, transforms: composed.transforms, kept, removed, native: undefined };
    const notes = moduleTypeNotes(root, out, changes.yielded);
    if (options.emitOnly) return { ...report, notes };
    const plan = await planBuild(await findToolchain(environment), {
      cuda: options.cuda ?? true,
      cudaArchitectures: options.cudaArchitectures,
      environment,
    });
    if (plan.kind === 'js') {
      removeStaleAddon(out, buildHash);
      return { ...report, notes: [...notes, ...plan.notes] };
    }
    const native = await buildNative(plan, {
      ...options,
      ...composed,
      buildDirectory,
      nativeDirectory: options.nativeDirectory ?? path.join(packageDirectory(), 'native'),
      environment,
      lock,
      onEvent,
    });
    return { ...report, native, notes: [...notes, ...plan.notes] };
  } finally {
    lock.release();
  }
}

/** Without a compiler an addon of other sources can only be in the way; one of these sources goes on serving. */
function removeStaleAddon(out: string, buildHash: string): void {
  if (readBuildRecord(out)?.buildHash !== buildHash) removeAddon(out);
}
