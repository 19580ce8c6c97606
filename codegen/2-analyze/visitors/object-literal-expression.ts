import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { inOrder } from '../effects/effects.js';
import { dictionaryOfLiteral, makeDictionary } from '../heap/dictionary-literals.js';
import { visitSpread } from '../heap/spread.js';
import { partsOfRow } from '../objects/row-parts.js';
import { setsPrototype } from '../syntax/sets-prototype.js';
import { isExpression, type Value } from '../values/value.js';

/** Visits `{ a: 1, b, ...c }`. Each property is a separate value. */
export function visitObjectLiteralExpression(node: ts.ObjectLiteralExpression, context: RowContext): Value | undefined {
  const dictionary = dictionaryOfLiteral(node, context);
  if (dictionary) return makeDictionary(dictionary, node, context);
  const members = node.properties;
  const values = inOrder(
    members.map((member) => () => memberValue(member, context)),
    context,
  );
  const properties = new Map<string, Value>();
  for (const [index, member] of members.entries()) {
    const value = values[index];
    if (!value) return undefined;
    if (ts.isSpreadAssignment(member)) {
      const spread = propertiesOf(expanded(value), member, context);
      if (!spread) return refuse(member, context);
      for (const [name, part] of spread) properties.set(name, part);
      continue;
    }
    const name = member.name && propertyName(member.name);
    if (name === undefined) return refuse(member, context);
    properties.set(name, value);
  }
  return { kind: 'object', properties };
}

function memberValue(member: ts.ObjectLiteralElementLike, context: RowContext): Value | undefined {
  if (setsPrototype(member)) return refuse(member, context);
  if (ts.isPropertyAssignment(member)) return context.visit.value(member.initializer);
  if (ts.isShorthandPropertyAssignment(member)) return context.visit.value(member.name);
  if (ts.isSpreadAssignment(member)) return visitSpread(member, context);
  return ts.isMethodDeclaration(member) && !member.asteriskToken
    ? { kind: 'function', node: member }
    : refuse(member, context);
}

/** Returns the properties that spreading a value into an object adds. Undefined if they are not known. */
function propertiesOf(
  value: Value,
  node: ts.Node,
  context: RowContext,
): readonly (readonly [string, Value])[] | undefined {
  // A spread of null or undefined adds nothing.
  if (isExpression(value)) return value.type.core.kind === 'nothing' ? [] : undefined;
  if (value.kind === 'object') return [...value.properties];
  if (value.kind === 'tuple') return value.elements.map((part, index) => [String(index), part]);
  return value.kind === 'row' ? partsOfRow(value, node, context) : undefined;
}

function refuse(member: ts.ObjectLiteralElementLike, context: RowContext): undefined {
  return context.refuse(member, {
    construct: `\`${member.getText()}\` in an object`,
    reason: 'An object that is written out has the properties that its literal names.',
    advice:
      "Write `name: value`, or spread an object whose properties are known; assign to a dictionary, `counts[word] = 1`; `__proto__` as `['__proto__']`.",
  });
}
