import type { ts } from '../../../1-parse/syntax/ts.js';
import { isComposite } from '../../../ir/constant-value.js';
import type { Expression } from '../../../ir/expression.js';
import { access } from '../../../ir/heap/access.js';
import { globalPath } from '../../constants/global-path.js';
import { referTo } from '../../constants/references.js';
import { expanded } from '../../constants/values.js';
import type { RowContext } from '../../context/row-context.js';
import { unsupported } from '../../refusals/unsupported.js';
import { isExpression, type Value } from '../../values/value.js';
import { asReference, elementsOf, heldBy, newObject } from '../allocate.js';
import { listProperties } from '../dictionaries.js';
import { hasProperty } from '../has-property.js';
import { walkIterable } from '../iterable.js';
import { keyText } from '../members.js';
import { partsOfPair } from '../pairs.js';
import { classAt, classOfValue, run } from '../perform.js';

type Listing = 'keys' | 'values' | 'entries' | 'fromEntries' | 'hasOwn';

const listings: ReadonlySet<string> = new Set(['keys', 'values', 'entries', 'fromEntries', 'hasOwn']);

/** Recognises `Object.keys(x)` and the like in a row function whose objects have identity. */
export function propertiesListed(node: ts.CallExpression, context: RowContext): Listing | undefined {
  const [object, name = ''] = (context.heap && globalPath(node.expression, context)?.split('.')) ?? [];
  const [given] = node.arguments;
  const method = name as Listing;
  if (object !== 'Object' || !listings.has(name) || !given || node.arguments.length !== (method === 'hasOwn' ? 2 : 1))
    return undefined;
  if (method === 'fromEntries') return classAt(node, context) ? method : undefined;
  const isOther = method === 'hasOwn' && isConstantObject(given, context);
  return classAt(given, context) && !isOther ? method : undefined;
}

/** True for an object of the module, whose properties are known without the row's memory. */
function isConstantObject(node: ts.Expression, context: RowContext): boolean {
  const object = referTo(node, context);
  return object !== undefined && object !== 'reported' && object.candidates.some(isComposite);
}

export function listedProperties(method: Listing, node: ts.CallExpression, context: RowContext): Value | undefined {
  const [given] = node.arguments;
  const value = given && context.visit.value(given);
  if (!given || !value) return undefined;
  const [, key] = node.arguments;
  if (method === 'hasOwn') {
    const to = classOfValue(value);
    return to && key && isExpression(value) ? hasProperty(value, to, key, node, context) : unsupported(node, context);
  }
  if (method === 'fromEntries') return fromEntries(value, given, node, context);
  // The columns of a row are no properties that a row function can list.
  if (!isExpression(value) && value.kind === 'row') return unsupported(node, context);
  // A constant is only read, so a copy does.
  const reference = asReference(expanded(value), classAt(given, context), node, context);
  const to = classOfValue(reference);
  return reference && to && isExpression(reference) ? listProperties(method, reference, to, node, context) : undefined;
}

function fromEntries(
  value: Value,
  source: ts.Expression,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const to = classAt(node, context);
  if (to?.kind !== 'dictionary') return unsupported(node, context);
  const object = newObject(to, context);
  const add = (entry: Value): undefined => {
    const [key, held] = partsOfPair(entry, context) ?? [];
    const kept = held && heldBy(held, elementsOf(to), source, context);
    if (!key || !isExpression(key) || !kept) return unsupported(source, context);
    // It defines properties, so that even `__proto__` is one.
    run(access('set', to, object, keyText(key, context), kept), context);
    return undefined;
  };
  const added = walkIterable(value, add, source, context);
  if (!added) return unsupported(source, context);
  context.effects.push(...added);
  return object;
}
