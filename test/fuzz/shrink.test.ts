import { expect, it } from 'vitest';
import { randomPrograms } from './random-program.js';
import { shrink } from './shrink.js';

it('finds a smallest program that still fails', async () => {
  const [program] = randomPrograms(5, 0, 400)
    .filter((text) => text.includes('.toUpperCase()') && text.includes('if ('))
    .sort((a, b) => a.length - b.length);
  if (program === undefined) throw new Error('no such program among these');
  // A mistake of toUpperCase, wherever it stands.
  const smallest = await shrink(program, async (programs) => programs.map((text) => text.includes('.toUpperCase()')));
  const body = smallest.slice(smallest.search(/rows?\(/));
  expect(body).toContain('.toUpperCase()');
  expect(body.split('\n').filter((line) => line.trim() !== '').length).toBeLessThan(10);
  expect(smallest.length).toBeLessThan(program.length);
});
