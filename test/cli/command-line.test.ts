import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensurePackageIsBuilt, rowfuse, temporaryProject } from './built-package.js';
import { initials, twice, wrong } from './sources.js';
import { temporaryDirectory } from './temporary-directory.js';

beforeAll(ensurePackageIsBuilt, 120_000);

describe('usage', () => {
  test('prints help without a command, and fails', async () => {
    const { status, stdout, stderr } = await rowfuse([], temporaryDirectory());
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Usage: rowfuse');
  });

  test('succeeds for --help and --version', async () => {
    const help = await rowfuse(['--help'], temporaryDirectory());
    expect(help).toMatchObject({ status: 0, stderr: '' });
    for (const command of ['build', 'check', 'explain', 'bench', 'doctor']) expect(help.stdout).toContain(command);
    expect(await rowfuse(['--version'], temporaryDirectory())).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test('suggests the nearest name for an unknown command', async () => {
    const { status, stderr } = await rowfuse(['chekc'], temporaryDirectory());
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean check?');
  });

  test('refuses an unknown option', async () => {
    const { status, stderr } = await rowfuse(['build', 'a.ts', '--output', 'x'], temporaryProject({}));
    expect(status).toBe(2);
    expect(stderr).toContain("unknown option '--output'");
  });
});

describe('check', () => {
  test('reports success and writes nothing for correct sources', async () => {
    const project = temporaryProject({ 'src/initials.ts': initials, 'src/twice.ts': twice });
    const before = readdirSync(project);
    const result = await rowfuse(['check', 'src/*.ts'], project);
    expect(result).toEqual({ status: 0, stdout: 'No problems in 2 transforms.\n', stderr: '' });
    expect(readdirSync(project)).toEqual(before);
  });

  test('prints a frame with --format pretty, without colour in a pipe', async () => {
    const { status, stdout } = await rowfuse(['check', 'src/wrong.ts'], temporaryProject({ 'src/wrong.ts': wrong }));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^> +7 \| {5}return name \+ Math\.random\(\);$/m);
    expect(stdout).toMatch(/src\/wrong\.ts:7:\d+ - error RF\d{4}: /);
    expect(stdout).not.toContain('\u001b');
  });

  test('prints an absolute path and one line per problem with --format vs', async () => {
    const project = temporaryProject({ 'src/wrong.ts': wrong });
    const { status, stdout } = await rowfuse(['check', 'src/wrong.ts', '--format', 'vs'], project);
    expect(status).toBe(1);
    for (const line of stdout.trimEnd().split('\n')) {
      expect(line.startsWith(`${path.join(project, 'src/wrong.ts')}(7,`)).toBe(true);
    }
  });

  test('prints the diagnostics with --format json', async () => {
    const project = temporaryProject({ 'src/wrong.ts': wrong });
    const { stdout } = await rowfuse(['check', 'src/wrong.ts', '--format', 'json'], project);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ severity: 'error', span: expect.objectContaining({ file: 'src/wrong.ts', line: 7 }) }),
    );
  });

  test('reports a file that does not exist', async () => {
    const { status, stdout } = await rowfuse(['check', 'gone.ts'], temporaryProject({}));
    expect(status).toBe(1);
    expect(stdout).toContain('RF1002');
  });

  test('obeys FORCE_COLOR', async () => {
    const environment = { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' };
    const { stdout } = await rowfuse(['check', 'gone.ts'], temporaryProject({}), environment);
    expect(stdout).toContain('\u001b[31m');
  });
});

describe('build', () => {
  test('writes nothing if there are problems', async () => {
    const project = temporaryProject({ 'src/wrong.ts': wrong, 'src/twice.ts': twice });
    const { status, stdout, stderr } = await rowfuse(['build', 'src/*.ts', '--out', 'generated'], project);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^> +7 \| {5}return name \+ Math\.random\(\);$/m);
    expect(existsSync(path.join(project, 'generated'))).toBe(false);
  });

  test('writes the same files every time with --emit-only', async () => {
    const project = temporaryProject({ 'src/initials.ts': initials, 'src/twice.ts': twice });
    const first = await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], project);
    expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^initials: written\ntwice: written\n/) });
    expect(readdirSync(path.join(project, 'generated')).sort()).toEqual([
      'index.d.ts',
      'index.js',
      'initials',
      'manifest.json',
      'package.json',
      'runtime.js',
      'twice',
    ]);
    const second = await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], project);
    expect(second.stdout).toMatch(/generated: 0 written, \d+ unchanged\n/);
  });

  test('does not overwrite a file of the user', async () => {
    const project = temporaryProject({ 'src/twice.ts': twice, 'generated/index.js': 'export {};\n' });
    const { status, stderr } = await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], project);
    expect(status).toBe(1);
    expect(stderr).toContain('RF2005');
  });
});

