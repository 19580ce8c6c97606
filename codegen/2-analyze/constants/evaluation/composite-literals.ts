import { propertyName } from '../../../1-parse/syntax/property-name.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import {
  type ConstantList,
  type ConstantObject,
  type ConstantValue,
  constantObject,
  isObject,
} from '../../../ir/constant-value.js';
import { setsPrototype } from '../../syntax/sets-prototype.js';
import type { Found } from '../parts.js';
import type { Evaluation } from './evaluation.js';
import { iterate } from './iterate.js';
import { checkCounts } from './size.js';

/** Evaluates `[a, ...b]`. */
export function evaluateArrayLiteral(
  node: ts.ArrayLiteralExpression,
  evaluation: Evaluation,
): Found<ConstantList> | undefined {
  const elements: ConstantValue[] = [];
  for (const element of node.elements) {
    const found = ts.isSpreadElement(element) ? undefined : evaluation.value(element);
    const added = ts.isSpreadElement(element) ? iterate(element.expression, evaluation) : found && [found.value];
    if (!added) return undefined;
    for (const value of added) elements.push(value);
    checkCounts(elements.length, 0, node);
  }
  return { value: { kind: 'array', elements } };
}

/** Evaluates `{ a: 1, b, ...c, [d]: 2 }`. */
export function evaluateObjectLiteral(
  node: ts.ObjectLiteralExpression,
  evaluation: Evaluation,
): Found<ConstantObject> | undefined {
  const entries: (readonly [string, ConstantValue])[] = [];
  let inherits = true;
  for (const member of node.properties) {
    if (ts.isSpreadAssignment(member)) {
      const spread = evaluation.value(member.expression)?.value;
      if (!isObject(spread)) return undefined;
      for (const entry of spread.entries) entries.push(entry);
      checkCounts(entries.length, 0, node);
      continue;
    }
    const value = ts.isPropertyAssignment(member)
      ? member.initializer
      : ts.isShorthandPropertyAssignment(member)
        ? member.name
        : undefined;
    const key = member.name && keyOf(member.name, evaluation);
    const found = value && evaluation.value(value);
    if (!found || key === undefined) return undefined;
    if (setsPrototype(member)) {
      // Any value but null would be a prototype of the user's own.
      if (found.value !== null) return undefined;
      inherits = false;
    } else entries.push([key, found.value]);
  }
  return { value: constantObject(entries, inherits) };
}

function keyOf(name: ts.PropertyName, evaluation: Evaluation): string | undefined {
  const plain = propertyName(name);
  if (plain !== undefined || !ts.isComputedPropertyName(name)) return plain;
  const found = evaluation.simple(name.expression);
  return found && String(found.value);
}
