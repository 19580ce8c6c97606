import {
  type Constant,
  type ConstantPattern,
  type ConstantValue,
  inheritedNames,
  isComposite,
} from '../../ir/constant-value.js';
import type { Capture } from '../../ir/row-function.js';
import { jsString } from '../user-text.js';

/**
 * Emits the captured constants as statements, which stand before `text`. An object that is asked for keys of the rows does not inherit
 * from `Object.prototype`, but from an object that throws for the names of `Object.prototype`.
 */
export function emitConstants(captures: readonly Capture[], text: string): readonly string[] {
  const guard = newName('guarded', [text, ...captures.map(({ name }) => name)].join(' '));
  const constants = captures.map(
    ({ name, value, guarded }) => `const ${name} = ${jsLiteral(value, guarded ? guard : undefined)};`,
  );
  return captures.some(({ guarded }) => guarded) ? [emitGuard(guard), ...constants] : constants;
}

function newName(name: string, text: string): string {
  let unique = name;
  while (text.includes(unique)) unique = `${unique}_`;
  return unique;
}

function emitGuard(name: string): string {
  return `const ${name} = ((inherited) => (object) => Object.setPrototypeOf(object, inherited))(
  Object.create(null, Object.fromEntries(${JSON.stringify(inheritedNames)}.map((name) => [name, {
    get() {
      throw new TypeError(\`\${JSON.stringify(name)} is a name that every object inherits, and no key of this one\`);
    },
  }]))),
);`;
}

/** Returns a value as JavaScript source. */
function jsLiteral(value: ConstantValue, guard: string | undefined): string {
  if (!isComposite(value)) return jsConstant(value);
  const below = (inner: ConstantValue) => jsLiteral(inner, guard);
  switch (value.kind) {
    case 'array':
      return `[${value.elements.map(below).join(', ')}]`;
    case 'set':
      return `new Set([${value.elements.map(below).join(', ')}])`;
    case 'map':
      return `new Map([${value.entries.map(([key, element]) => `[${jsConstant(key)}, ${below(element)}]`).join(', ')}])`;
    case 'pattern':
      return jsPattern(value);
    case 'object': {
      const properties = value.entries.map(([key, element]) => `${jsKey(key)}: ${below(element)}`);
      const object = `{ ${[...(value.inherits ? [] : ['__proto__: null']), ...properties].join(', ')} }`;
      return guard !== undefined && value.inherits ? `${guard}(${object})` : object;
    }
  }
}

/** Returns a call and not a literal: an older Node rejects a module that has a literal with newer syntax. */
function jsPattern({ source, flags }: ConstantPattern): string {
  return `new RegExp(${[source, ...(flags === '' ? [] : [flags])].map(jsString).join(', ')})`;
}

/** Returns a property's name. `__proto__` is computed, since `__proto__: value` would set the prototype. */
function jsKey(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : jsString(key);
}

function jsConstant(value: Constant): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return jsString(value);
  if (typeof value !== 'number') return String(value);
  return Object.is(value, -0) ? '-0' : String(value);
}
