/** Source files of the projects on which the tests run the command. */

export const initials = `import { transform, utf8 } from 'rowfuse';

export const initials = transform({
  input: { name: utf8 },
  output: utf8,
  row: ({ name }) => name.charAt(0),
});
`;

export const twice = `import { float64, transform } from 'rowfuse';

export const twice = transform({
  input: { x: float64 },
  output: float64,
  row: ({ x }) => x * 2,
});
`;

export const wrong = `import { transform, utf8 } from 'rowfuse';

export const wrong = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    return name + Math.random();
  },
});
`;

/** Calls the two transforms of a built project, and prints their results and their backend. */
export const app = `import { backend, initials, twice } from './generated/index.js';
console.log(JSON.stringify({
  initials: [...(await initials({ name: ['Ada', 'Émile', ''] }))],
  twice: [...(await twice({ x: [1, -0.5] }))],
  backend: backend(),
}));
`;
