import { int32, struct, transform, utf8 } from 'rowfuse';

type Direction = 'north' | 'east' | 'south' | 'west';

interface State {
  left: Direction;
  right: Direction;
  dx: number;
  dy: number;
}

const states: Record<Direction, State> = {
  north: { left: 'west', right: 'east', dx: 0, dy: 1 },
  east: { left: 'north', right: 'south', dx: 1, dy: 0 },
  south: { left: 'east', right: 'west', dx: 0, dy: -1 },
  west: { left: 'south', right: 'north', dx: -1, dy: 0 },
};

/** Moves a robot by instructions: `L` and `R` turn it, `A` moves it ahead. Exercism: Robot Simulator. */
export const robotSimulator = transform({
  input: { instructions: utf8 },
  output: struct({ direction: utf8, x: int32, y: int32, visited: int32 }),
  row({ instructions }) {
    let direction: Direction = 'north';
    const position = { x: 0, y: 0 };
    const visited = new Set(['0,0']);
    for (const instruction of instructions) {
      const state: State = states[direction];
      if (instruction === 'L') direction = state.left;
      if (instruction === 'R') direction = state.right;
      if (instruction === 'A') {
        position.x += state.dx;
        position.y += state.dy;
        visited.add(`${position.x},${position.y}`);
      }
    }
    return { direction, ...position, visited: visited.size };
  },
});
