// The figures of docs/explanation/measurements.md as SVG, from the results behind their tables. report.mjs writes and checks them.
// Colours are Okabe and Ito's (2008), which people with any colour vision can tell apart.
import * as vega from 'vega';
import * as vegaLite from 'vega-lite';
import { articleTimePlot } from './plot-article-time.mjs';
import { windowsPlot } from './plot-windows.mjs';
import { ARTICLE_VERSIONS, baseline } from './report/article.mjs';

const COLORS = {
  'general API': '#999999',
  'malloc in the kernel': '#e69f00',
  preallocated: '#56b4e9',
  'optimized two-pass': '#009e73',
  'rowfuse, one pass': '#d55e00',
  'copy of the same bytes': '#000000',
};

/** @type {import('vega-lite').Config} */
const CONFIG = {
  background: 'white',
  font: 'sans-serif',
  axis: { labelFontSize: 11, titleFontSize: 11, titleFontWeight: 'normal', gridColor: '#e8e8e8' },
  legend: {
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    labelLimit: 0,
    symbolType: 'stroke',
    symbolStrokeWidth: 2,
    symbolSize: 200,
  },
  title: { fontSize: 13, anchor: 'start', subtitleFontSize: 11, subtitleColor: '#555555' },
};

/** Every measured version of every size, and the copy: one point each. */
function articlePoints({ sizes }) {
  return sizes.flatMap((size) => {
    const gigabytesPerSecond = (ms) => size.bytes / (ms * 1e6);
    const measured = size.versions.filter(({ skipped }) => skipped === undefined);
    const points = measured.map(({ version, memory, deviceMs }) => ({
      rows: size.rows,
      version: ARTICLE_VERSIONS[version],
      memory: memory === 'pool' ? 'pool' : 'no pool',
      rate: gigabytesPerSecond(deviceMs),
      speedUp: baseline(size).deviceMs / deviceMs,
    }));
    const copied = { rows: size.rows, version: 'copy of the same bytes', memory: 'pool' };
    return [
      ...points,
      { ...copied, rate: gigabytesPerSecond(size.copyMs), speedUp: baseline(size).deviceMs / size.copyMs },
    ];
  });
}

/** One line per version over the number of rows; dashed without a pool. */
function overRows({ title, subtitle, field, axis, points }) {
  const present = Object.keys(COLORS).filter((version) => points.some((point) => point.version === version));
  const rows = [...new Set(points.map((point) => point.rows))];
  const dash = {
    field: 'memory',
    type: 'nominal',
    scale: {
      domain: ['pool', 'no pool'],
      range: [
        [1, 0],
        [5, 4],
      ],
    },
    legend: { title: 'device memory' },
  };
  const powers = Array.from({ length: 13 }, (_, index) => 10 ** (index - 6));
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    config: CONFIG,
    width: 560,
    height: 400,
    title: { text: title, subtitle },
    data: { values: points },
    layer: [
      { mark: { type: 'line', strokeWidth: 2 }, encoding: { strokeDash: dash } },
      { mark: { type: 'point', size: 35, filled: true, opacity: 1 }, encoding: { detail: { field: 'memory' } } },
    ],
    encoding: {
      x: {
        field: 'rows',
        type: 'quantitative',
        scale: { type: 'log', nice: false, padding: 20 },
        axis: { title: 'rows', values: rows, labelExpr: "format(datum.value / 1e6, '.1~f') + 'M'", grid: false },
      },
      y: { field, type: 'quantitative', scale: { type: 'log' }, axis: { ...axis, values: powers } },
      color: {
        field: 'version',
        type: 'nominal',
        scale: { domain: present, range: present.map((version) => COLORS[version]) },
        legend: { title: null },
      },
    },
  };
}

/** @returns the specification of each plot, by the name of its file */
function specifications(results) {
  const specs = new Map();
  const article = results.get("the article's versions of redact on the GPU");
  if (article !== undefined) {
    for (const page of ['light', 'dark'])
      specs.set(`article-time-${page}`, articleTimePlot(article, 10_000_000, CONFIG, page));
    const points = articlePoints(article);
    const from = `${article.machine.device}, ${article.machine.date.slice(0, 10)}`;
    specs.set(
      'article-speed-up',
      overRows({
        title: 'redact: speed-up over the general API without a memory pool',
        subtitle: `device time, logarithmic; ${from}`,
        field: 'speedUp',
        axis: { title: 'times as fast', format: '~g' },
        points,
      }),
    );
    specs.set(
      'article-throughput',
      overRows({
        title: 'redact: throughput',
        subtitle: `bytes of input and output over device time, logarithmic; ${from}`,
        field: 'rate',
        axis: { title: 'GB/s', format: '~g' },
        points,
      }),
    );
  }
  const rolling = results.get('rolling windows on the GPU');
  const numba = results.get('rolling windows with Numba and CuPy');
  for (const { rows } of rolling?.sizes ?? []) specs.set(`windows-${rows}`, windowsPlot(rolling, numba, rows, CONFIG));
  return specs;
}

async function draw(spec) {
  const view = new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg}\n`;
}

/** Returns the plots of all available results: SVG by the name of the file. */
export async function plots(results) {
  const drawn = new Map();
  for (const [name, spec] of specifications(results)) drawn.set(name, await draw(spec));
  return drawn;
}
