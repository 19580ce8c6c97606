import { int32, transform, utf8 } from 'rowfuse';

/** Counts the paths from the upper left to the lower right that go right or down and avoid `#`. */
export const gridPaths = transform({
  input: { grid: utf8 },
  output: int32,
  row({ grid }) {
    const rows = grid.split('\n');
    const width = rows[0].length;
    if (width === 0) return 0;
    const paths: number[] = new Array(width).fill(0);
    paths[0] = 1;
    for (const row of rows) {
      for (let x = 0; x < width; x++) {
        if (row[x] === '#') paths[x] = 0;
        else if (x > 0) paths[x] += paths[x - 1];
      }
    }
    return paths[width - 1];
  },
});
