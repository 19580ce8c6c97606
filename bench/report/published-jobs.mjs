import { median } from '../statistics.mjs';
import { count, digits, duration } from './format.mjs';

/** The jobs of published articles, beside rowfuse: the table of README.md. Each row comes from result files of one machine. */
export function publishedJobsSection({ article, rolling, rollingNumba, udfMap, numba, billionGpu }) {
  const jobs = [
    redactJob(article),
    movingAverageJob(rolling, rollingNumba),
    mapJob(udfMap, numba),
    rowsJob(billionGpu),
  ];
  return [
    '| job | published design | rowfuse | times as fast | GPU | run it |',
    '|---|---:|---:|---:|---|---|',
    ...jobs.map(({ job, design, published, own, machine, command }) => {
      const cells = [
        job,
        `${design} ${duration(published)}`,
        `**${duration(own)}**`,
        `${digits(published / own)}×`,
        machine,
        command,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

const millions = (rows) => `${count(rows / 1e6)} million`;
const machineOf = ({ device, date }) => `${/H\d+/.exec(device)[0]}, ${date.slice(0, 10)}`;
const byVersion = (versions, name) => versions.find(({ version }) => version === name);

function redactJob({ machine, sizes }) {
  const { rows, versions } = sizes.find((size) => size.rows === 10_000_000);
  const pooled = (name) => versions.find(({ version, memory }) => version === name && memory === 'pool').deviceMs;
  return {
    job: `[mask names](examples/redact.ts), ${millions(rows)} rows of text`,
    design: '[libcudf’s article](docs/seeds.md#masking-names-libcudf), fastest version:',
    published: pooled('two-pass'),
    own: pooled('rowfuse'),
    machine: machineOf(machine),
    command: '`scripts/gpu-run.sh out bench-article`',
  };
}

function movingAverageJob({ machine, sizes }, inPython) {
  const rows = 100_000_000;
  const window = 3000;
  const at = (all) => all.find((size) => size.rows === rows).windows.find((one) => one.window === window).versions;
  return {
    job: `[moving average](examples/moving-mean.ts), ${millions(rows)} doubles, ${count(window)} per window`,
    design: '[Numba](docs/seeds.md#moving-averages-numba), fastest kernel:',
    published: byVersion(at(inPython.sizes), 'numba: shared memory, 9 outputs per thread').ms,
    own: byVersion(at(sizes), 'rowfuse mean').ms,
    machine: machineOf(machine),
    command: '`scripts/gpu-run.sh out bench-rolling bench-rolling-numba`',
  };
}

function mapJob({ machine, rows, versions }, { us }) {
  return {
    job: `[set membership](examples/udf-map.ts), ${millions(rows)} integers`,
    design: '[cuDF UDF](docs/seeds.md#a-map-of-integers-cudf) as a Numba kernel:',
    published: us / 1000,
    own: byVersion(versions, 'transform').us / 1000,
    machine: machineOf(machine),
    command: '`scripts/gpu-run.sh out bench-udf-map bench-numba`',
  };
}

function rowsJob({ machine, results }) {
  const of = (name) => results.find(({ stations, backend }) => stations === 413 && backend === name);
  return {
    job: '[one billion rows](examples/one-billion-rows.ts), 13.3 GB of text in the page cache to a table',
    design: '[CUDA by hand](docs/seeds.md#one-billion-rows):',
    published: median(of('by hand').ms),
    own: median(of('cuda').ms),
    machine: machineOf(machine),
    command: '`bench/cuda/one-billion-rows.mjs`',
  };
}
