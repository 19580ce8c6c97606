import type { ts } from '../../1-parse/syntax/ts.js';
import { mixedTypes } from '../../diagnostics/index.js';
import { convert, literal } from '../../ir/build.js';
import { isPattern } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import type { Statement } from '../../ir/statement.js';
import { booleanType, doubleType, type HeapClass, type Type, withBytes } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { likeArray } from '../arrays/values.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { lasting } from '../effects/stored-value.js';
import { classFor } from '../heap/classes-at.js';
import { asObject } from '../objects/row-parts.js';
import { refuseRegExpChoice } from '../refusals/regular-expressions.js';
import { anyValue } from '../values/any-value.js';
import { describeValue } from '../values/described-values.js';
import { declareSlots, isObject, pairSlots, partName, type Slots } from '../values/slots.js';
import { isUnshared } from '../values/unshared.js';
import { isExpression, isHeld, type Value } from '../values/value.js';
import { readSlots } from './read-slots.js';
import { reportCopy, reportShapes } from './reported-shapes.js';

/**
 * Variables that each of several branches assigns its value to. They are declared before the branches, with arbitrary
 * values, once all values are known.
 */
export class Joined {
  readonly #context: RowContext;
  readonly #name: string;
  readonly #node: ts.Node;
  readonly #array: Type | undefined;
  readonly #shared: readonly HeapClass[];
  readonly #declared: VariableId[] = [];
  /** Variables that say if an object is present; they start as true. */
  readonly #presences = new Set<VariableId>();
  #slots: Slots | undefined;
  #failed = false;

  /**
   * @param array the type of the values if some of them are computed arrays
   * @param shared the classes of the values if some of them are objects in the row's memory
   */
  constructor(name: string, node: ts.Node, context: RowContext, array?: Type, shared: readonly HeapClass[] = []) {
    this.#array = array;
    this.#shared = shared;
    this.#name = name;
    this.#node = node;
    this.#context = context;
  }

  /** Returns the statements that assign a branch's value, for the end of that branch. */
  assign(value: Value | undefined, line: number): readonly Statement[] {
    const shared = value && isUnshared(expanded(value)) ? classFor(value, this.#shared) : undefined;
    if (!value || !shared) return this.#assign(value, line);
    const { result, before } = this.#context.effects.collect(() =>
      this.#context.visit.reference(value, shared, this.#node),
    );
    return [...before, ...this.#assign(result, line)];
  }

  #assign(given: Value | undefined, line: number): readonly Statement[] {
    const context = this.#context;
    if (!given) {
      this.#failed = true;
      return [];
    }
    const likeness =
      this.#array ?? (this.#slots?.kind === 'variable' ? context.variables.storedType(this.#slots.id) : undefined);
    const object = asObject(given, this.#node, context);
    const value = likeness ? likeArray(object, likeness, context) : object;
    this.#slots = this.#slots ? this.#orMissing(this.#slots, value) : this.#declare(value);
    const pairs = pairSlots(this.#slots, value);
    if (isHeld(value, 'changed')) {
      reportCopy(this.#node, context);
      this.#failed = true;
      return [];
    }
    if (!pairs) {
      if (!this.#failed) (isPatternConstant(value) ? refuseRegExpChoice : reportShapes)(this.#node, context);
      this.#failed = true;
      return [];
    }
    return pairs.flatMap(({ id, leaf }) => {
      const stored = lasting(convert(leaf, heldAs(leaf.type)), context);
      const before = context.variables.storedType(id);
      if (!context.variables.widen(id, stored.type)) {
        if (!this.#failed)
          context.report(this.#node, (span) =>
            mixedTypes(span, { left: describeValue(before), right: describeValue(leaf.type) }),
          );
        this.#failed = true;
        return [];
      }
      return [{ kind: 'assign', variable: id, value: stored, line }];
    });
  }

  #declare(value: Value): Slots {
    return declareSlots(value, this.#name, 'constant', (leaf, name) => {
      const id = this.#context.variables.temporary(name, heldAs(leaf.type), true);
      this.#declared.push(id);
      return { kind: 'variable', id };
    });
  }

  /** Returns slots that also hold a missing object, if earlier branches gave an object and this one may not, or the reverse. */
  #orMissing(slots: Slots, value: Value): Slots {
    const context = this.#context;
    const isNothing = isExpression(value) && value.type.core.kind === 'nothing';
    if (slots.kind === 'variable') {
      const { core } = context.variables.storedType(slots.id);
      if (core.kind !== 'nothing' || isExpression(value) || !isObject(value)) return slots;
      context.variables.widen(slots.id, booleanType, false);
      const inner = this.#declare(value.kind === 'optional' ? value.value : value);
      return { kind: 'optional', tagged: true, present: slots, value: inner };
    }
    if (slots.kind === 'optional' && slots.tagged && !isExpression(value)) {
      const inner = this.#orMissing(slots.value, value.kind === 'optional' ? value.value : value);
      return { ...slots, value: inner };
    }
    const isWhole =
      slots.kind === 'object' || slots.kind === 'tuple' || slots.kind === 'date' || slots.kind === 'records';
    if (!isWhole) return slots;
    if (isNothing || (!isExpression(value) && value.kind === 'optional')) {
      const id = context.variables.temporary(partName(this.#name, 'found'), booleanType, true);
      this.#declared.push(id);
      this.#presences.add(id);
      const inner = isExpression(value) ? slots : this.#orMissing(slots, value.value);
      return { kind: 'optional', tagged: true, present: { kind: 'variable', id }, value: inner };
    }
    return isExpression(value) ? slots : this.#partsOrMissing(slots, value);
  }

  /** Applies `#orMissing` to the parts of an object or tuple. */
  #partsOrMissing(slots: Slots, value: Exclude<Value, Expression>): Slots {
    const all = (parts: ReadonlyMap<string, Slots>, values: ReadonlyMap<string, Value> | undefined) =>
      new Map([...parts].map(([name, part]) => [name, orMissing(part, values?.get(name))] as const));
    const orMissing = (part: Slots, inner: Value | undefined) => (inner ? this.#orMissing(part, inner) : part);
    if (slots.kind === 'object' && value.kind === 'object')
      return { ...slots, properties: all(slots.properties, value.properties) };
    if (slots.kind !== 'tuple' || value.kind !== 'tuple') return slots;
    const elements = slots.elements.map((part, index) => orMissing(part, value.elements[index]));
    return { ...slots, elements, ...(slots.further && { further: all(slots.further, value.further) }) };
  }

  /** Returns the declarations, which precede the branches. */
  declarations(line: number): readonly Statement[] {
    const context = this.#context;
    return this.#declared.map((id) => {
      const { core } = context.variables.storedType(id);
      const value = this.#presences.has(id)
        ? literal(true)
        : anyValue({ core, mayBeNull: false, mayBeUndefined: false });
      context.variables.widen(id, value.type, false);
      return { kind: 'declare', variable: id, value, line };
    });
  }

  /** Returns the value where the branches meet, or undefined if it was reported. */
  read(): Value | undefined {
    return this.#failed || !this.#slots ? undefined : readSlots(this.#slots, this.#context);
  }
}

function isPatternConstant(value: Value): boolean {
  return !isExpression(value) && value.kind === 'constant' && value.reference.candidates.some(isPattern);
}

/** Returns the type in which a variable holds values from several branches. */
function heldAs(type: Type): Type {
  const { core } = type;
  if (core.kind === 'number' && core.form === 'position') return { ...type, core: doubleType.core };
  return withBytes(type);
}
