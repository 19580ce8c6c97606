import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from '../5-build/manifest.js';

export interface GeneratedTransform {
  readonly name: string;
  readonly directory: string;
  readonly explain: string;
}

/** The transforms of an output directory, from the explanations that the last build left there. */
export function readGenerated(out: string): readonly GeneratedTransform[] {
  return [...readManifest(out).keys()].sort().flatMap((file) => {
    const directory = path.posix.dirname(file);
    if (path.posix.basename(file) !== 'explain.txt' || directory === '.') return [];
    const explain = readFileSync(path.join(out, file), 'utf8');
    return [{ name: nameIn(explain) ?? directory, directory, explain }];
  });
}

/** An explanation's heading is `<name>  (<source>)`; the folder of an unusual name is spelt differently. */
function nameIn(explain: string): string | undefined {
  return /^(.+?) {2}\(/.exec(explain)?.[1];
}
