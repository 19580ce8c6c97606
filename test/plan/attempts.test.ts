import path from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../codegen/compile.js';

const root = path.join(import.meta.dirname, '../..');

/** Returns the C++ for the CPU of each transform of a module. */
function compiled(module: string): ReadonlyMap<string, string> {
  const { files } = compile({ files: [path.join(root, module)], root });
  return new Map(
    files.flatMap((file) => (file.path.endsWith('.cpp') ? [[path.basename(file.path, '.cpp'), file.text]] : [])),
  );
}

it('an attempt is made where doubles are divided, or truncated in a loop', () => {
  for (const [name, text] of compiled('test/run/samples/checked-integers/input.ts'))
    expect(text, name).toMatch(/bool attempt\(/);
});

it('no attempt is made where nothing is divided, all numbers are proved, or none is an integer', () => {
  const functions = compiled('bench/functions/kinds/numbers.ts');
  for (const name of [
    'fibonacci',
    'factorial',
    'isPrime',
    'countDivisors',
    'haversine',
    'celsius',
    'mandelbrot',
    'bodyMass',
  ])
    expect(functions.get(name), name).not.toMatch(/bool attempt\(/);
});

it('a check is emitted only where ranges prove nothing, and for -0 only where its sign shows', () => {
  const functions = compiled('test/run/samples/checked-integers/input.ts');
  expect(functions.get('checkedQuotients')).toContain('std::int64_t{n} * 2 + static_cast<std::int64_t>(k);');
  expect(functions.get('checkedZeros')).toContain('checked_product<rf::MinusZero::matters>');
  expect(functions.get('checkedZeros')).toContain('rf::checked_remainder(');
});
