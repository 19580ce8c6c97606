import { convert } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import {
  alternativeKind,
  alternativesOf,
  coreOf,
  type HeapClass,
  isBytes,
  isVariant,
  joinKinds,
  mayBeAbsent,
  nothingType,
  type Type,
} from '../../ir/type.js';
import { narrow } from '../context/flow.js';
import { keepExpression } from '../effects/effects.js';
import { testOfKinds } from '../effects/variants.js';
import { asReference } from '../heap/allocate.js';
import { viewOf } from '../heap/as-value.js';
import { classesOfType } from '../heap/classes-at.js';
import { classAt, classOfValue, isReference } from '../heap/perform.js';
import { keepArrays } from '../objects/records.js';
import { settled } from '../values/optional-value.js';
import { isExpression, mapLeaves, type ObjectValue, type TupleValue, type Value } from '../values/value.js';
import { collect } from './collected.js';
import type { ArrayLoop } from './loop.js';
import { walk } from './walk.js';

export function mapped(loop: ArrayLoop): Value | undefined {
  return collect(loop, 'mapped', (element, index, add) => {
    const value = loop.call(element, index);
    const shared = value && sharedElement(value, loop);
    if (shared) add(shared);
  });
}

/** Returns an object that holds arrays or objects as a reference, in a row function whose objects have identity. */
function sharedElement(value: Value, { node, context }: ArrayLoop): Value | undefined {
  const isDeep = !isExpression(value) && (value.kind === 'object' || value.kind === 'tuple') && !isFlat(value);
  const to = isDeep ? classAt(node, context)?.element : undefined;
  return to?.core.kind === 'reference' ? asReference(value, to.core.to, node, context) : value;
}

/** True if all parts of a value are strings, numbers and the like. */
function isFlat(value: ObjectValue | TupleValue): boolean {
  const parts = value.kind === 'object' ? [...value.properties.values()] : value.elements;
  return parts.every((part) => isExpression(part) && part.type.core.kind !== 'array');
}

export function flatMapped(loop: ArrayLoop): Value | undefined {
  return collect(loop, 'mapped', (element, index, add) => {
    const given = loop.call(element, index);
    if (given && isExpression(given) && mayHoldArrays(given)) addPartsOfSome(given, add, loop);
    else if (given) addParts(given, add, loop);
  });
}

type Add = (value: Value) => void;

/** Adds the elements of an array, or any other value as it is. */
function addParts(given: Value, add: Add, loop: ArrayLoop): void {
  const to = classOfValue(given);
  const value = to && isFlattened(to) && isReference(given) ? viewOf(given, to, loop.context) : given;
  if (!value) return;
  if (!isExpression(value)) {
    if (value.kind === 'tuple') for (const part of value.elements) add(part);
    else if (value.kind === 'records') {
      const addRecord = (part: Value) => {
        add(part);
        return undefined;
      };
      loop.push(loop.walk(addRecord, { source: keepArrays(value, loop.context) }));
    } else add(value);
  } else if (value.type.core.kind !== 'array' || isBytes(value.type)) add(value);
  else {
    const addPart = (part: Expression) => {
      add(part);
      return undefined;
    };
    loop.push(walk({ source: value, counts: false }, addPart, loop.node, loop.context));
  }
}

/** Returns the type of the elements of an array, or of any other value of the type. */
function flattenedType(type: Type): Type | undefined {
  const others = alternativesOf(type.core).filter((one) => alternativeKind(one) !== 'array');
  const other: Type = { ...type, core: coreOf(others) ?? nothingType.core };
  const [to] = classesOfType(type).filter(isFlattened);
  return to && joinKinds(to.element, other);
}

/** Adds a value of which only the row knows whether it is an array. */
function addPartsOfSome(given: Expression, add: Add, loop: ArrayLoop): void {
  const { context, line } = loop;
  const kept = given.kind === 'read' ? given : keepExpression(given, 'value', context);
  const test = testOfKinds(kept, (kind) => kind === 'array');
  const { flow } = context;
  if (!flow || kept.kind !== 'read') return;
  const joined = flattenedType(kept.type);
  const addJoined = (value: Value) => add(joined && isExpression(value) ? convert(value, joined) : value);
  const branch = (outcome: boolean) => {
    const visit = () => {
      addParts(context.variables.read(kept.variable), addJoined, loop);
      return true;
    };
    return context.effects.collect(() => context.knowledge.within(narrow(flow, test, outcome), visit)).before;
  };
  loop.push([{ kind: 'if', test, whenTrue: branch(true), whenFalse: branch(false), line }]);
}

/** True for a value that is an array or something else, as the row decides. */
function mayHoldArrays({ type }: Expression): boolean {
  return classesOfType(type).some(isFlattened) && (isVariant(type) || mayBeAbsent(type));
}

/** True for the objects that `flat` and `flatMap` flatten (ECMA-262 23.1.3.13.1). Typed arrays are none of them. */
export function isFlattened({ kind, typed }: HeapClass): boolean {
  return kind === 'array' && !typed;
}

export function filtered(loop: ArrayLoop): Value | undefined {
  const { context } = loop;
  const kept = collect(loop, 'filtered', (element, index, add) => {
    const test = loop.test(element, index);
    if (!test || !context.flow) return;
    const { flow } = context;
    const { result, before } = context.effects.collect(() =>
      context.knowledge.within(narrow(flow, test, true), () => {
        add(
          settled(mapLeaves(element, (leaf) => (leaf.kind === 'read' ? context.variables.read(leaf.variable) : leaf))),
        );
        return true;
      }),
    );
    if (result) loop.push([{ kind: 'if', test, whenTrue: before, whenFalse: [], line: loop.line }]);
  });
  const isOfColumn = !isExpression(loop.source) && loop.source.isOfColumn;
  return kept && isOfColumn && !isExpression(kept) && kept.kind === 'records' ? { ...kept, isOfColumn } : kept;
}
