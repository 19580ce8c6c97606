import { int32, struct, transform, utf8 } from 'rowfuse';

/** Counts the islands of `#` in a map of text, by flood fill, and measures the largest. */
export const countIslands = transform({
  input: { map: utf8 },
  output: struct({ islands: int32, largest: int32 }),
  row({ map }) {
    const cells = map.split('\n').map((line) => line.split(''));

    function fill(row: number, column: number): number {
      if (row < 0 || row >= cells.length) return 0;
      if (column < 0 || column >= cells[row].length) return 0;
      if (cells[row][column] !== '#') return 0;
      cells[row][column] = '.';
      return 1 + fill(row - 1, column) + fill(row + 1, column) + fill(row, column - 1) + fill(row, column + 1);
    }

    let islands = 0;
    let largest = 0;
    for (let row = 0; row < cells.length; row++) {
      for (let column = 0; column < cells[row].length; column++) {
        const size = fill(row, column);
        if (size > 0) {
          islands++;
          largest = Math.max(largest, size);
        }
      }
    }
    return { islands, largest };
  },
});
