import type { HeapClass } from '../../ir/type.js';
import { UniqueNames } from './cpp-names.js';

const known = new WeakMap<HeapClass, ReadonlyMap<string, string>>();

/** Returns the C++ name of a record's field. */
export function fieldName({ root }: HeapClass, field: string): string {
  const names = known.get(root) ?? namesOf(root);
  known.set(root, names);
  return names.get(field) ?? `unknown_${field}`;
}

function namesOf({ fields }: HeapClass): ReadonlyMap<string, string> {
  const names = new UniqueNames([]);
  return new Map([...fields.keys()].map((field) => [field, names.take(/^\d/.test(field) ? `item_${field}` : field)]));
}
