import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt } from '../../diagnostics/index.js';
import type { Refusal } from '../context/refusal.js';
import type { RowContext } from '../context/row-context.js';

const notOwned: Omit<Refusal, 'construct'> = {
  reason:
    'It is a part of a column, a constant or a param, which rows share, or no variable of the row function holds it.',
  advice: 'Copy it into a variable of the row function, `const words = given.slice();`, and change the copy.',
};

/** Reports `push`, `pop`, `sort` and other mutating calls on an array that the row function does not own. */
export function refuseChange({ expression, name }: ts.PropertyAccessExpression, context: RowContext): undefined {
  const array = unwrap(expression);
  const method = `\`${name.text}\``;
  const text = excerpt(array.getText(), 40);
  if (ts.isCallExpression(array) || ts.isArrayLiteralExpression(array)) {
    return context.refuse(name, {
      construct: `${method} of an array that no variable holds`,
      reason: 'Nothing can read the array after the change.',
      advice: insteadOfTemporary(name.text, text),
    });
  }
  if (!isColumn(array, context)) return context.refuse(name, { construct: `${method} of this array`, ...notOwned });
  return context.refuse(name, {
    construct: `${method} of a column`,
    reason: frozen,
    advice: insteadOfFrozen(name.text, text),
  });
}

/** Reports `xs[i] = value` on an array that the row function does not own. */
export function refuseElementChange(node: ts.ElementAccessExpression, context: RowContext): undefined {
  const array = unwrap(node.expression);
  const construct = 'An assignment to an element of';
  if (!isColumn(array, context)) return context.refuse(node, { construct: `${construct} this array`, ...notOwned });
  return context.refuse(node, {
    construct: `${construct} a column`,
    reason: frozen,
    advice: insteadOfFrozen('', excerpt(array.getText(), 40)),
  });
}

const frozen = 'Columns are never changed: the arrays of a `list` column are frozen.';

function insteadOfTemporary(method: string, array: string): string {
  if (method === 'pop') return `Take the last element: \`${array}.at(-1)\`.`;
  if (method === 'shift') return `Take the first element: \`${array}.at(0)\`.`;
  return `Keep it in a variable first, \`const words = ${array};\`, or make a longer array: \`[...words, word]\`.`;
}

function insteadOfFrozen(method: string, array: string): string {
  if (method === 'sort') return `Take a sorted copy: \`${array}.toSorted(…)\`.`;
  if (method === 'reverse') return `Take a reversed copy: \`${array}.toReversed()\`.`;
  if (method === 'pop') return `Take the last element, \`${array}.at(-1)\`, and the others: \`${array}.slice(0, -1)\`.`;
  if (method === 'shift') return `Take the first element, \`${array}.at(0)\`, and the others: \`${array}.slice(1)\`.`;
  return `Copy it first: \`const own = ${array}.slice();\`.`;
}

/** True if an expression is a column: a destructured name or a property of the row. */
export function isColumn(array: ts.Expression, context: RowContext): boolean {
  if (ts.isIdentifier(array)) {
    const binding = context.names.bindingOf(array);
    return binding?.kind === 'column' || (binding?.kind === 'variable' && context.variables.isColumn(binding.id));
  }
  if (!ts.isPropertyAccessExpression(array)) return false;
  const object = unwrap(array.expression);
  return ts.isIdentifier(object) && context.names.bindingOf(object)?.kind === 'row';
}
