import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isMissing } from '../../codegen/5-build/tools/finding.js';
import { findToolchain } from '../../codegen/5-build/tools/toolchain.js';
import { ensurePackageIsBuilt, rowfuse, runNode, temporaryProject } from './built-package.js';
import { app, initials, twice } from './sources.js';
import { temporaryDirectory } from './temporary-directory.js';

const { cxx, cmake, generator } = await findToolchain(process.env);
const hasCompiler = ![cxx, cmake, generator].some((tool) => isMissing(tool));

beforeAll(ensurePackageIsBuilt);

/** Variables that build tools read. None is meant for a build of rowfuse, and some would run a command. */
function hostileVariables(folder: string): NodeJS.ProcessEnv {
  const script = path.join(folder, 'script.sh');
  writeFileSync(script, `touch ${path.join(folder, 'executed')}\n`);
  return {
    MAKEFLAGS: '-n',
    GNUMAKEFLAGS: `--eval=$(shell touch ${path.join(folder, 'executed')})`,
    NINJA_STATUS: `%% $(touch ${path.join(folder, 'executed')}) [%f/%t] `,
    CMAKE_GENERATOR: 'No Such Generator',
    CMAKE_BUILD_TYPE: 'Debug',
    CMAKE_PREFIX_PATH: '$ENV{HOME};"',
    VERBOSE: '1',
    LANG: 'xx_XX',
    LC_ALL: 'tr_TR.UTF-8',
    TZ: 'Nowhere/Else',
    TERM: 'dumb',
    COLUMNS: '-1',
    IFS: '/',
    CDPATH: '/',
    BASH_ENV: script,
    ENV: script,
    TMPDIR: path.join(folder, 'no such folder'),
  };
}

test.runIf(hasCompiler && process.platform !== 'win32')(
  'a path with quotes and semicolons and a hostile environment do not change what is built',
  async () => {
    const plain = temporaryProject({ 'src/initials.ts': initials, 'src/twice.ts': twice, 'app.mjs': app });
    const project = path.join(temporaryDirectory(), `a; 'b' "c" $(d) \`e\` {f} #g %h`);
    mkdirSync(path.dirname(project), { recursive: true });
    renameSync(plain, project);
    const folder = temporaryDirectory();
    const environment = { ...process.env, ...hostileVariables(folder) };
    const built = await rowfuse(['build', 'src/*.ts', '--out', 'generated', '--no-cuda'], project, environment);
    expect(built, built.stderr).toMatchObject({ status: 0 });
    expect(built.stdout).toMatch(/^initials: compiled( earlier)?\ntwice: compiled( earlier)?\n/);

    const ran = await runNode(['app.mjs'], project, { ...environment, ROWFUSE_BACKEND: 'cpu' });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    const results = { initials: ['A', 'É', ''], twice: [2, -1], backend: { backend: 'cpu' } };
    expect(JSON.parse(ran.stdout)).toMatchObject(results);
    expect(readdirSync(folder)).toEqual(['script.sh']);
  },
);
