export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What a results file keeps of a list of times. */
export function summary(seconds) {
  return { median: median(seconds), least: Math.min(...seconds), most: Math.max(...seconds), runs: seconds.length };
}
