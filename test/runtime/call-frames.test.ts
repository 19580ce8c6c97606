import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import type { Vector } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import type { Addon } from '../../runtime/backend/addon.js';
import { createRuntime, type TransformDescription } from '../../runtime/index.js';
import { abiVersion } from '../../schema/abi.js';
import { root } from '../root.js';
import { describeTransform } from './describe-transform.js';
import { fakeAddon } from './fake-addon.js';

const redact = describeTransform(
  { name: 'utf8', visibility: 'utf8' },
  'utf8',
  ({ name, visibility }) => (visibility === 'public' ? name : 'X X'),
  'redact',
);
const input = { name: ['Ada Lovelace'], visibility: ['public'] };

/** The most frames between a program and the addon. Each costs time per call. */
const mostFrames = 4;

describe('a call that needs no conversion', () => {
  test('reaches the single pass of the addon in at most four frames, whether its event has a subscriber or not', async () => {
    const frames: string[] = [];
    const addon = fakeAddon([redact], {
      onePass: ['redact'],
      evaluate(_transform, _backend, _length, _columns, outputs) {
        frames.push(...runtimeFrames());
        outputs?.[0]?.offsets?.set([0, 3]);
        return { finished: Promise.resolve({ bytes: [3], values: [Buffer.from('X X')], nullCounts: [0] }) };
      },
    });
    const call = callOf(redact, addon);
    const pending = call(input, { backend: 'cpu' });
    expectFewFrames(frames);
    expect([...(await pending)]).toEqual(['X X']);
    const listener = () => {};
    subscribe('rowfuse:call', listener);
    frames.length = 0;
    const watched = call(input, { backend: 'cpu' });
    unsubscribe('rowfuse:call', listener);
    expectFewFrames(frames);
    expect([...(await watched)]).toEqual(['X X']);
  });

  test.each(['cpu', 'cuda'] as const)(
    'reaches the first of two passes in at most four frames on %s',
    async (backend) => {
      const frames: string[] = [];
      const inner = fakeAddon([redact]);
      const addon = fakeAddon([redact], {
        measure(...call) {
          frames.push(...runtimeFrames());
          return inner.measure(...call);
        },
        fill: (job, outputs) => inner.fill(job, outputs),
        cuda: () => ({ available: true, reason: 'a test' }),
      });
      const pending = callOf(redact, addon)(input, { backend });
      expectFewFrames(frames);
      expect([...(await pending)]).toEqual(['Ada Lovelace']);
    },
  );
});

/** Frames exist before anything is awaited: the event loop must not turn before the addon has borrowed the input. */
function expectFewFrames(frames: readonly string[]): void {
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.length, frames.join('\n')).toBeLessThanOrEqual(mostFrames);
}

function callOf(transform: TransformDescription, addon: Addon) {
  const options = { directory: import.meta.url, abi: abiVersion, buildHash: 'hash', load: () => addon };
  return createRuntime(options).transform<Record<string, unknown>, Vector>(transform);
}

/** Returns the frames of the runtime on the stack. */
function runtimeFrames(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = stackTraceLimit;
  const folder = path.join(root, 'runtime');
  return stack.split('\n').filter((frame) => frame.includes(`${folder}${path.sep}`));
}
