import { median } from '../statistics.mjs';

/** Names of figures of which less is better, and of those of which more is. Other numbers say what was measured. */
const TIMES = /^(?:ms|us|ns|s|seconds|median|medianCpu)$|(?:Ms|Us|Ns|Seconds)$/;
const RATES = /PerSecond$|^rate$/;
/** Extremes of runs: they are noise where the median is a figure. */
const EXTREMES = /^(?:least|most|rounds|first)/;
/** Entries that differ between two runs of one benchmark. */
const OF_THE_RUN = new Set(['machine', 'date', 'runs', 'matches', 'allMatch', 'same']);

/**
 * Compares the figures of two result files. `change` is relative to before, and positive where the figure became worse. Changes up to
 * `noise` are left out, as are those inside the spread of the runs of both files.
 */
export function compareResults(before, after, noise) {
  const [old, now] = [figuresOf(before), figuresOf(after)];
  const changed = [...old].flatMap(([name, from]) => {
    const to = now.get(name);
    if (to === undefined) return [];
    const change = from.moreIsBetter ? from.value / to.value - 1 : to.value / from.value - 1;
    return Math.abs(change) <= noise + 1e-9 || overlap(from, to)
      ? []
      : [{ name, from: from.value, to: to.value, change }];
  });
  return {
    compared: [...old.keys()].filter((name) => now.has(name)).length,
    worse: changed.filter(({ change }) => change > 0).sort((one, other) => other.change - one.change),
    better: changed.filter(({ change }) => change < 0).sort((one, other) => one.change - other.change),
    onlyBefore: [...old.keys()].filter((name) => !now.has(name)),
    onlyAfter: [...now.keys()].filter((name) => !old.has(name)),
  };
}

/** True if the runs of both figures have times in common. Figures without their runs have none. */
const overlap = (one, other) =>
  one.least !== undefined && other.least !== undefined && one.least <= other.most && other.least <= one.most;

/**
 * Returns the figures of a result file by name. The name has all that identifies the place, such as
 * `sizes, rows 600000, version rowfuse: deviceMs`. The fields beside the figures of the file itself are in every name, so they are left out.
 */
export function figuresOf(results) {
  const found = new Map();
  visit(results, undefined, found);
  return found;
}

function visit(value, place, found) {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      visit(item, identified(item) ? place : [...(place ?? []), index], found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value).filter(([key]) => !OF_THE_RUN.has(key));
  const identity = entries.filter(([key, item]) => isIdentity(key, item)).map(([key, item]) => `${key} ${item}`);
  const here = place === undefined ? [] : [...place, ...identity];
  for (const [key, item] of entries) {
    if (isFigure(key) && isMeasured(item)) found.set(`${here.join(', ')}: ${key}`, figure(key, item));
    else if (typeof item === 'object') visit(item, [...here, key], found);
  }
}

const isFigure = (key) => !EXTREMES.test(key) && (TIMES.test(key) || RATES.test(key));
const isMeasured = (item) =>
  typeof item === 'number' || (Array.isArray(item) && item.length > 0 && item.every((run) => typeof run === 'number'));
const isIdentity = (key, item) =>
  (typeof item === 'string' || (Number.isInteger(item) && !isFigure(key) && !EXTREMES.test(key))) &&
  ['benchmark', 'error', 'ofCopy'].every((other) => other !== key);
const identified = (item) =>
  typeof item === 'object' && item !== null && Object.entries(item).some(([key, part]) => isIdentity(key, part));

function figure(key, item) {
  const moreIsBetter = RATES.test(key);
  return typeof item === 'number'
    ? { value: item, moreIsBetter }
    : { value: median(item), least: Math.min(...item), most: Math.max(...item), moreIsBetter };
}
