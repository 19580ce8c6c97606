import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type FileFact, type FileFacts, factNow } from '../../1-parse/project/file-facts.js';
import { readBuildRecord } from '../build-record.js';
import type { BuildReport } from '../build-report.js';
import { sha256 } from '../hash.js';
import { manifestName, readManifest } from '../output/manifest.js';
import { writeAtomically } from '../output/write-atomically.js';

/** A build that ended without a diagnostic, as the next one needs to know it. */
export interface StampedBuild {
  /** What was asked: see `hashRequest`. */
  readonly request: string;
  /** What the file system said while the sources were checked. */
  readonly facts: FileFacts;
  readonly report: BuildReport;
  /** Modules that hold no transform. */
  readonly skipped: readonly string[];
}

interface Stored {
  readonly request: string;
  readonly facts: readonly (readonly [string, FileFact])[];
  /** SHA-256 of the manifest, which has those of all files. */
  readonly manifest: string;
  readonly report: BuildReport;
  readonly skipped: readonly string[];
}

/** Remembers the last build of an output directory, so that a build in whose inputs and outputs nothing has changed need not be made. */
export class BuildStamp {
  readonly #file: string;
  readonly #out: string;

  constructor(buildDirectory: string, out: string) {
    this.#file = `${buildDirectory}.stamp.json`;
    this.#out = out;
  }

  /** The last build, where another one with this request would change nothing. */
  find(request: string): Omit<StampedBuild, 'facts'> | undefined {
    try {
      const stored: Stored = JSON.parse(readFileSync(this.#file, 'utf8'));
      if (stored.request !== request || this.#manifestHash() !== stored.manifest) return undefined;
      const isSame = stored.facts.every(([file, fact]) => isEqual(factNow(file, fact), fact));
      return isSame && this.#isWhole(stored.report) ? stored : undefined;
    } catch {
      return undefined; // there is none, or it is torn
    }
  }

  store({ request, facts, report, skipped }: StampedBuild): void {
    const { changes, native } = report;
    const unchanged: BuildReport = {
      ...report,
      changes: {
        ...changes,
        written: [],
        removed: [],
        left: [],
        unchanged: [...changes.unchanged, ...changes.written],
      },
      removed: [],
      native: native && { status: 'unchanged', record: native.record },
    };
    // Files of the user in the place of ours are not in the manifest.
    const yielded = changes.yielded.map((name) => path.join(this.#out, name));
    const ofTheUser = yielded.map((file) => [file, factNow(file, { kind: 'text', hash: '' })] as const);
    const stored: Stored = {
      request,
      facts: [...facts, ...ofTheUser],
      manifest: this.#manifestHash(),
      report: unchanged,
      skipped,
    };
    try {
      writeAtomically(this.#file, JSON.stringify(stored));
    } catch {
      this.forget();
    }
  }

  forget(): void {
    rmSync(this.#file, { force: true });
  }

  /** Whether the output directory holds what was written there, byte for byte. */
  #isWhole({ native }: BuildReport): boolean {
    const files = [...readManifest(this.#out, this.#out).files];
    const isWritten = files.every(([name, hash]) => sha256(readFileSync(path.join(this.#out, name))) === hash);
    return isWritten && readBuildRecord(this.#out)?.inputs === native?.record.inputs;
  }

  #manifestHash(): string {
    return sha256(readFileSync(path.join(this.#out, manifestName)));
  }
}

function isEqual(a: FileFact, b: FileFact): boolean {
  return a.kind === b.kind && ('hash' in a ? a.hash : '') === ('hash' in b ? b.hash : '');
}
