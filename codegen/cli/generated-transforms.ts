import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../5-build/output/manifest.js';

export interface ExplainedTransform {
  readonly name: string;
  readonly directory: string;
  readonly explain: string;
}

/** Returns the module that declares a transform of an output directory, absolute. Undefined if the last build had no such transform. */
export function sourceOfGenerated(name: string, out: string): string | undefined {
  const found = readManifest(out, out).transforms.find((one) => one.name === name && one.passOf === undefined);
  return found && path.resolve(out, found.source);
}

/** Returns the transforms of an output directory, with the explanations that the last build wrote. */
export function readGenerated(out: string): readonly ExplainedTransform[] {
  return readManifest(out, out)
    .transforms.filter(({ passOf }) => passOf === undefined)
    .flatMap(({ name, directory }) => {
      try {
        return [{ name, directory, explain: readFileSync(path.join(out, directory, 'explain.txt'), 'utf8') }];
      } catch {
        return []; // The file was lost since.
      }
    });
}
