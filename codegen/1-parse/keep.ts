import { ts } from 'ts-morph';
import {
  type DiagnosticBag,
  descriptionNotLiteral,
  inputOnlyType,
  keptColumnTaken,
  unknownColumn,
  unwrittenList,
} from '../diagnostics/index.js';
import type { Column } from '../ir/row-function.js';
import { constInitializer, unwrap } from './const-initializer.js';
import type { Program } from './project.js';
import { nodeSpan } from './span.js';

/** Reads `keep: ['id', …]`: the places of these columns in the input. What is wrong is reported and left out. */
export function parseKeep(
  expression: ts.Expression,
  { input, output }: { readonly input: readonly Column[]; readonly output: readonly Column[] },
  { root, checker }: Program,
  bag: DiagnosticBag,
): readonly number[] {
  const value = unwrap(expression);
  const list = ts.isIdentifier(value) ? constInitializer(value, checker) : value;
  const array = list && unwrap(list);
  if (!array || !ts.isArrayLiteralExpression(array)) {
    bag.add(descriptionNotLiteral(nodeSpan(root, expression), { property: 'keep' }));
    return [];
  }
  const places: number[] = [];
  for (const element of array.elements) {
    if (!ts.isStringLiteralLike(element)) {
      bag.add(descriptionNotLiteral(nodeSpan(root, element), { property: 'keep' }));
      continue;
    }
    const place = input.findIndex(({ name }) => name === element.text);
    const column = JSON.stringify(element.text);
    if (place < 0) {
      const known = input.map(({ name }) => JSON.stringify(name)).join(', ') || 'no column at all';
      bag.add(unknownColumn(nodeSpan(root, element), { column, known }));
    } else if (places.includes(place) || output.some(({ name }) => name === element.text)) {
      bag.add(keptColumnTaken(nodeSpan(root, element), { column }));
    } else if (input[place]?.type === 'list') {
      bag.add(unwrittenList(nodeSpan(root, element), { type: '`list(…)`', property: '`keep`' }));
    } else if (input[place]?.type === 'dictionary') {
      bag.add(
        inputOnlyType(nodeSpan(root, element), { type: '`dictionary(utf8)`', property: '`keep`', other: 'utf8' }),
      );
    } else places.push(place);
  }
  return places;
}
