/** The challenge's text of stations, `[name, low, mean, high]` in tenths of a degree, in any order. */
export function challengeText(stations) {
  const degrees = (tenths) => (Math.round(tenths) / 10).toFixed(1);
  const entries = [...stations]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, ...tenths]) => `${name}=${tenths.map(degrees).join('/')}`);
  return `{${entries.join(', ')}}`;
}
