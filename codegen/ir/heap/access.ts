/** Builders of accesses to objects of the row's memory. */

import type { Access, Expression } from '../expression.js';
import { type HeapClass, type Type, undefinedType } from '../type.js';
import { type HeapOperation, heapOperation } from './heap-operations.js';

/** Builds an access; the class determines the type of the result. The object comes first in `args`, unless the access makes it. */
export function access(
  operation: Exclude<HeapOperation, 'field' | 'set field'>,
  to: HeapClass,
  ...args: readonly Expression[]
): Access {
  return Object.freeze({ kind: 'access', operation, to, arguments: args, type: heapOperation(operation).type(to) });
}

/** Builds a read of a field. A field that nothing is known of is undefined. */
export function readField(to: HeapClass, field: string, object: Expression): Access {
  return Object.freeze({
    kind: 'access',
    operation: 'field',
    to,
    field,
    arguments: [object],
    type: fieldType(to, field),
  });
}

export function setField(to: HeapClass, field: string, object: Expression, value: Expression): Access {
  return Object.freeze({
    kind: 'access',
    operation: 'set field',
    to,
    field,
    arguments: [object, value],
    type: undefinedType,
  });
}

function fieldType(to: HeapClass, field: string): Type {
  return to.fields.get(field) ?? undefinedType;
}

/** Returns the type of an access, from its operation and the class. */
export function accessType({ operation, to, field }: Access): Type {
  if (operation === 'field') return fieldType(to, field ?? '');
  return heapOperation(operation).type(to);
}
