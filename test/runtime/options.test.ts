import { afterEach, describe, expect, test } from 'vitest';
import { configure, createRuntime, OptionError, RowfuseError } from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { describeTransform, vectorTransform } from './describe-transform.js';
import { fakeAddon } from './fake-addon.js';

const identity = describeTransform({ n: 'int32' }, 'int32', ({ n }) => n);
const call = vectorTransform(identity);

describe('options of a call', () => {
  test.each([
    [
      { backned: 'cpu' },
      'unknown option "backned". Did you mean backend? Known options: backend, copyInputs, valuesInErrors, onError, maxErrors, signal, out, params.',
    ],
    [{ onError: 'skip' }, `option onError must be 'throw', 'null' or 'collect', not "skip".`],
    [{ onError: 'collect', maxErrors: -1 }, 'option maxErrors must be an integer from 0 on, not -1.'],
    [{ maxErrors: 1 }, "option maxErrors belongs to onError: 'collect'."],
    [{ backend: 'gpu' }, 'option backend must be one of cuda, cpu, js, not "gpu".'],
    [{ copyInputs: 1 }, 'option copyInputs must be true or false, not 1.'],
    [{ valuesInErrors: 'no' }, 'option valuesInErrors must be true or false, not "no".'],
    [{ signal: {} }, 'option signal must be an AbortSignal, not an object.'],
    [null, 'options must be an object'],
    ['cpu', 'options must be an object'],
  ])('are refused: %o', async (options, message) => {
    const rejection = call({ n: [1] }, options as object);
    await expect(rejection).rejects.toThrow(OptionError);
    await expect(rejection).rejects.toThrow(RowfuseError);
    await expect(rejection).rejects.toThrow(message);
  });

  test('have their default for undefined', async () => {
    const options = { backend: undefined, copyInputs: undefined, valuesInErrors: undefined, signal: undefined };
    expect((await call({ n: [1] }, options)).length).toBe(1);
  });

  test('include no backend for the reference', () => {
    expect(() => call.reference({ n: [1] }, { backend: 'cpu' } as object)).toThrow(
      'sample.reference: unknown option "backend". Known options: copyInputs, valuesInErrors, onError, maxErrors, params.',
    );
  });
});

describe('configure', () => {
  afterEach(() => {
    configure({ threads: 2, memoryLimit: 2 ** 30 });
  });

  test('reaches an addon once, before its next call', async () => {
    const addon = fakeAddon([identity]);
    const runtime = createRuntime({
      directory: import.meta.url,
      abi: abiVersion,
      buildHash: 'hash',
      load: () => addon,
    });
    const limited = runtime.transform<{ n: number[] }, never>(identity);
    configure({ threads: 3 });
    configure({ memoryLimit: 1000, threads: undefined });
    await limited({ n: [1] }, { backend: 'cpu' });
    await limited({ n: [1] }, { backend: 'cpu' });
    const configured = () => addon.calls.filter((made) => made.call === 'configure').map((made) => made.options);
    expect(configured()).toEqual([{ threads: 3, memoryLimit: 1000 }]);
    configure({ threads: 1 });
    await limited({ n: [1] }, { backend: 'cpu' });
    expect(configured()).toHaveLength(2);
  });

  test.each([
    [
      { thread: 2 },
      'unknown option "thread". Did you mean threads? Known options: device, threads, memoryLimit, tileRows, addon.',
    ],
    [{ threads: 0 }, 'threads must be an integer from 1 to 1024, not 0.'],
    [{ threads: 1.5 }, 'threads must be an integer'],
    [{ memoryLimit: '1GB' }, 'memoryLimit must be an integer'],
    [{ device: -1 }, 'device must be an integer from 0 to 1023, not -1'],
    [{ tileRows: 100 }, 'tileRows must be a multiple of 64'],
  ])('refuses %o', (options, message) => {
    expect(() => configure(options as object)).toThrow(OptionError);
    expect(() => configure(options as object)).toThrow(message);
  });
});
