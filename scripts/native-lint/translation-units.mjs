import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => ending.test(file))
    .sort()
    .map((file) => path.join(folder, file));
}

/** The folder of CUDA's headers, or undefined. */
function cudaHeaders() {
  try {
    const nvcc = execFileSync('sh', ['-c', 'command -v nvcc'], { encoding: 'utf8' }).trim();
    const folders = [process.env.CUDA_PATH ?? '', path.join(path.dirname(realpathSync(nvcc)), '..'), '/usr/local/cuda'];
    return folders
      .map((folder) => path.join(folder, 'include'))
      .find((folder) => existsSync(path.join(folder, 'cuda_runtime_api.h')));
  } catch {
    return undefined;
  }
}

/** Writes files that a build would generate, and one that includes every header of the row library without device code. */
function writeSources(root) {
  const folder = path.join(root, 'node_modules/.cache/native-lint');
  const library = path.join(root, 'native/include');
  const headers = filesIn(library, /\.hpp$/)
    .filter((file) => !/^#include <.*\.cuh>/m.test(readFileSync(file, 'utf8')))
    .map((file) => `#include <${path.relative(library, file)}>\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'headers.cpp'), headers.join(''));
  writeFileSync(path.join(folder, 'rowfuse_build_hash.hpp'), '#define ROWFUSE_BUILD_HASH ""\n');
  writeFileSync(path.join(folder, 'rowfuse_cpu_level.hpp'), '#define ROWFUSE_CPU_LEVEL_IS_V3 1\n');
  return folder;
}

/** The files that clang-tidy reads, each with the flags of native/cmake. Node's, node-addon-api's and CUDA's headers are the system's. */
export function translationUnits(root) {
  const written = writeSources(root);
  const language = ['-xc++', '-std=c++20', '-Wall', '-Wextra', '-ffp-contract=off'];
  const rows = [...language, `-I${path.join(root, 'native/include')}`, `-I${written}`];
  const node = ['node-addon-api', 'node-api-headers'].flatMap((name) => [
    '-isystem',
    path.resolve(require(name).include_dir),
  ]);
  const binding = ['NAPI_VERSION=8', 'NAPI_DISABLE_CPP_EXCEPTIONS', 'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'];
  const cuda = cudaHeaders();
  if (cuda === undefined) console.log('no headers of CUDA: native/engine/cuda is not read by clang-tidy');

  const sources = (folder) => filesIn(path.join(root, folder), /\.(cpp|cc)$/);
  const units = (files, flags) => files.map((file) => ({ file, flags: [...rows, ...flags] }));
  const isCuda = (file) => file.includes(`${path.sep}cuda${path.sep}`);
  const engine = sources('native/engine');
  return [
    ...units([path.join(written, 'headers.cpp')], cuda === undefined ? [] : ['-isystem', cuda]),
    ...units(
      sources('generated').filter((file) => !file.includes(`${path.sep}native${path.sep}`)),
      [],
    ),
    ...units(engine.filter(isCuda), cuda === undefined ? [] : ['-DROWFUSE_CUDA', '-isystem', cuda]).filter(
      () => cuda !== undefined,
    ),
    ...units(
      engine.filter((file) => !isCuda(file)),
      [],
    ),
    ...units(sources('native/node'), [...node, ...binding.map((name) => `-D${name}`)]),
    ...units(sources('native/portable'), []),
  ];
}
