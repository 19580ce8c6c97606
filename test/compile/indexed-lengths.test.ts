import path from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../codegen/compile.js';

const root = path.join(import.meta.dirname, '../..');

it('the length of a text is asked of its index, also outside of the loops that read it by index', () => {
  const { files } = compile({ files: [path.join(root, 'test/run/samples/index-loops/input.ts')], root });
  const functor = files.find(({ path: file }) => file.endsWith('/indexLoops.row.hpp'))?.text;
  expect(functor).toContain('high = rf::length_near(s, index1) - 1;');
  expect(functor).toContain('middle = s.slice(1, rf::length_near(s, index1) - 1);');
});

it('the length of a text is counted where no loop reads it by index', () => {
  const { files } = compile({ files: [path.join(root, 'examples/mask-email.ts')], root });
  expect(files.find(({ path: file }) => file.endsWith('.row.hpp'))?.text).not.toContain('length_near');
});
