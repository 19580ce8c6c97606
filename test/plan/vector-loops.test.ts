import path from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../codegen/compile.js';

const root = path.join(import.meta.dirname, '../..');

/** Returns the C++ of the transforms of a module, with that of their attempts. */
function compiled(module: string): ReadonlyMap<string, string> {
  const { files } = compile({ files: [path.join(root, module)], root });
  const texts = new Map<string, string>();
  for (const { path: file, text } of files) {
    const [, name] = /([^/]+)\.(?:cpp|row\.hpp)$/.exec(file) ?? [];
    if (name !== undefined) texts.set(name, `${texts.get(name) ?? ''}${text}`);
  }
  return texts;
}

const numbers = compiled('bench/functions/kinds/numbers.ts');
const lists = compiled('test/run/samples/list-loops/input.ts');

it('the steps of a loop are counted at once where nothing but its test ends it', () => {
  for (const name of ['countDivisors', 'factorial', 'fibonacci', 'isPerfect', 'compoundInterest'])
    expect(numbers.get(name), name).toMatch(/steps\.take\(out, rf::steps_(?:below|up_to)\(/);
});

it('each step is counted where a loop returns, breaks, or counts nothing', () => {
  for (const name of ['isPrime', 'primeFactors', 'greatestDivisor', 'mandelbrot']) {
    expect(numbers.get(name), name).toContain('steps.next(out)');
    expect(numbers.get(name), name).not.toContain('steps.take(');
  }
});

it('multiples are found by divisions of doubles in loops over vectors alone', () => {
  expect(numbers.get('countDivisors')).toContain('rf::is_multiple(small, i)');
  expect(numbers.get('isPrime')).not.toContain('is_multiple');
});

it('a quotient that bounds integers is rounded', () => {
  expect(numbers.get('isPerfect')).toContain('i <= rf::floor_quotient(small, 2)');
});

it('sums that are proved exact are sums of integers on the CPU', () => {
  expect(numbers.get('isPerfect')).toContain('std::int64_t sum = 0;');
});

it('arrays of which only the length is asked for are counts', () => {
  expect(lists.get('countedLengths')?.match(/rf::array_push\(/g)).toHaveLength(1);
  expect(lists.get('countedFailures')).not.toContain('rf::array_push(');
});

it('a state of 32 bits after a loop that takes a step is an int', () => {
  expect(compiled('bench/functions/kinds/bits.ts').get('congruential')).toContain('std::int32_t state = n;');
});

it('sums over lists of integers are sums of integers on the CPU, for lists that are not very long', () => {
  const sums = lists.get('exactSums');
  for (const name of ['sum', 'byIndex', 'inner', 'even', 'rise'])
    expect(sums, name).toMatch(new RegExp(`std::int(?:64|32)_t ${name} = `));
  expect(lists.get('exactSum')).toContain('if (!rf::is_short(values)) return false;');
});

it('a list that is made of another has its size as bound', () => {
  const arrays = compiled('bench/functions/kinds/arrays.ts');
  for (const name of ['scaledValues', 'runningSums', 'differences', 'evenItems', 'movingMax'])
    expect(arrays.get(name), name).toContain('bounds[] = {{.constant = 0, .factors = {1}}};');
  expect(arrays.get('wordLengths')).not.toContain('bounds[]');
});
