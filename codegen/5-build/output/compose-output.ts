import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EmittedFile, EmittedTransform, GeneratedTransform } from '../../4-emit/emitted-file.js';
import { buildHashOf } from '../../4-emit/modules/build-hash.js';
import { emitIndex } from '../../4-emit/modules/emit-index.js';
import { exportedElsewhere, nowhere, transformsToBuildToo } from '../../diagnostics/index.js';
import { BuildError } from '../build-error.js';
import { sha256 } from '../hash.js';
import { packageVersion } from '../package-version.js';
import { type Manifest, readManifest } from './manifest.js';
import type { Output } from './write-output.js';

/** The content of an output directory after a build. */
export interface ComposedOutput extends Output {
  readonly transforms: readonly EmittedTransform[];
  /** The hash of all native sources, which the addon reports. */
  readonly buildHash: string;
  /** Transforms of sources that this build did not read. They stay as an earlier build wrote them. */
  readonly kept: readonly GeneratedTransform[];
  /** Transforms that the directory held before and no longer holds. */
  readonly removed: readonly GeneratedTransform[];
}

export interface ComposeOptions {
  readonly root: string;
  readonly out: string;
  /** The modules that were compiled, relative to the root, with `/` as separator. */
  readonly sources: readonly string[];
  readonly transforms: readonly EmittedTransform[];
  /** Drops all transforms of other sources. */
  readonly prune: boolean;
}

/**
 * Adds the transforms of a build to those of other sources in its output directory. A transform that one of the build's own sources no
 * longer exports is removed. A transform of another source stays unless the build prunes.
 *
 * @throws BuildError RF2008 when a name belongs to a transform of another source, RF2009 when transforms of other sources
 *   differ from what this version of rowfuse wrote, and cannot be kept
 */
export function composeOutput({ root, out, sources, transforms, prune }: ComposeOptions): ComposedOutput {
  const manifest = readManifest(out, root);
  const own = new Set(sources);
  const names = new Set(transforms.map(({ name }) => name));
  const others = manifest.transforms.filter(({ name }) => !names.has(name));
  const isKept = ({ source }: GeneratedTransform) => !prune && !own.has(source);
  if (!prune)
    refuseTakenNames(transforms, manifest, (source) => !own.has(source) && existsSync(path.join(root, source)));
  const kept = readKept(out, others.filter(isKept), manifest);
  const all = [...kept, ...transforms];
  const files = all.flatMap((transform) => transform.files);
  const buildHash = buildHashOf(files);
  return {
    transforms: all,
    files: [...files, ...emitIndex(all, buildHash)],
    buildHash,
    kept,
    removed: others.filter((transform) => !isKept(transform)),
  };
}

/** Compares names without case, as some file systems do. */
function refuseTakenNames(
  transforms: readonly EmittedTransform[],
  manifest: Manifest,
  isOfAnother: (source: string) => boolean,
): void {
  const taken = new Map(manifest.transforms.map((transform) => [transform.name.toLowerCase(), transform]));
  for (const { name, source } of transforms) {
    const other = taken.get(name.toLowerCase());
    if (other && other.source !== source && isOfAnother(other.source))
      throw new BuildError(exportedElsewhere(nowhere, { name, source, taken: other.name, other: other.source }));
  }
}

function readKept(
  out: string,
  kept: readonly GeneratedTransform[],
  { version, files }: Manifest,
): readonly EmittedTransform[] {
  const refuse = (transform: GeneratedTransform, reason: string): BuildError => {
    const same = kept.filter(({ source, passOf }) => source === transform.source && passOf === undefined);
    const names = same.map(({ name }) => name).join(', ');
    return new BuildError(transformsToBuildToo(nowhere, { names, source: transform.source, reason }));
  };
  return kept.map((transform) => {
    if (version !== packageVersion()) {
      throw refuse(
        transform,
        `they were written by rowfuse ${version || 'of unknown version'}, this is ${packageVersion()}`,
      );
    }
    const folder = `${transform.directory}/`;
    const own = [...files].filter(([file]) => file.startsWith(folder));
    return {
      ...transform,
      files: own.map(([file, hash]): EmittedFile => {
        const text = textOf(path.join(out, file));
        if (text === undefined || sha256(text) !== hash) throw refuse(transform, `${file} has been changed or lost`);
        return { path: file, text };
      }),
    };
  });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
