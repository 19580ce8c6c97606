import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One file that the last build made. */
export interface BuildStep {
  /** The path of the file, relative to the build directory. */
  readonly output: string;
  readonly milliseconds: number;
}

/**
 * Returns the steps of the last ninja run, slowest first. The fields of ninja's log are separated by tabs: start and end (milliseconds of
 * that run), time stamp, output and command hash.
 *
 * @param since the number of log lines to skip: those that were there before the run
 */
export function readBuildSteps(buildDirectory: string, since: number): readonly BuildStep[] {
  return logLines(buildDirectory)
    .slice(since)
    .flatMap((line) => {
      const [start, end, , output] = line.split('\t');
      if (start === undefined || end === undefined || output === undefined) return [];
      return [{ output, milliseconds: Number(end) - Number(start) }];
    })
    .sort((a, b) => b.milliseconds - a.milliseconds);
}

/** Returns the number of lines in ninja's log. */
export function countBuildSteps(buildDirectory: string): number {
  return logLines(buildDirectory).length;
}

function logLines(buildDirectory: string): readonly string[] {
  try {
    const text = readFileSync(path.join(buildDirectory, '.ninja_log'), 'utf8');
    return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  } catch {
    return [];
  }
}
