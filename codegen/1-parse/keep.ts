import { ts } from 'ts-morph';
import {
  type DiagnosticBag,
  descriptionNotLiteral,
  inputOnlyType,
  keptColumnTaken,
  keptLine,
  unknownColumn,
} from '../diagnostics/index.js';
import { type Column, pathOf } from '../ir/row-function.js';
import { follow } from './const-initializer.js';
import { constantText } from './constant-text.js';
import type { Program } from './project.js';
import { holdsDictionary } from './schema.js';
import { nodeSpan } from './span.js';

/** Reads `keep: ['id', …]`: the places of these columns in the input. What is wrong is reported and left out. */
export function parseKeep(
  expression: ts.Expression,
  { input, output }: { readonly input: readonly Column[]; readonly output: readonly Column[] },
  { root, checker }: Program,
  bag: DiagnosticBag,
): readonly number[] {
  const array = follow(expression, checker);
  if (!ts.isArrayLiteralExpression(array)) {
    bag.add(descriptionNotLiteral(nodeSpan(root, expression), { property: 'keep' }));
    return [];
  }
  const places: number[] = [];
  for (const written of array.elements) {
    const element = constantText(written, checker);
    if (!element) {
      bag.add(descriptionNotLiteral(nodeSpan(root, written), { property: 'keep' }));
      continue;
    }
    // Of a struct all fields, which are columns of their own.
    const found = input.flatMap((one, place) => (pathOf(one)[0] === element.text ? [place] : []));
    const isLookedUp = found.some((place) => holdsDictionary(input[place] ?? { type: 'utf8' }));
    const column = JSON.stringify(element.text);
    if (found.length === 0) {
      const names = new Set(input.map((one) => JSON.stringify(pathOf(one)[0])));
      const known = [...names].join(', ') || 'no column at all';
      bag.add(unknownColumn(nodeSpan(root, element), { column, known }));
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
