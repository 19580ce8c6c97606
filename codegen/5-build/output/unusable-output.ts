import { nowhere, unusableOutputDirectory } from '../../diagnostics/index.js';
import { BuildError } from '../build-error.js';

/** Returns RF2005, the error of an output directory that cannot hold generated files. */
export function unusableOutput(directory: string, reason: string): BuildError {
  return new BuildError(unusableOutputDirectory(nowhere, { directory, reason }));
}

/**
 * Returns RF2005 for an error of the file system, such as a folder that this user may not write to. Other errors are returned unchanged.
 */
export function asUnusableOutput(directory: string, error: unknown): unknown {
  return isFileSystemError(error) ? unusableOutput(directory, error.message) : error;
}

export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
