import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from './hash.js';
import { writeAtomically } from './output/write-atomically.js';

/** The facts about a built addon, stored in `build.json` beside it. */
export interface BuildRecord {
  /** The hash of everything that the addon was made from: sources, headers, tools, options. */
  readonly inputs: string;
  /** The hash of the emitted sources. The addon reports it, and the JavaScript beside it expects it. */
  readonly buildHash: string;
  readonly compiler: string;
  /** The level of x86-64 that row functions were compiled for; empty on other architectures. */
  readonly cpuLevel: string;
  /** Empty without CUDA. */
  readonly cudaCompiler: string;
  /** Empty without CUDA. */
  readonly cudaArchitectures: string;
  readonly addonSha256: string;
  readonly addonBytes: number;
  /** The SHA-256 of the library for other languages; empty if it is not built. */
  readonly librarySha256: string;
}

/** Returns the compiler, and the level of x86-64 if there is one, for a line of text. */
export function describeCompiler({ compiler, cpuLevel }: Pick<BuildRecord, 'compiler' | 'cpuLevel'>): string {
  return cpuLevel === '' ? compiler : `${compiler} for ${cpuLevel}`;
}

export const addonName = 'rowfuse.node';

/** Returns the folder of this machine's addon: `<out>/native/<platform>-<arch>`. */
export function addonDirectory(out: string): string {
  return path.join(out, 'native', `${process.platform}-${process.arch}`);
}

/** The file name of the library for other languages, which lies beside the addon. */
export const libraryName =
  { win32: 'rowfuse.dll', darwin: 'librowfuse.dylib' }[process.platform as string] ?? 'librowfuse.so';

/** The binaries that a build made. */
export interface Binaries {
  readonly addon: Uint8Array;
  readonly library: Uint8Array | undefined;
}

/** Installs the built addon and its record. The old addon may be in use: a process that has loaded it keeps it. */
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

/** Reads the record of the installed addon; undefined if a file is missing or its hash differs from the record. */
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
