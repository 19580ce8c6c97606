import { count, ms, table, times } from './format.mjs';

const CONTESTANTS = {
  cpp: 'hand-written C++',
  rowfuse: 'rowfuse',
  'javascript-bytes': 'JavaScript over bytes',
  'javascript-workers': 'JavaScript over bytes, worker threads',
  'javascript-strings': 'JavaScript over strings',
  duckdb: 'DuckDB',
  polars: 'Polars',
};
/** Contestants whose versions are formulations of one query: the fastest stands for all. */
const BEST_OF = new Set(['duckdb', 'polars']);

/** Every version by size: [{ contestant, version, memory, threads, medians: Map(rows → seconds) }]. */
function cpuLines(results) {
  const lines = new Map();
  for (const { rows, contestants } of results.sizes) {
    for (const { contestant, results: versions } of contestants) {
      for (const { version, memory, threads, counts, time, matches } of versions) {
        const key = JSON.stringify([contestant, version, memory, threads]);
        const line = lines.get(key) ?? {
          contestant,
          version,
          memory,
          threads,
          counts,
          medians: new Map(),
          processor: new Map(),
        };
        if (matches) {
          line.medians.set(rows, time.median);
          line.processor.set(rows, time.medianCpu);
        }
        lines.set(key, line);
      }
    }
  }
  return [...lines.values()];
}

/** The slower of two hand-written versions for wide vectors in fresh memory. */
function slowerVectors(lines, size) {
  const [, slower] = lines
    .filter(({ version, memory, threads }) => /^avx/.test(version) && memory === 'fresh' && threads === 2)
    .sort((a, b) => (a.medians.get(size) ?? Infinity) - (b.medians.get(size) ?? Infinity));
  return slower?.version;
}

function mainCpuLines(lines, size) {
  const slower = slowerVectors(lines, size);
  const kept = lines.filter(({ contestant, version, threads }) => {
    if (contestant === 'cpp') return threads === 2 && version !== slower;
    return !BEST_OF.has(contestant);
  });
  for (const contestant of BEST_OF) {
    const own = lines.filter((line) => line.contestant === contestant);
    own.sort((a, b) => (a.medians.get(size) ?? Infinity) - (b.medians.get(size) ?? Infinity));
    kept.push(...own.slice(0, 1));
  }
  return kept;
}

function cpuMachine({ machine }) {
  const packages = Object.entries(machine.packages)
    .filter(([, version]) => version !== null)
    .map(([name, version]) => `${name} ${version}`);
  return [
    `${machine.cpu}, ${machine.cores} cores (${machine.features.join(', ')}), ${machine.memoryGiB} GiB, ${machine.kernel}`,
    `${machine.compiler}${machine.flags === undefined ? '' : ` \`${machine.flags}\``}, Node ${machine.node}`,
    ...packages,
    machine.date.slice(0, 10),
  ].join('; ');
}

function cpuTable(results, choose) {
  const sizes = results.sizes.filter(({ skipped }) => skipped === undefined).map(({ rows }) => rows);
  const size = sizes.includes(10_000_000) ? 10_000_000 : sizes.at(-1);
  const lines = cpuLines(results);
  /** Returns the best hand-written version with the same kind of output memory. */
  const bestWith = (memory) => {
    const own = lines.filter((line) => line.contestant === 'cpp' && line.memory === memory && line.threads === 2);
    return Math.min(...own.map((line) => line.medians.get(size) ?? Infinity));
  };
  const rows = choose(lines, size).map(({ contestant, version, memory, threads, medians, processor }) => [
    `${CONTESTANTS[contestant]} (${version})`,
    memory,
    threads,
    ...sizes.map((rows) => ms(medians.get(rows))),
    times(medians.get(size) / bestWith(memory)),
    ms(processor.get(size)),
  ]);
  const head = [
    '',
    'output memory',
    'threads',
    ...sizes.map((rows) => `${count(rows)} rows, ms`),
    `against the best C++ at ${count(size)}, with such memory`,
    'its processor time, ms',
  ];
  return table(head, rows);
}

export function cpuSection(results) {
  const skipped = results.sizes
    .flatMap(({ rows, contestants, skipped }) => [
      ...(skipped === undefined ? [] : [skipped]),
      ...contestants
        .filter((each) => each.skipped !== undefined || each.failed !== undefined)
        .map((each) => `${CONTESTANTS[each.contestant]} at ${count(rows)} rows: ${each.skipped ?? each.failed}`),
    ])
    .map((text) => `- Not measured: ${text}`);
  const counts = new Map(cpuLines(results).map((line) => [line.contestant, line.counts]));
  return [
    cpuMachine(results),
    '',
    cpuTable(results, mainCpuLines),
    '',
    'What the times hold:',
    '',
    ...[...counts].map(([contestant, text]) => `- ${CONTESTANTS[contestant]}: ${text}`),
    ...skipped,
    '',
    '<details><summary>All versions</summary>',
    '',
    cpuTable(results, (lines) => lines),
    '',
    '</details>',
  ].join('\n');
}
