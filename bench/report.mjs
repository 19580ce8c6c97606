// Makes the tables of docs/benchmarks.md from the JSON in bench/results: node bench/report.mjs [--check]
// Of each benchmark the newest file counts. --check writes nothing and fails when the page is not what it would write.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const RESULTS = new URL('./results/', import.meta.url);
const PAGE = new URL('../docs/benchmarks.md', import.meta.url);
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

/** The newest results of each benchmark, by its name. */
function newestResults() {
  const newest = new Map();
  for (const file of readdirSync(RESULTS).filter((name) => name.endsWith('.json'))) {
    const results = JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8'));
    if (results.benchmark === undefined) continue;
    const previous = newest.get(results.benchmark);
    if (previous === undefined || previous.machine.date < results.machine.date) {
      newest.set(results.benchmark, { file, ...results });
    }
  }
  return newest;
}

const count = (number) => number.toLocaleString('en-US');
const table = (head, rows) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Three digits are what a run on a shared machine can promise. */
function digits(value) {
  if (value === undefined || value === null || !Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
const ms = (seconds) => (seconds === undefined ? '–' : digits(seconds * 1000));
const times = (ratio) => (Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '–');

const CONTESTANTS = {
  cpp: 'hand-written C++',
  rowfuse: 'rowfuse',
  'javascript-bytes': 'JavaScript over bytes',
  'javascript-workers': 'JavaScript over bytes, worker threads',
  'javascript-strings': 'JavaScript over strings',
  duckdb: 'DuckDB',
  polars: 'Polars',
};
/** Contestants whose versions are ways of saying the same thing: the quickest stands for all. */
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

function mainCpuLines(lines, size) {
  const hasAvx512 = lines.some(({ version }) => version === 'avx512');
  const kept = lines.filter(({ contestant, version, threads }) => {
    if (contestant === 'cpp') return threads === 2 && !(hasAvx512 && version === 'avx2');
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
  const fresh = lines.filter(
    ({ contestant, memory, threads }) => contestant === 'cpp' && memory === 'fresh' && threads === 2,
  );
  const best = Math.min(...fresh.map((line) => line.medians.get(size) ?? Infinity));
  const rows = choose(lines, size).map(({ contestant, version, memory, threads, medians, processor }) => [
    `${CONTESTANTS[contestant]} (${version})`,
    memory,
    threads,
    ...sizes.map((rows) => ms(medians.get(rows))),
    times(medians.get(size) / best),
    ms(processor.get(size)),
  ]);
  const head = [
    '',
    'output memory',
    'threads',
    ...sizes.map((rows) => `${count(rows)} rows, ms`),
    `against C++ at ${count(size)}`,
    'its processor time, ms',
  ];
  return table(head, rows);
}

function cpuSection(results) {
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

function coldStartSection({ coldStart }) {
  if (coldStart === undefined) return 'Not measured.';
  if (coldStart.skipped ?? coldStart.failed) return `Not measured: ${coldStart.skipped ?? coldStart.failed}`;
  const calls = Object.entries(coldStart.firstCall).map(([backend, call]) => [
    backend,
    ms(call.import),
    ms(call.first),
    ms(call.second),
    ms(call.firstLarge),
    ms(call.secondLarge),
  ]);
  const builds = Object.entries(coldStart.builds).map(([name, { first, again }]) => [
    name,
    first.toFixed(1),
    again.toFixed(1),
  ]);
  return [
    '`rowfuse build examples/redact.ts`, the whole command:',
    '',
    table(['compiled for', 'into an empty folder, s', 'again, nothing changed, s'], builds),
    '',
    'Calls in a fresh process:',
    '',
    table(
      [
        'backend',
        'import, ms',
        'first call (1,000 rows), ms',
        'second, ms',
        'first of 10,000,000 rows, ms',
        'second, ms',
      ],
      calls,
    ),
  ].join('\n');
}

function gpuMachine({ machine, copy, runs }) {
  return (
    `${machine.device}, ${machine.multiprocessors} multiprocessors, L2 ${machine.l2MiB} MiB, driver ${machine.driver}, ` +
    `CUDA ${machine.cudaRuntime}, clocks (now, highest; multiprocessor, then memory) ${machine.clocks}; ` +
    `${machine.date.slice(0, 10)}; medians of ${2 * runs} runs in two rounds. ` +
    `Copy of ${digits(copy.bytes / 2 ** 30)} GiB, read and written: ${digits(copy.gigabytesPerSecond)} GB/s.`
  );
}

function gpuSection(results) {
  const copyRate = results.copy.gigabytesPerSecond;
  const rows = [];
  const phases = [];
  for (const { rows: size, bytes, bytesPerRow, copyMs, rotatedCopyMs, fitsL2, versions } of results.sizes) {
    const article = versions.find(({ version }) => version === 'article');
    for (const { version, ms: time, rotatedMs, roundsMs, phasesMs, matches } of versions) {
      const rate = bytes / (time * 1e6);
      rows.push([
        `${count(size)}${fitsL2 ? ' (fits the L2)' : ''}`,
        version === 'article' ? "the article's two-pass" : 'rowfuse, emitted two-pass',
        digits(time * 1000),
        roundsMs.map((each) => digits(each * 1000)).join(' / '),
        rotatedMs === undefined ? '–' : digits(rotatedMs * 1000),
        digits(rate),
        `${((100 * rate) / copyRate).toFixed(0)} %`,
        times(article.ms / time),
        matches ? 'identical' : '**different**',
      ]);
      phases.push([count(size), version, ...['sizes', 'scan', 'fill'].map((phase) => digits(phasesMs[phase] * 1000))]);
    }
    const copied = [digits(copyMs * 1000), '–', rotatedCopyMs === undefined ? '–' : digits(rotatedCopyMs * 1000)];
    rows.push([
      count(size),
      `copy of the same ${digits(bytes / 1e6)} MB (${digits(bytesPerRow)} a row)`,
      ...copied,
      digits(bytes / (copyMs * 1e6)),
      `${((100 * bytes) / (copyMs * 1e6) / copyRate).toFixed(0)} %`,
      times(article.ms / copyMs),
      '–',
    ]);
  }
  return [
    gpuMachine(results),
    '',
    table(
      [
        'rows',
        'version',
        'µs',
        'round 1 / 2',
        'inputs in turn, µs',
        'GB/s',
        'of the copy',
        "article's time over it",
        'output',
      ],
      rows,
    ),
    '',
    'The phases, in runs of their own:',
    '',
    table(['rows', 'version', 'sizes, µs', 'scan, µs', 'fill, µs'], phases),
  ].join('\n');
}

function endToEndSection(results, gpu) {
  const backends = [...new Set(results.sizes.flatMap(({ results: each }) => each.map(({ backend }) => backend)))];
  const device = (rows) =>
    gpu?.sizes.find((size) => size.rows === rows)?.versions.find(({ version }) => version === 'rowfuse')?.ms;
  const rows = results.sizes.map(({ rows: size, results: each }) => {
    const of = (name) => each.find(({ backend }) => backend === name)?.time.median;
    const share = device(size) / 1000 / of('cuda');
    return [
      count(size),
      ...backends.map((name) => ms(of(name))),
      Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : '–',
    ];
  });
  const cold = Object.entries(results.cold).map(([backend, call]) =>
    call.failed === undefined
      ? [backend, ms(call.import), ms(call.first), ms(call.second), ms(call.firstLarge), ms(call.secondLarge)]
      : [backend, 'failed', '–', '–', '–', '–'],
  );
  return [
    `${results.machine.cpu}, ${results.machine.cores} cores, Node ${results.machine.node}; ${results.machine.date.slice(0, 10)}`,
    '',
    table(['rows', ...backends.map((name) => `${name}, ms`), 'kernels in cuda'], rows),
    '',
    'In a fresh process:',
    '',
    table(
      [
        'backend',
        'import, ms',
        'first call (1,000 rows), ms',
        'second, ms',
        'first of 10,000,000 rows, ms',
        'second, ms',
      ],
      cold,
    ),
  ].join('\n');
}

const results = newestResults();
const cpu = results.get('redact on the CPU');
const gpu = results.get('redact on the GPU');
const endToEnd = results.get('redact, host Arrow to host Arrow');
const none = (command) => `No results are committed yet: \`${command}\`.`;
const sections = {
  cpu: cpu === undefined ? none('npm run bench') : cpuSection(cpu),
  'cold-start': cpu === undefined ? none('npm run bench') : coldStartSection(cpu),
  gpu: gpu === undefined ? none('npm run test:gpu') : gpuSection(gpu),
  'end-to-end': endToEnd === undefined ? none('npm run test:gpu') : endToEndSection(endToEnd, gpu),
};

const before = readFileSync(PAGE, 'utf8');
let after = before;
for (const [name, text] of Object.entries(sections)) {
  const marked = new RegExp(`(<!-- results: ${name} -->\n)[\\s\\S]*?(<!-- end of results -->)`);
  if (!marked.test(after)) throw new Error(`docs/benchmarks.md has no place for '${name}': <!-- results: ${name} -->`);
  after = after.replace(marked, (_, start, end) => `${start}\n${text}\n\n${end}`);
}
if (options.check) {
  if (after !== before) {
    console.error('docs/benchmarks.md is not made from the results in bench/results: run node bench/report.mjs');
    process.exitCode = 1;
  }
} else {
  writeFileSync(PAGE, after);
}
