import { expect, it } from 'vitest';
import { judgeExpressions } from './line-by-line.js';
import { platformExpressions } from './platform-members.js';

/** Each member of JavaScript's own objects, in each way to use it, compiles or is reported on its line. */
it('every member of the platform compiles or is reported', () => {
  const expressions = platformExpressions();
  const judged = judgeExpressions('platform-members', expressions);
  expect(judged).toHaveLength(expressions.length);
  const accepted = judged.filter(({ codes }) => codes.length === 0).map(({ example }) => example);
  // No member of an object that a row function cannot have is accepted.
  expect(
    accepted.filter((code) =>
      /Promise|Reflect|Proxy|Intl|Atomics|Weak|process|console|require|eval|fetch|setTimeout/.test(code),
    ),
  ).toEqual([]);
});
