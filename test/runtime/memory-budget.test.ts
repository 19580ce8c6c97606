import { totalmem } from 'node:os';
import { MemoryError, RowError } from '@rowfuse/runtime';
import { describe, expect, test } from 'vitest';
import { heapLimit } from '../../runtime/available-memory.js';
import { MemoryBudget } from '../../runtime/memory-budget.js';

const refused = (requested: number, limit: number) =>
  expect.objectContaining({ code: 'MemoryError', requested, limit });

describe('a configured limit', () => {
  test('refuses what exceeds it, and does not count that', () => {
    const memory = new MemoryBudget('call', 100);
    memory.take(60);
    expect(() => memory.take(41)).toThrow(refused(101, 100));
    memory.take(40);
    expect(memory.left).toBe(0);
    memory.give(30);
    expect(memory.left).toBe(30);
    memory.take(30);
  });

  test('reports the amount, the option, and other remedies', () => {
    const memory = new MemoryBudget('redact', 64 * 2 ** 20);
    expect(() => memory.take(2 ** 30)).toThrow(
      'redact: the call needs 1073741824 bytes (1024 MiB) of memory or more, and configure({ memoryLimit }) allows 67108864 bytes (64 MiB). ' +
        'Pass fewer rows per call, or raise the limit: configure({ memoryLimit: bytes }).',
    );
  });

  test.each([2 ** 53, 2 ** 63, Number.MAX_VALUE, Number.POSITIVE_INFINITY])('refuses %d bytes', (bytes) => {
    const memory = new MemoryBudget('call', Number.MAX_SAFE_INTEGER);
    memory.take(1);
    expect(() => memory.take(bytes)).toThrow(MemoryError);
    expect(memory.used).toBe(1);
  });

  test('counts the memory of native code', () => {
    const memory = new MemoryBudget('call', 100);
    memory.take(20);
    memory.countNative(50);
    // Native code is given the total that it may have.
    expect(memory.left).toBe(80);
    expect(() => memory.take(31)).toThrow(refused(101, 100));
    expect(memory.refused(90)).toEqual(refused(110, 100));
    memory.take(30);
  });

  test('releases memory on settlement, except what is kept', () => {
    const memory = new MemoryBudget('call', 100);
    memory.take(10);
    const before = memory.used;
    memory.take(80);
    memory.settle(before, 5);
    expect(memory.used).toBe(15);
  });

  test('grants growth up to what is left, and at least what is needed', () => {
    const memory = new MemoryBudget('call', 100);
    expect(memory.grow(0, 16, 10)).toBe(16);
    expect(memory.grow(16, 32, 17)).toBe(32);
    expect(memory.grow(32, 100, 33)).toBe(68);
    expect(memory.used).toBe(68);
    expect(() => memory.grow(68, 136, 69)).toThrow(MemoryError);
    expect(memory.used).toBe(68);
  });
});

describe('without a limit', () => {
  test('a call may use the memory that the machine has for this process', () => {
    const memory = new MemoryBudget('call', undefined);
    memory.take(2 ** 20);
    expect(memory.left).toBeGreaterThan(2 ** 26);
    expect(memory.left).toBeLessThanOrEqual(totalmem() + 2 ** 20);
    expect(() => memory.take(100 * totalmem())).toThrow(
      /and this machine has \d+ bytes .* for it\. .* set another limit/,
    );
  });

  test('a call may not use memory that must stay free', () => {
    const memory = new MemoryBudget('call', undefined);
    const before = memory.left;
    memory.borrow(2 ** 20);
    expect(memory.left).toBeLessThanOrEqual(before);
    memory.borrow(totalmem());
    expect(memory.left).toBeGreaterThanOrEqual(0);
  });
});

describe('objects of JavaScript', () => {
  test('have a limit of their own', () => {
    const memory = new MemoryBudget('call', Number.MAX_SAFE_INTEGER);
    memory.take(4 * heapLimit());
    memory.takeObjects(heapLimit() / 2);
    expect(() => memory.takeObjects(heapLimit())).toThrow(
      /of JavaScript objects or more, and Node allows .*--max-old-space-size/,
    );
  });

  test('count towards both limits', () => {
    const memory = new MemoryBudget('call', 100);
    memory.takeObjects(60);
    expect(() => memory.take(41)).toThrow(MemoryError);
    memory.giveObjects(60);
    expect(memory.used).toBe(0);
  });
});

describe('an allocation that V8 refuses', () => {
  const memory = new MemoryBudget('call', Number.MAX_SAFE_INTEGER);

  test.each<[string, () => unknown]>([
    ['too long', () => new Uint8Array(2 ** 50)],
    ['too much', () => new ArrayBuffer(2 ** 50)],
    ['a string', () => 'x'.repeat(2 ** 30)],
  ])('becomes a MemoryError: %s', (_, work) => {
    expect(() => memory.allocate(1, work)).toThrow(MemoryError);
    expect(() => memory.allocate(1, work)).toThrow('call: there is no memory for what the call needs');
  });

  test('stays unchanged for any other error', () => {
    const errors = [
      new RangeError('precision out of range'),
      new TypeError('x'),
      new RowError('row', { row: 0 }),
      'text',
    ];
    for (const error of errors) expect(memory.explain(error)).toBe(error);
  });
});
