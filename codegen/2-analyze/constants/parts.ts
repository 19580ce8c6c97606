import {
  type Constant,
  type ConstantObject,
  type ConstantPattern,
  type ConstantValue,
  constantObject,
  isComposite,
  isObject,
  ownProperty,
} from '../../ir/constant-value.js';

/** A value that was found, which may be undefined. */
export interface Found<Value> {
  readonly value: Value;
}

/** Returns a member of a constant. Undefined if it has none of that name, or only a method. */
export function memberOf(object: ConstantValue, key: string): Found<ConstantValue> | undefined {
  if (!isComposite(object)) return undefined;
  switch (object.kind) {
    case 'object':
      return ownProperty(object, key);
    case 'array': {
      if (key === 'length') return { value: object.elements.length };
      const index = Number(key);
      return String(index) === key && index in object.elements ? { value: object.elements[index] } : undefined;
    }
    case 'set':
      return key === 'size' ? { value: object.elements.length } : undefined;
    case 'map':
      return key === 'size' ? { value: object.entries.length } : undefined;
    case 'pattern':
      return patternMember(object, key);
  }
}

/** The properties of a regular expression that never change: ECMA-262, 22.2.6. */
function patternMember({ source, flags }: ConstantPattern, key: string): Found<ConstantValue> | undefined {
  if (key === 'source') return { value: source };
  if (key === 'flags') return { value: flags };
  const flag = flagProperties.get(key);
  return flag === undefined ? undefined : { value: flags.includes(flag) };
}

const flagProperties: ReadonlyMap<string, string> = new Map([
  ['hasIndices', 'd'],
  ['global', 'g'],
  ['ignoreCase', 'i'],
  ['multiline', 'm'],
  ['dotAll', 's'],
  ['unicode', 'u'],
  ['unicodeSets', 'v'],
  ['sticky', 'y'],
]);

/** Returns the elements that iteration over a value gives. Undefined if it is not iterable. */
export function iterated(value: ConstantValue): readonly ConstantValue[] | undefined {
  if (typeof value === 'string') return [...value];
  if (!isComposite(value)) return undefined;
  switch (value.kind) {
    case 'array':
    case 'set':
      return value.elements;
    case 'map':
      return pairs(value.entries);
    case 'object':
    case 'pattern':
      return undefined;
  }
}

/** Returns the elements that `keys`, `values` or `entries` of a `Map` or `Set` gives. Undefined for other methods and constants. */
export function iteratorOf(method: string, value: ConstantValue): readonly ConstantValue[] | undefined {
  if (!isComposite(value)) return undefined;
  if (value.kind === 'set') return method === 'keys' || method === 'values' ? value.elements : undefined;
  if (value.kind !== 'map') return undefined;
  if (method === 'keys') return value.entries.map(([key]) => key);
  if (method === 'values') return value.entries.map(([, element]) => element);
  return method === 'entries' ? pairs(value.entries) : undefined;
}

function pairs(entries: readonly (readonly [Constant, ConstantValue])[]): readonly ConstantValue[] {
  return entries.map((elements): ConstantValue => ({ kind: 'array', elements }));
}

/** Evaluates a function of `Object` that turns one constant into another. Undefined for other functions. */
export function callOfObject(name: string, value: ConstantValue): Found<ConstantValue> | undefined {
  if (name === 'freeze' || name === 'seal') return { value };
  if (name === 'fromEntries') return fromEntries(value);
  const entries = ownEntries(value);
  if (!entries) return undefined;
  if (name === 'keys') return { value: { kind: 'array', elements: entries.map(([key]) => key) } };
  if (name === 'values') return { value: { kind: 'array', elements: entries.map(([, element]) => element) } };
  return name === 'entries' ? { value: { kind: 'array', elements: pairs(entries) } } : undefined;
}

function ownEntries(value: ConstantValue): readonly (readonly [string, ConstantValue])[] | undefined {
  if (isObject(value)) return value.entries;
  return isComposite(value) && value.kind === 'array'
    ? value.elements.map((element, index) => [String(index), element])
    : undefined;
}

function fromEntries(value: ConstantValue): Found<ConstantObject> | undefined {
  const entries: [string, ConstantValue][] = [];
  for (const pair of iterated(value) ?? [undefined]) {
    const [key, element] = isComposite(pair) && pair.kind === 'array' ? pair.elements : [pair];
    if (!isComposite(pair) || isComposite(key)) return undefined;
    entries.push([String(key), element]);
  }
  return { value: constantObject(entries) };
}
