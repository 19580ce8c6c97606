// The challenge's output: {Abha=-23.0/18.0/59.2, Abidjan=…}, stations by name, tenths rounded half up.

/** @param {import('apache-arrow').Table} table the result of `stations` */
export function report(table) {
  const [names, lows, means, highs] = ['station', 'low', 'mean', 'high'].map((name) => table.getChild(name));
  const degrees = (tenths) => (Math.round(tenths) / 10).toFixed(1);
  const entries = Array.from(
    { length: table.numRows },
    (_, row) => `${names.get(row)}=${[lows, means, highs].map((column) => degrees(column.get(row))).join('/')}`,
  );
  return `{${entries.join(', ')}}`;
}
