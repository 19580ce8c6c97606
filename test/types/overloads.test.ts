import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Project } from 'ts-morph';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../root.js';

const folder = path.join(root, 'test/.fuzz/overloads');
const file = path.join(folder, 'app.ts');
const settings = path.join(folder, 'tsconfig.json');

/** Calls that fit no overload: an array of rows, a misspelt column, a value of another type, and no columns at all. */
const app = `import type { ColumnInput, DeviceTable, Transform } from '@rowfuse/runtime';
import type { Table, Utf8, Vector } from 'apache-arrow';
declare const redact: Transform<{ readonly name: ColumnInput<'utf8'> }, Vector<Utf8>, { redact: Utf8 }>;
declare const table: Table;
declare const resident: DeviceTable<{ name: Utf8 }>;
await redact([{ name: 'a' }]);
await redact({ nam: ['a'] });
await redact({ name: [1] });
await redact('a');
export const [first]: [Utf8['TValue'] | null] = [(await redact(table)).get(0)];
export const made: DeviceTable<{ redact: Utf8 }> = await redact(resident);
`;

const lines = [6, 7, 8, 9];

/** TypeScript 5 and 6 report every overload that they tried, in order. TypeScript 7 reports only the last one. */
describe('the error of a call that fits no overload of a transform', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, app);
    writeFileSync(settings, JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: ['app.ts'] }));
  });

  it('names columns before device tables', () => {
    const project = new Project({ tsConfigFilePath: settings, skipAddingFilesFromTsConfig: true });
    const found = project.addSourceFileAtPath(file).getPreEmitDiagnostics();
    expect(found.map((error) => error.getLineNumber())).toEqual(lines);
    for (const error of found) {
      const text = project.formatDiagnosticsWithColorAndContext([error]);
      expect(text).toContain('TransformInput');
      const [columns, resident] = [text.indexOf('TransformInput<'), text.indexOf('DeviceTableWith<')];
      if (resident >= 0) expect(columns).toBeLessThan(resident);
    }
  });

  it('names columns alone with the TypeScript version of this package', () => {
    const compiler = path.join(
      path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin/tsc',
    );
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', settings], { encoding: 'utf8' });
    expect([...stdout.matchAll(/app\.ts\((\d+),/g)].map(([, line]) => Number(line))).toEqual(lines);
    expect(stdout).not.toContain('DeviceTable');
  });
});
