export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The statistics of a list of times in a results file. */
export function summary(seconds) {
  return { median: median(seconds), least: Math.min(...seconds), most: Math.max(...seconds), runs: seconds.length };
}
