import { ts } from 'ts-morph';
import { type DiagnosticBag, misplacedLines, unknownSeparator } from '../diagnostics/index.js';
import type { Column } from '../ir/row-function.js';
import type { Program } from './project.js';
import { follow } from './syntax/const-initializer.js';
import { constantText } from './syntax/constant-text.js';
import { dslName } from './syntax/dsl-call.js';
import { initializerOf } from './syntax/initializer-of.js';
import { propertyName } from './syntax/property-name.js';
import { nodeSpan } from './syntax/span.js';

/** The default separator of lines. */
export const newline = '\n';

/** Reads `lines()` or `lines({ separator: ';' })` as one column of text. Returns undefined for anything else. */
export function parseLines(
  expression: ts.Expression,
  property: string,
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] | undefined {
  if (!ts.isCallExpression(expression) || dslName(expression.expression, checker) !== 'lines') return undefined;
  if (property !== 'input') bag.add(misplacedLines(nodeSpan(root, expression), { place: `\`${property}\`` }));
  const [options] = expression.arguments;
  const separator = options ? separatorOf(options, checker) : newline;
  if (separator === undefined || separator === '' || !separator.isWellFormed())
    bag.add(unknownSeparator(nodeSpan(root, options ?? expression), { separator: options?.getText() ?? 'nothing' }));
  return [{ name: 'line', type: 'utf8', nullable: false, separator: separator || newline }];
}

function separatorOf(expression: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const options = follow(expression, checker);
  if (!ts.isObjectLiteralExpression(options)) return undefined;
  const [member, ...others] = options.properties;
  if (!member) return newline;
  const value = initializerOf(member);
  const isKnown = others.length === 0 && member.name && propertyName(member.name) === 'separator';
  return isKnown && value ? constantText(value, checker)?.text : undefined;
}
