import type { GeneratedTransform } from '../4-emit/emitted-file.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { NativeBuild } from './native-build.js';
import type { OutputChanges } from './output/write-output.js';

/** What a build has done. */
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
  /** What was left out, and why: warnings RF2001, RF2006 and RF2011. */
  readonly notes: readonly Diagnostic[];
}
