import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from './hash.js';
import { writeAtomically } from './output/write-atomically.js';

/** What is known about a built addon, in `build.json` beside it. */
export interface BuildRecord {
  /** Hash over everything that went in: sources, headers, tools, options. */
  readonly inputs: string;
  /** The hash of the emitted sources that the addon reports, and the JavaScript beside it expects. */
  readonly buildHash: string;
  readonly compiler: string;
  /** Empty without CUDA. */
  readonly cudaCompiler: string;
  /** Empty without CUDA. */
  readonly cudaArchitectures: string;
  readonly addonSha256: string;
  readonly addonBytes: number;
  /** Of the library for other languages; empty in builds that have none. */
  readonly librarySha256: string;
}

export const addonName = 'rowfuse.node';

/** `<out>/native/<platform>-<arch>`: where the addon of this machine lies. */
export function addonDirectory(out: string): string {
  return path.join(out, 'native', `${process.platform}-${process.arch}`);
}

/** The library for other languages, which lies beside the addon. */
export const libraryName =
  { win32: 'rowfuse.dll', darwin: 'librowfuse.dylib' }[process.platform as string] ?? 'librowfuse.so';

/** What a build made. */
export interface Binaries {
  readonly addon: Uint8Array;
  readonly library: Uint8Array | undefined;
}

/** Puts what was built in its place. It may be in use there: a process that has loaded the old one keeps it. */
export function installAddon(
  out: string,
  { addon, library }: Binaries,
  record: Omit<BuildRecord, 'addonSha256' | 'addonBytes' | 'librarySha256'>,
): BuildRecord {
  const directory = addonDirectory(out);
  const librarySha256 = library === undefined ? '' : sha256(library);
  const full = { ...record, addonSha256: sha256(addon), addonBytes: addon.byteLength, librarySha256 };
  writeAtomically(path.join(directory, addonName), addon);
  if (library === undefined) rmSync(path.join(directory, libraryName), { force: true });
  else writeAtomically(path.join(directory, libraryName), library);
  writeAtomically(path.join(directory, 'build.json'), `${JSON.stringify(full, null, 2)}\n`);
  return full;
}

/** The record of what lies in its place; undefined when something is missing or they do not belong together. */
export function readBuildRecord(out: string): BuildRecord | undefined {
  const directory = addonDirectory(out);
  const hashOf = (name: string) => sha256(readFileSync(path.join(directory, name)));
  try {
    const record: BuildRecord = JSON.parse(readFileSync(path.join(directory, 'build.json'), 'utf8'));
    if (hashOf(addonName) !== record.addonSha256) return undefined;
    return record.librarySha256 === '' || hashOf(libraryName) === record.librarySha256 ? record : undefined;
  } catch {
    return undefined;
  }
}

export function removeAddon(out: string): void {
  for (const name of [addonName, libraryName, 'build.json'])
    rmSync(path.join(addonDirectory(out), name), { force: true });
}