describe('explain', () => {
  test('explains a transform from its sources', async () => {
    const project = temporaryProject({ 'src/initials.ts': initials });
    const { status, stdout } = await rowfuse(['explain', 'initials', 'src/*.ts'], project);
    expect(status).toBe(0);
    expect(stdout).toContain('initials  (src/initials.ts)');
    expect(stdout).toContain('native: not built on this machine');
  });

  test('explains a transform of the last build, and suggests the nearest name', async () => {
    const project = temporaryProject({ 'src/initials.ts': initials });
    expect((await rowfuse(['explain', 'initials'], project)).status).toBe(2);
    await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], project);
    expect((await rowfuse(['explain', 'initials'], project)).stdout).toContain('initials  (src/initials.ts)');
    const { status, stderr } = await rowfuse(['explain', 'inital'], project);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean initials?');
  });
});

describe('hints', () => {
  const slow = `import { int32, transform, utf8 } from 'rowfuse';
export const dots = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let dots = 0;
    for (let i = 0; i < text.length; i++) if (i < text.indexOf('.')) dots++;
    return dots;
  },
});
`;

  test('check prints them like diagnostics, and exits with 0', async () => {
    const project = temporaryProject({ 'src/dots.ts': slow });
    const { status, stdout } = await rowfuse(['check', 'src/dots.ts', '--hints'], project);
    expect(status).toBe(0);
    expect(stdout).toContain('src/dots.ts:7:51 - hint RH201: Each step of a loop makes the same search.');
    expect(stdout).toMatch(/\n1 hint\n$/);
    expect((await rowfuse(['check', 'src/dots.ts'], project)).stdout).toBe('No problems in 1 transform.\n');
  });

  test('check prints them as JSON with their cost, and for problem matchers', async () => {
    const project = temporaryProject({ 'src/dots.ts': slow });
    const { stdout } = await rowfuse(['check', 'src/dots.ts', '--hints', '--format', 'json'], project);
    expect(JSON.parse(stdout)).toMatchObject([{ code: 'RH201', severity: 'hint', cost: 'growth', span: { line: 7 } }]);
    const lines = await rowfuse(['check', 'src/dots.ts', '--hints', '--format', 'vs'], project);
    expect(lines.stdout).toMatch(/dots\.ts\(7,51\): info RH201: /);
  });

  test('check says that nothing is known to be slow', async () => {
    const { stdout } = await rowfuse(['check', 'src/twice.ts', '--hints'], temporaryProject({ 'src/twice.ts': twice }));
    expect(stdout).toBe('No problems, and nothing known to be slow in 1 transform.\n');
  });

  test('explain prints those of one transform, from named sources or those of the last build', async () => {
    const project = temporaryProject({ 'src/dots.ts': slow, 'src/twice.ts': twice });
    const { status, stdout } = await rowfuse(['explain', 'dots', 'src/*.ts', '--hints'], project);
    expect(status).toBe(0);
    expect(stdout).toContain('RH201');
    expect((await rowfuse(['explain', 'dots', '--hints'], project)).status).toBe(2);
    await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--emit-only'], project);
    expect((await rowfuse(['explain', 'dots', '--hints'], project)).stdout).toContain('RH201');
    expect((await rowfuse(['explain', 'twice', '--hints'], project)).stdout).toBe(
      'Nothing in twice is known to be slow.\n',
    );
    expect((await rowfuse(['explain', 'dost', '--hints'], project)).stderr).toContain('Did you mean dots?');
  });
});

describe('doctor', () => {
  test('lists the tools that are installed', async () => {
    const { status, stdout } = await rowfuse(['doctor'], temporaryProject({}));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^found +Node: v/);
    expect(stdout).toMatch(/^found +@rowfuse\/runtime: \d/m);
    expect(stdout).toMatch(/^found +apache-arrow: \d/m);
    expect(stdout).toMatch(/^Verdict: (js|cpu|cuda)\./m);
  });

  test('lists the tools that are missing', async () => {
    const environment = { PATH: '/nonexistent', CUDA_HOME: '', CUDA_PATH: '' };
    const { status, stdout } = await rowfuse(['doctor'], temporaryDirectory(), environment);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^missing +C\+\+ compiler: no C\+\+ compiler/m);
    expect(stdout).toMatch(/^missing +apache-arrow: not installed\n +Run `npm install apache-arrow`/m);
    expect(stdout).toMatch(/^Verdict: js\./m);
  });
});
