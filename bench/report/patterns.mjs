import { digits, table } from './format.mjs';

const titles = {
  namesACity: 'test for one of 20 city names',
  firstDate: 'first date',
  firstEmail: 'first e-mail address',
  logFields: 'a line of a log into nine fields',
  digitsMasked: 'each digit replaced',
  spacesCollapsed: 'white space collapsed',
  partsCounted: 'split on punctuation, counted',
  refererHosts: 'ClickBench query 28',
};

const contestants = { rowfuse: 'rowfuse', javascript: 'V8', duckdb: 'DuckDB', polars: 'Polars' };

/** Shows the times of one and of two threads. */
function timesOf(results, contestant) {
  const times = [1, 2].map(
    (threads) => results.find((one) => one.contestant === contestant && one.threads === threads)?.nsPerRow,
  );
  return times.map((time) => (time === undefined ? '–' : digits(time))).join(', ');
}

export function patternsSection({ file, machine, rows, referers, results }) {
  const lines = Object.entries(titles).flatMap(([job, title]) =>
    ['ascii', 'mixed'].flatMap((content) => {
      const own = results.filter((one) => one.job === job && one.content === content);
      if (own.length === 0) return [];
      const text = content === 'ascii' ? 'ASCII' : content;
      return [[title, text, ...Object.keys(contestants).map((contestant) => timesOf(own, contestant))]];
    }),
  );
  return [
    `\`${file}\`, ${machine.cpu} with ${machine.cores} cores, Node ${machine.node}, ${rows} rows (query 28: ${referers}), ns per row on one and on two threads:`,
    '',
    table(['job', 'text', ...Object.values(contestants)], lines),
  ].join('\n');
}

export function patternsGpuSection({ file, machine, rows, copyBytesPerSecond, results }) {
  const names = {
    dateFound: 'test for a date, 12 states',
    dateNumbers: 'three groups into three columns of numbers',
    dateTexts: 'three groups into three columns of text',
    digitsReplaced: 'each digit replaced',
    spacesCollapsed: 'white space collapsed',
    wordsCounted: 'words counted',
  };
  const lines = results.map(({ name, deviceMs, shareOfCopy }) => [
    names[name] ?? name,
    `${digits(deviceMs)} ms`,
    `${digits(shareOfCopy * 100)} %`,
  ]);
  return [
    `\`${file}\`, ${machine.device}, ${rows} texts of 64 bytes on average that stay on the GPU; a copy reads and writes ${digits(copyBytesPerSecond / 1e9)} GB/s:`,
    '',
    table(['function', 'time', 'share of the copy'], lines),
  ].join('\n');
}
