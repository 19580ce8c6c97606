import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { timeHere } from '../../runtime/backend/time-here.js';

test('native passes may use the thread until the event loop has not turned for eight milliseconds', async () => {
  await setImmediate();
  expect(timeHere()).toBeGreaterThan(0);
  const from = performance.now();
  while (performance.now() - from < 10);
  expect(timeHere()).toBe(0);
  await Promise.resolve();
  expect(timeHere()).toBe(0);
  await setImmediate();
  await setImmediate();
  expect(timeHere()).toBeGreaterThan(0);
});
