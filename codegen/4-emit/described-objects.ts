import { heapClassesOf } from '../ir/heap/classes-of.js';
import type { RowFunction } from '../ir/row-function.js';
import { alternativesOf, describeType, type HeapClass, type Type } from '../ir/type.js';

/** The objects of a row function in its memory, as `explain` shows them. */
export interface DescribedObjects {
  /** The finding without references, with its line. */
  readonly because: string;
  readonly classes: readonly string[];
}

/** Describes the classes of a row function's objects. Undefined if it has none. */
export function describeObjects(fn: RowFunction): DescribedObjects | undefined {
  const classes = heapClassesOf(fn);
  if (classes.length === 0) return undefined;
  const width = Math.max(...classes.map(({ name }) => name.length));
  return {
    because:
      fn.needsObjects === undefined ? '' : `line ${fn.needsObjects.line} does not compile: ${fn.needsObjects.what}`,
    classes: classes.map((to) => `${to.name.padEnd(width)}  ${describeContent(to)}`),
  };
}

function describeContent(to: HeapClass): string {
  const { typed, key, element, fields } = to;
  switch (to.kind) {
    case 'array':
      return typed ?? `array of ${describeHeld(element)}`;
    case 'map':
      return `Map from ${describeHeld(key)} to ${describeHeld(element)}`;
    case 'set':
      return `Set of ${describeHeld(key)}`;
    case 'dictionary':
      return `dictionary of ${describeHeld(element)}`;
    case 'record': {
      const parts = [...fields].map(([name, type]) => (to.isTuple ? '' : `${name}: `) + describeHeld(type));
      return to.isTuple ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
    }
  }
}

/** Describes a type, with objects by the names of their classes. */
function describeHeld(type: Type): string {
  const { core, mayBeNull, mayBeUndefined } = type;
  const kinds = alternativesOf(core).map((one) =>
    one.kind === 'reference' ? one.to.root.name : describeType({ core: one, mayBeNull: false, mayBeUndefined: false }),
  );
  return [...kinds, ...(mayBeNull ? ['null'] : []), ...(mayBeUndefined ? ['undefined'] : [])].join(' | ');
}
