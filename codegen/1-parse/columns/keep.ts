import { ts } from 'ts-morph';
import { pathOf } from '../../../schema/columns.js';
import { type DiagnosticBag, inputOnlyType, keptColumnTaken, keptLine } from '../../diagnostics/index.js';
import type { Column } from '../../ir/row-function.js';
import type { Program } from '../project.js';
import { reportUnread } from '../report-unread.js';
import { follow } from '../syntax/const-initializer.js';
import { constantText } from '../syntax/constant-text.js';
import { nodeSpan } from '../syntax/span.js';
import { namesOf, noInputColumn } from './column-names.js';
import { holdsDictionary } from './schema.js';

/** Reads `keep: ['id', …]` and returns the indices of these columns in the input. Errors are reported, and their columns left out. */
export function parseKeep(
  expression: ts.Expression,
  {
    name,
    input,
    output,
  }: { readonly name: string; readonly input: readonly Column[]; readonly output: readonly Column[] },
  { root, checker }: Program,
  bag: DiagnosticBag,
): readonly number[] {
  const array = follow(expression, checker);
  if (!ts.isArrayLiteralExpression(array)) {
    reportUnread(expression, 'keep', 'names', { root }, bag);
    return [];
  }
  const places: number[] = [];
  for (const written of array.elements) {
    const element = constantText(written, checker);
    if (!element) {
      reportUnread(written, 'keep', 'names', { root }, bag);
      continue;
    }
    // A struct stands for all its fields, which are columns of their own.
    const found = input.flatMap((one, place) => (pathOf(one)[0] === element.text ? [place] : []));
    const isLookedUp = found.some((place) => holdsDictionary(input[place] ?? { type: 'utf8' }));
    const column = JSON.stringify(element.text);
    if (found.length === 0) {
      const roots = namesOf(input.map((one) => ({ ...one, name: pathOf(one)[0] ?? one.name })));
      if (!input.some(({ unread }) => unread))
        bag.add(noInputColumn(nodeSpan(root, element), name, element.text, roots));
    } else if (found.some((place) => places.includes(place)) || output.some((one) => pathOf(one)[0] === element.text)) {
      bag.add(keptColumnTaken(nodeSpan(root, element), { column }));
    } else if (found.some((place) => input[place]?.separator !== undefined)) {
      bag.add(keptLine(nodeSpan(root, element)));
    } else if (isLookedUp) {
      bag.add(
        inputOnlyType(nodeSpan(root, element), { type: '`dictionary(utf8)`', property: '`keep`', other: 'utf8' }),
      );
    } else places.push(...found);
  }
  return places;
}
