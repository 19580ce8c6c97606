import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from './hash.js';
import { writeAtomically } from './write-atomically.js';

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
}

export const addonName = 'rowfuse.node';

/** `<out>/native/<platform>-<arch>`: where the addon of this machine lies. */
export function addonDirectory(out: string): string {
  return path.join(out, 'native', `${process.platform}-${process.arch}`);
}

/** Puts an addon in its place. It may be in use there: a process that has loaded the old one keeps it. */
export function installAddon(
  out: string,
  addon: Uint8Array,
  record: Omit<BuildRecord, 'addonSha256' | 'addonBytes'>,
): BuildRecord {
  const directory = addonDirectory(out);
  const full = { ...record, addonSha256: sha256(addon), addonBytes: addon.byteLength };
  writeAtomically(path.join(directory, addonName), addon);
  writeAtomically(path.join(directory, 'build.json'), `${JSON.stringify(full, null, 2)}\n`);
  return full;
}

/** The record of the addon that lies in its place; undefined when either is missing or they do not belong together. */
export function readBuildRecord(out: string): BuildRecord | undefined {
  const directory = addonDirectory(out);
  try {
    const record: BuildRecord = JSON.parse(readFileSync(path.join(directory, 'build.json'), 'utf8'));
    const addon = readFileSync(path.join(directory, addonName));
    return sha256(addon) === record.addonSha256 ? record : undefined;
  } catch {
    return undefined;
  }
}

export function removeAddon(out: string): void {
  for (const name of [addonName, 'build.json']) rmSync(path.join(addonDirectory(out), name), { force: true });
}
