import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileError, type LineAggregation, type LinesInput, type LineTransform, SchemaError } from '@rowfuse/runtime';
import type { Table } from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../aggregate/compiled.js';
import { backendsUnderTest } from '../backends.js';
import { builtCalls } from './built-transforms.js';

/** Paths that name no ordinary file are read to their end, or refused: no call silently has no rows. */
const calls = await builtCalls();
const find = (name: string) => {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new Error(`no ${name} is built`);
  return found.run as unknown;
};
const summary = find('lineSummary') as LineAggregation<Table>;
const groups = find('lineGroups') as LineAggregation<Table>;
const loud = find('linesAsRows') as LineTransform<Table>;
const folder = mkdtempSync(path.join(tmpdir(), 'rowfuse-bad-files-'));
const written = path.join(folder, 'text');
writeFileSync(written, 'a;1\nb;2');
const isLinux = process.platform === 'linux';

/** Makes a named pipe to which somebody writes when it is read. */
function pipeOf(name: string, text: string): string {
  const pipe = path.join(folder, name);
  execFileSync('mkfifo', [pipe]);
  spawn('sh', ['-c', `printf '${text}' > ${pipe}`]);
  return pipe;
}

for (const backend of backendsUnderTest) {
  describe(`calls on ${backend}`, () => {
    const works = async () =>
      expect(rowsOf(await summary({ file: written }, { backend }))).toMatchObject([{ station: 'a' }, { station: 'b' }]);

    it.each<[string, LinesInput]>([
      ['a path', { file: `${written}\0.csv` }],
      ['the beginning of a path', { file: `\0${written}` }],
      ['a URL', { file: new URL(`${pathToFileURL(written).href}%00.csv`) }],
    ])('refuse a NUL in %s, because the system would open the name before it', async (_, input) => {
      for (const call of [summary, loud]) {
        const failing = call(input, { backend });
        await expect(failing).rejects.toBeInstanceOf(SchemaError);
        await expect(failing).rejects.toThrow('has a NUL, which no file has in its name');
      }
      expect(() => summary.reference(input)).toThrow('has a NUL');
      await works();
    });

    it('refuse a URL that is no path here', async () => {
      for (const url of ['file:///a%2Fb', ...(isLinux ? ['file://elsewhere/a'] : [])]) {
        const failing = summary({ file: new URL(url) }, { backend });
        await expect(failing).rejects.toBeInstanceOf(SchemaError);
        await expect(failing).rejects.toThrow(`${url} is the path of no file here`);
      }
    });

    it.runIf(isLinux)('read a file of /proc, which has no size, to its end', async () => {
      const file = '/proc/version';
      const line = readFileSync(file, 'utf8').trimEnd();
      expect(rowsOf(await groups({ file }, { backend }))).toEqual([{ line, n: 1n }]);
      expect([...(await loud({ file }, { backend }))]).toEqual([line]);
      const told: unknown[] = [];
      await loud({ file }, { backend, onProgress: (progress) => told.push(progress) });
      expect(told).toEqual([{ bytes: line.length + 1, totalBytes: undefined, rows: 1 }]);
    });

    const attribute = '/sys/kernel/mm/transparent_hugepage/enabled';
    it.runIf(existsSync(attribute))('say that a file has less than its size, and how to read it', async () => {
      for (const call of [groups, loud]) {
        const failing = call({ file: attribute }, { backend });
        await expect(failing).rejects.toMatchObject({ code: 'InputChanged' });
        await expect(failing).rejects.toThrow('pass a stream: createReadStream(path)');
      }
      await works();
    });

    it.runIf(isLinux)('read a pipe and a device to their end', async () => {
      const expected = rowsOf(await summary({ file: written }, { backend }));
      expect(rowsOf(await summary({ file: pipeOf(`pipe-${backend}`, 'a;1\\nb;2') }, { backend }))).toEqual(expected);
      expect([...(await loud({ file: pipeOf(`rows-${backend}`, 'a;1\\nb;2') }, { backend }))]).toEqual(['a;1', 'b;2']);
      expect(rowsOf(await summary({ file: '/dev/null' }, { backend }))).toEqual([]);
      await works();
    });

    it.runIf(isLinux)('stop waiting for a pipe without a writer at the signal', async () => {
      const pipe = path.join(folder, `silent-${backend}`);
      execFileSync('mkfifo', [pipe]);
      for (const call of [summary, loud]) {
        const waiting = call({ file: pipe }, { backend, signal: AbortSignal.timeout(20) });
        await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
        // One thread of libuv still waits for the writer.
        closeSync(openSync(pipe, constants.O_WRONLY));
      }
      await works();
    });

    it("give the system's error code for a folder, a socket and a missing file", async () => {
      const socket = path.join(folder, `socket-${backend}`);
      const server = createServer();
      await new Promise<void>((done) => server.listen(socket, done));
      afterAll(() => void server.close());
      const cases = [
        [folder, 'EISDIR', 'read'],
        [path.join(folder, 'none'), 'ENOENT', 'stat'],
        [path.join(written, 'below'), 'ENOTDIR', 'stat'],
        ...(isLinux ? [[socket, 'ENXIO', 'open'] as const] : []),
      ] as const;
      for (const [file, code, syscall] of cases) {
        for (const call of [summary, loud]) {
          const failing = call({ file }, { backend });
          await expect(failing).rejects.toBeInstanceOf(FileError);
          await expect(failing).rejects.toMatchObject({ code, path: file, syscall });
          await expect(failing).rejects.toThrow(`'${file}'`);
        }
      }
      expect(() => summary.reference({ file: folder })).toThrow(FileError);
      await works();
    });
  });
}

describe.runIf(isLinux)('the reference', () => {
  it('reads a file of /proc, and refuses a pipe, which would block the program until somebody writes', () => {
    const line = readFileSync('/proc/version', 'utf8').trimEnd();
    expect(rowsOf(groups.reference({ file: '/proc/version' }))).toEqual([{ line, n: 1n }]);
    expect(() => groups.reference({ file: '/dev/null' })).toThrow(
      'lineGroups: the reference computes everything at once, and what /dev/null gives comes in its own time',
    );
  });
});
