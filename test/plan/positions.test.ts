import path from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../codegen/compile.js';

const root = path.join(import.meta.dirname, '../..');

/** Returns the C++ type of each variable that a transform of the sample declares. */
function typesOf(transform: string): ReadonlyMap<string, string> {
  const { files } = compile({ files: [path.join(root, 'test/run/samples/positions/input.ts')], root });
  const text = files.find((file) => file.path.endsWith(`${transform}.row.hpp`))?.text ?? '';
  const declared = text.matchAll(/(rf::Position|double|std::int32_t|auto const) (\w+) = /g);
  return new Map([...declared].map(([, type = '', name = '']) => [name, type]));
}

it('a variable of searches stays a position, and so does one that is moved from it', () => {
  const types = typesOf('positionLoops');
  for (const name of ['at', 'found', 'from', 'back']) expect(types.get(name), name).toBe('rf::Position');
  expect(types.get('matches')).not.toBe('rf::Position');
  expect(typesOf('chosenPositions').get('again')).toBe('rf::Position');
});

it('a variable that is a number elsewhere, or goes on step by step, is no position', () => {
  const types = typesOf('countedPositions');
  for (const name of ['at', 'i']) expect(types.get(name), name).not.toBe('rf::Position');
});
