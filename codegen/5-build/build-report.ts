import type { GeneratedTransform } from '../4-emit/emitted-file.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { NativeBuild } from './native-build.js';
import type { OutputChanges } from './output/write-output.js';

/** The outcome of a build. */
export interface BuildReport {
  /** The files that were written, left as they were, and removed. */
  readonly changes: OutputChanges;
  /** All transforms that the output directory holds now. */
  readonly transforms: readonly GeneratedTransform[];
  /** The transforms of sources that this build did not read. */
  readonly kept: readonly GeneratedTransform[];
  /** The transforms that the output directory held before and no longer holds. */
  readonly removed: readonly GeneratedTransform[];
  /** Undefined if no compiler was to be run, or none was found. */
  readonly native: NativeBuild | undefined;
  /** Warnings about parts that were left out: RF2001, RF2006 and RF2011. */
  readonly notes: readonly Diagnostic[];
}
