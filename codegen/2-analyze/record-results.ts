/** Arrays of objects as columns of lists of structs. */
import type { ts } from '../1-parse/ts.js';
import { elementType, newArray } from '../ir/arrays.js';
import { literal } from '../ir/build.js';
import { type Column, pathOf } from '../ir/row-function.js';
import { presentType } from '../ir/type.js';
import { expanded } from './constant-values.js';
import { isOptional } from './optional-values.js';
import { recordsOf } from './records.js';
import { columnValueType, type RowContext } from './row-context.js';
import { isExpression, type Value } from './value.js';

/**
 * The arrays of an array of objects, one for each field, as an object of them; of one that may be missing, that. Undefined for what
 * is no such array, which is reported.
 *
 * @param depth how many names of the fields' paths lead to the list
 */
export function recordParts(
  given: Value,
  fields: readonly Column[],
  depth: number,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const value = expanded(given);
  if (isExpression(value)) return value.type.core.kind === 'nothing' ? value : refuseRecords(node, context);
  if (isOptional(value)) {
    const present = recordParts(value.value, fields, depth, node, context);
    return present && { ...value, value: present };
  }
  if (value.kind === 'records') return value.parts;
  if (value.kind !== 'tuple') return refuseRecords(node, context);
  if (value.elements.length === 0) return emptyArrays(fields, depth);
  const records = recordsOf(value.elements.map(expanded), undefined, context);
  return records ? records.parts : refuseRecords(node, context);
}

function refuseRecords(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'Anything but an array of objects of one form, for a list of structs,',
    reason: 'Objects are never built: there is an array for each of the fields that `output` declares.',
    advice: 'Write `points.map((point) => ({ x: point.x }))`, or a literal of objects with the same properties.',
  });
}

/** Of a literal without elements, whose kinds the columns say. */
function emptyArrays(fields: readonly Column[], depth: number): Value {
  const properties = new Map<string, Value>();
  for (const field of fields) {
    const name = pathOf(field)[depth] ?? '';
    const within = fields.filter((other) => pathOf(other)[depth] === name);
    const isLeaf = pathOf(field).length === depth + 1;
    const array = newArray([], presentType(elementType(columnValueType(field)))) ?? literal(null);
    properties.set(name, isLeaf ? array : emptyArrays(within, depth + 1));
  }
  return { kind: 'object', properties };
}
