import { createRequire } from 'node:module';
import { configure } from '@rowfuse/runtime';
import type { Vector } from 'apache-arrow';
import { afterEach, describe, expect, it } from 'vitest';
import type { Addon } from '../../runtime/backend/addon.js';
import { backendsUnderTest } from '../backends.js';
import { builtAddon } from '../built-folder.js';
import { builtToDevice } from '../run/built-transforms.js';
import { outcomeOf } from '../run/outcome.js';
import { expectReference, transformNamed } from './calls.js';
import { repeated, text } from './columns.js';

const backend = 'cuda' as const;
const toDevice = await builtToDevice();
const redact = transformNamed('redact');
const maskEmail = transformNamed('maskEmail');

const { devices = [] } = backendsUnderTest.includes(backend)
  ? (createRequire(builtAddon)(builtAddon) as Addon).cuda()
  : {};
const people = (name: string, rows: number) => ({ name: repeated(name, rows), visibility: repeated('public', rows) });
const mixed = (rows: number) => {
  const names = Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? `Zoë${row} Ångström` : `Ada${row} Lovelace`));
  return { name: text(names), visibility: text(names.map((_, row) => (row % 2 === 0 ? 'public' : 'private'))) };
};
describe.skipIf(devices.length < 2)('a machine with several GPUs', () => {
  afterEach(() => configure({ device: 0 }));

  it('runs calls on each GPU, whichever was first', async () => {
    for (const device of [devices.length - 1, 0, 1, 0]) {
      configure({ device });
      for (const rows of [1, 1000, 100_003]) await expectReference(redact, mixed(rows), { backend });
      await expectReference(maskEmail, { email: repeated('ada.lovelace@example.org', 5000) }, { backend });
    }
  });

  it('runs concurrent calls on all GPUs', async () => {
    const input = mixed(50_000);
    const expected = outcomeOf(redact.reference(input));
    const calls = Array.from({ length: 4 * devices.length }, (_, call) => {
      configure({ device: call % devices.length });
      return redact(input, { backend });
    });
    for (const call of calls) expect(outcomeOf(await call)).toEqual(expected);
  });

  it('runs a call where its table is, whatever device is configured', async () => {
    for (const [device] of devices.entries()) {
      configure({ device });
      const input = mixed(20_000);
      using table = await toDevice(input, { backend });
      expect(table.device).toBe(`cuda:${device}`);
      configure({ device: (device + 1) % devices.length });
      using masked = await redact(table);
      expect(masked.device).toBe(`cuda:${device}`);
      const result = (await masked.toArrow()).getChildAt(0) as Vector;
      expect(outcomeOf(result)).toEqual(outcomeOf(redact.reference(input)));
    }
  });

  it('refuses to mix tables of two GPUs', async () => {
    configure({ device: 0 });
    using first = await toDevice(people('Ada Lovelace', 100), { backend });
    configure({ device: 1 });
    using second = await toDevice(people('Grace Hopper', 100), { backend });
    expect(() => first.assign(second)).toThrow(expect.objectContaining({ code: 'DeviceError' }));
  });

  it('names the available devices if the configured one does not exist', async () => {
    configure({ device: devices.length });
    await expect(redact(mixed(3), { backend })).rejects.toMatchObject({
      code: 'OptionError',
      message: expect.stringContaining(`there is no device ${devices.length}. This machine has 0 (`),
    });
  });
});
