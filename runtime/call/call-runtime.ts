import type { BackendChooser } from '../backend/choose-backend.js';
import type { ChunkLimits } from '../chunk-limits.js';

/** The parts of the runtime that the functions of transforms and aggregates use. */
export interface CallRuntime extends ChunkLimits {
  readonly chooser: BackendChooser;
  /** Returns the command that builds a fitting addon, for messages. */
  rebuild(): string;
}
