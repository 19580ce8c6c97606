import type { Expression } from '../../ir/expression.js';
import { isVariant, mayBeAbsent } from '../../ir/type.js';
import { narrow } from '../context/flow.js';
import { asReference } from '../heap/allocate.js';
import { viewOf } from '../heap/as-value.js';
import { classAt, classOfType, classOfValue, isReference } from '../heap/perform.js';
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
    if (given && isExpression(given) && mayHoldArrays(given)) return refuseToFlatten(loop);
    const to = classOfValue(given);
    const value = to?.kind === 'array' && isReference(given) ? viewOf(given, to, loop.context) : given;
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
    } else if (value.type.core.kind !== 'array') add(value);
    else {
      const addPart = (part: Expression) => {
        add(part);
        return undefined;
      };
      loop.push(walk({ source: value, counts: false }, addPart, loop.node, loop.context));
    }
  });
}

/** True for a value that is an array or something else, as the row decides. */
function mayHoldArrays({ type }: Expression): boolean {
  const to = classOfType(type);
  return to?.kind === 'array' && (isVariant(type) || mayBeAbsent(type));
}

function refuseToFlatten({ node, context }: ArrayLoop): undefined {
  return context.refuse(node, {
    construct: '`flat` or `flatMap` of elements that may be arrays or not',
    reason: 'The row function would know only when it runs whether an element has elements of its own.',
    advice: 'Give an array for each: `[]` where there is none, `[value]` for a single one.',
  });
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
