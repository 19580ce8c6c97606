// Formats of figures and tables.

export const count = (number) => number.toLocaleString('en-US');
export const table = (head, rows) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Three digits are the most that a run on a shared machine can promise. */
export function digits(value) {
  if (value === undefined || value === null || !Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
export const ms = (seconds) => (seconds === undefined ? '–' : digits(seconds * 1000));
export const times = (ratio) => (Number.isFinite(ratio) ? `${ratio.toFixed(2)}×` : '–');

/** A time in the unit that leaves it between one and a thousand, or in seconds. */
export function duration(ms) {
  if (ms < 1) return `${digits(ms * 1000)} µs`;
  return ms < 1000 ? `${digits(ms)} ms` : `${digits(ms / 1000)} s`;
}
