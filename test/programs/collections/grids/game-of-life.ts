import { bool, list, transform } from 'rowfuse';

const directions = [
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 0],
  [1, 1],
];

/** Computes the next generation of a board. Exercism: Game of Life. */
export const gameOfLife = transform({
  input: { board: list(list(bool)) },
  output: list(list(bool)),
  row({ board }) {
    return board.map((cells, row) =>
      cells.map((alive, column) => {
        let neighbours = 0;
        for (const [dy, dx] of directions) {
          if (board[row + dy]?.[column + dx]) neighbours++;
        }
        return neighbours === 3 || (alive && neighbours === 2);
      }),
    );
  },
});
