import { allExpressions } from '../rewrite.js';
import type { RowFunction } from '../row-function.js';
import { alternativesOf, type HeapClass, type Type } from '../type.js';

/** Returns the classes of a row function's objects, in the order in which they are met. */
export function heapClassesOf({ variables, body }: RowFunction): readonly HeapClass[] {
  const found = new Set<HeapClass>();
  const addType = ({ core }: Type): void => {
    if (core.kind === 'array') addType(core.element);
    for (const one of alternativesOf(core)) if (one.kind === 'reference') add(one.to);
  };
  const add = ({ root }: HeapClass): void => {
    if (found.has(root)) return;
    found.add(root);
    [root.key, root.element, ...root.fields.values()].forEach(addType);
  };
  for (const { stored } of variables) addType(stored);
  for (const e of allExpressions(body)) if (e.kind === 'access') add(e.to);
  return [...found];
}
