import { ts } from 'ts-morph';
import { type DiagnosticBag, tooDeep, tooMany } from '../../diagnostics/index.js';
import type { Program } from '../project.js';
import { follow } from '../syntax/const-initializer.js';
import { dslName } from '../syntax/dsl-call.js';
import { initializerOf } from '../syntax/initializer-of.js';
import { nodeSpan } from '../syntax/span.js';

/** The most columns of a description's input, output or params, including fields of structs. */
const mostColumns = 1000;
/** The most nested lists and structs, which is also the runtime's limit for Arrow's own format. */
const mostLevels = 64;

const columnLimit = {
  things: 'columns and fields here',
  limit: mostColumns,
  reason: 'Each column is a type of its own in the generated C++, whose compilers take more than a minute for so many.',
  advice: 'Leave out columns that the row function does not read, or make several transforms of it.',
};

const levelLimit = {
  what: 'This column type',
  reason: `Lists and structs are at most ${mostLevels} levels deep, as in Arrow's files.`,
  advice: 'Make columns of the inner fields.',
};

/**
 * Returns true if a schema is small enough to be read; otherwise reports it. Constants may refer to others twice, so a
 * few lines can have more columns than fit in memory. Counting stops at the limit.
 */
export function checkSchemaSize(
  expression: ts.Expression,
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): boolean {
  const pending = [{ expression, level: 0 }];
  let columns = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { level } = next;
    const value = follow(next.expression, checker);
    if (level > mostLevels) {
      bag.add(tooDeep(nodeSpan(root, next.expression), levelLimit));
      return false;
    }
    if (columns > mostColumns) {
      bag.add(tooMany(nodeSpan(root, expression), columnLimit));
      return false;
    }
    if (ts.isObjectLiteralExpression(value)) {
      for (const member of value.properties) {
        columns += 1;
        const type = initializerOf(member);
        if (type) pending.push({ expression: type, level });
      }
    } else if (ts.isCallExpression(value)) {
      const called = dslName(value.expression, checker);
      const [argument] = value.arguments;
      if (argument && called === 'nullable') pending.push({ expression: argument, level });
      if (argument && (called === 'list' || called === 'struct'))
        pending.push({ expression: argument, level: level + 1 });
    }
  }
  return true;
}
