import { ARTICLE_VERSIONS } from './report/article.mjs';
import { count, duration } from './report/format.mjs';

const OWN = '#d55e00';
const OTHERS = '#8c8c8c';

/**
 * Device time of each version of the article for one size, as bars from the slowest to the fastest, logarithmic: the plot of README.md.
 * `page` is the colour scheme of the page, light or dark.
 */
export function articleTimePlot({ machine, sizes }, rows, config, page) {
  const size = sizes.find((one) => one.rows === rows);
  const measured = size.versions.filter(({ memory, skipped }) => memory === 'pool' && skipped === undefined);
  const bars = [
    ...measured.map(({ version, deviceMs }) => ({ version: ARTICLE_VERSIONS[version], ms: deviceMs })),
    { version: 'copy of the same bytes', ms: size.copyMs },
  ]
    .sort((one, other) => other.ms - one.ms)
    .map((bar) => ({
      ...bar,
      label: duration(bar.ms),
    }));
  const text = page === 'dark' ? '#e6edf3' : '#1f2328';
  const quiet = page === 'dark' ? '#9198a1' : '#59636e';
  const axis = { labelColor: text, labelFontSize: 13, domain: false, ticks: false };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    config: { ...config, background: 'transparent', view: { stroke: null } },
    width: 520,
    height: { step: 30 },
    title: {
      text: `Masking ${count(rows)} names: device time`,
      subtitle: `logarithmic; ${machine.device}, ${machine.date.slice(0, 10)}`,
      color: text,
      subtitleColor: quiet,
      offset: 12,
    },
    data: { values: bars },
    encoding: {
      y: {
        field: 'version',
        type: 'nominal',
        sort: null,
        axis: { ...axis, title: null, labelLimit: 0, labelPadding: 8 },
      },
      x: {
        field: 'ms',
        type: 'quantitative',
        scale: { type: 'log', domain: [0.05, 10_000] },
        axis: null,
      },
    },
    layer: [
      {
        mark: { type: 'bar', height: 18, cornerRadiusEnd: 2 },
        encoding: {
          x2: { datum: 0.05 },
          color: { condition: { test: "datum.version === 'rowfuse, one pass'", value: OWN }, value: OTHERS },
        },
      },
      {
        mark: { type: 'text', align: 'left', dx: 6, fontSize: 13, color: text },
        encoding: { text: { field: 'label' } },
      },
    ],
  };
}
