// The origin of figures: the hardware and the versions that every results file carries.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';

function firstLine(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0];
  } catch {
    return null;
  }
}

/** Reads the file directly, because packages need not export their package.json. */
function packageVersion(name) {
  try {
    return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
  } catch {
    return null;
  }
}

function cpuFlags() {
  try {
    const flags = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? '';
    return flags.split(' ').filter((flag) => /^(avx|avx2|avx512(bw|vl|f)|bmi2)$/.test(flag));
  } catch {
    return [];
  }
}

/** The commit of a packed checkout, which has no repository: scripts/gpu-pack.mjs. */
function packedCommit() {
  try {
    return readFileSync(new URL('../.gpu/pack/commit', import.meta.url), 'utf8').trim();
  } catch {
    return null;
  }
}

export function machine() {
  return {
    date: new Date().toISOString(),
    cpu: os.cpus()[0]?.model.trim() ?? null,
    cores: os.cpus().length,
    features: cpuFlags(),
    memoryGiB: Math.round((os.totalmem() / 2 ** 30) * 10) / 10,
    kernel: `${os.type()} ${os.release().split('-')[0]}`,
    compiler: firstLine('g++', ['--version']),
    node: process.version,
    commit: firstLine('git', ['rev-parse', 'HEAD']) ?? packedCommit(),
    packages: Object.fromEntries(
      ['@duckdb/node-api', 'nodejs-polars', 'apache-arrow'].map((name) => [name, packageVersion(name)]),
    ),
  };
}
