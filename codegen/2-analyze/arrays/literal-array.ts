import { withArticle } from '../../../schema/with-article.js';
import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { elementType, newArray } from '../../ir/arrays.js';
import { convert, require } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { arrayType, joinTypes, orUndefined, sameType, type Type } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { joinedType } from '../effects/variants.js';
import { elementOf } from '../syntax/declared-type.js';
import { describeValue } from '../values/described-values.js';
import { isExpression, type Value } from '../values/value.js';
import { heldValue } from './held-value.js';

/** Converts a value to an element of the given type. An element that may be undefined makes a named array loose. */
export function asElement(
  value: Value,
  type: Type,
  array: ts.Expression,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const held = heldValue(value, context, type);
  const joined = held && joinTypes(type, held.type);
  if (held && joined && sameType(joined, type)) return convert(held, type);
  const name = unwrap(array);
  if (joined && sameType(joined, orUndefined(type)) && ts.isIdentifier(name) && !context.names.isLoose(name)) {
    context.names.loosen(name);
    return convert(require(held), type);
  }
  return context.report(node, (span) =>
    mixedTypes(span, {
      left: describeValue(type),
      right: isExpression(value) ? describeValue(value.type) : withArticle(value.kind),
    }),
  );
}

export function reportMixed(node: ts.Node, array: Type, added: Type, context: RowContext): undefined {
  const types = { left: describeValue(elementType(array)), right: describeValue(elementType(added)) };
  return context.report(node, (span) => mixedTypes(span, types));
}

/** Returns an array literal as a computed array, of the type that `declared` was declared with. */
export function literalArray(
  elements: readonly Value[],
  declared: ts.Identifier | undefined,
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const type = declared && declaredElement(declared, context);
  const held = elements.map((element) => heldValue(element, context, type));
  if (held.every((element) => element !== undefined)) {
    const array = newArray(held, type, (a, b) => joinedType(a, b, context));
    const isDeclared = array && (!type || sameType(array.type, arrayType(type)));
    if (isDeclared) return array;
    if (array) {
      const types = { left: describeValue(type ?? array.type), right: describeValue(elementType(array.type)) };
      return context.report(node, (span) => mixedTypes(span, types));
    }
  }
  return context.refuse(node, {
    construct: 'An array of values of several kinds, or of none,',
    reason:
      'The elements of an array are all strings, all numbers, all bigints, all booleans or all arrays of such, besides null and undefined.',
    advice: 'Declare the type of its elements: `const words: string[] = []`.',
  });
}

/** Returns the element type that a variable's type allows, or undefined if it allows several kinds. */
function declaredElement(name: ts.Identifier, context: RowContext): Type | undefined {
  const { checker } = context.program;
  return elementOf(checker.getTypeAtLocation(name), checker);
}
