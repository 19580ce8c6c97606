import type { HeapClass, HeapKind } from '../../ir/type.js';
import { fieldName } from '../cpp/cpp-fields-of-records.js';
import { cppType } from '../cpp/cpp-types.js';

/** Returns the declarations and then the definitions of classes; they may refer to each other. */
export function emitHeapClasses(classes: readonly HeapClass[]): readonly string[] {
  return [...classes.map(({ name }) => `struct ${name};`), ...classes.map(definition)];
}

function definition(to: HeapClass): string {
  if (to.kind !== 'record') return `struct ${to.name} : ${bases[to.kind](to)} {};`;
  const fields = [...to.fields].map(([field, type]) => `  ${cppType(type)} ${fieldName(to, field)}{};`);
  return `struct ${to.name} {\n${fields.join('\n')}\n};`;
}

const bases: Readonly<Record<Exclude<HeapKind, 'record'>, (to: HeapClass) => string>> = {
  array: ({ element }) => `rf::SharedArray<${cppType(element)}>`,
  map: ({ key, element }) => `rf::Map<${cppType(key)}, ${cppType(element)}>`,
  set: ({ key }) => `rf::Set<${cppType(key)}>`,
  dictionary: ({ element }) => `rf::Dictionary<${cppType(element)}>`,
};
