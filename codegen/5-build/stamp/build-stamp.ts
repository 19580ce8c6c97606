import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type FileFact, type FileFacts, factNow } from '../../1-parse/project/file-facts.js';
import { readBuildRecord } from '../build-record.js';
import type { BuildReport } from '../build-report.js';
import { sha256 } from '../hash.js';
import { manifestName, readManifest } from '../output/manifest.js';
import { projectFile } from '../output/runtime-dependency.js';
import { writeAtomically } from '../output/write-atomically.js';

/** The facts about a build without diagnostics that the next build needs. */
export interface StampedBuild {
  /** The hash of the request; see `hashRequest`. */
  readonly request: string;
  /** The facts about files that the check of the sources relied on. */
  readonly facts: FileFacts;
  readonly report: BuildReport;
  /** Modules that hold no transform. */
  readonly skipped: readonly string[];
}

interface Stored {
  readonly request: string;
  readonly facts: readonly (readonly [string, FileFact])[];
  /** The SHA-256 of the manifest, which holds those of all files. */
  readonly manifest: string;
  readonly report: BuildReport;
  readonly skipped: readonly string[];
}

/** Remembers the last build of an output directory, so that a build is skipped if none of its inputs and outputs has changed. */
export class BuildStamp {
  readonly #file: string;
  readonly #out: string;

  constructor(buildDirectory: string, out: string) {
    this.#file = `${buildDirectory}.stamp.json`;
    this.#out = out;
  }

  /** Returns the last build if another one with this request would change nothing. */
  find(request: string): Omit<StampedBuild, 'facts'> | undefined {
    try {
      const stored: Stored = JSON.parse(readFileSync(this.#file, 'utf8'));
      if (stored.request !== request || this.#manifestHash() !== stored.manifest) return undefined;
      const isSame = stored.facts.every(([file, fact]) => isEqual(factNow(file, fact), fact));
      return isSame && this.#isWhole(stored.report) ? stored : undefined;
    } catch {
      return undefined; // There is no stamp, or it is damaged.
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
    // Files of the user that replace ours are not in the manifest. A warning may depend on the package.json of the project.
    const yielded = changes.yielded.map((name) => path.join(this.#out, name));
    const project = projectFile(this.#out);
    const ofTheUser = [...yielded, ...(project === undefined ? [] : [project])].map(
      (file) => [file, factNow(file, { kind: 'text', hash: '' })] as const,
    );
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

  /** True if the output directory holds exactly the bytes that were written there. */
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
