/** Methods of arrays that call a function for each element: loops, with the function's body inside. */
import type { ts } from '../1-parse/ts.js';
import { mixedTypes, unsupportedOperation } from '../diagnostics/index.js';
import { arrayCall, elementType, heldElement, newArray } from '../ir/arrays.js';
import { convert, equal, literal, onePiece, read, require, truthy } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import type { Statement } from '../ir/statement.js';
import {
  arrayType,
  booleanType,
  describeType,
  doubleType,
  int128Type,
  intType,
  mayBeAbsent,
  orUndefined,
  type Type,
} from '../ir/type.js';
import type { VariableId } from '../ir/variable.js';
import { type Callback, callbackOf } from './array-callback.js';
import { likeArray } from './array-values.js';
import { walk } from './array-walk.js';
import { elementOf } from './declared-type.js';
import { keep, keepExpression, readsAny } from './effects.js';
import { type Flow, narrow } from './flow.js';
import type { RowContext } from './row-context.js';
import { declareSlots, pairSlots, readSlots, reportCopy, reportShapes, type Slots } from './slots.js';
import { lasting } from './stored-value.js';
import { unsupported } from './unsupported.js';
import { isExpression, isHeld, type Value } from './value.js';

type Method = (call: CallbackCall) => Value | undefined;

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['forEach', (call) => call.forEach()],
  ['map', (call) => call.map()],
  ['flatMap', (call) => call.flatMap()],
  ['filter', (call) => call.filter()],
  ['some', (call) => call.ask(true)],
  ['every', (call) => call.ask(false)],
  ['find', (call) => call.find('element', 1)],
  ['findIndex', (call) => call.find('index', 1)],
  ['findLast', (call) => call.find('element', -1)],
  ['findLastIndex', (call) => call.find('index', -1)],
  ['reduce', (call) => call.reduce(1)],
  ['reduceRight', (call) => call.reduce(-1)],
]);

export const callbackMethods: readonly string[] = [...methods.keys()];

/** A call of such a method; `receiver` is a present array, `given` the function. */
export function callWithCallback(
  receiver: Expression,
  name: string,
  node: ts.CallExpression,
  context: RowContext,
  given: ts.Expression | undefined = node.arguments[0],
): Value | undefined {
  const method = methods.get(name);
  const rest = node.arguments.slice(1);
  const first = given;
  if (!method || !first) return unsupported(node, context);
  const callback = callbackOf(first, context);
  return callback && method(new CallbackCall(receiver, callback, rest, node, context));
}

class CallbackCall {
  readonly #source: Expression;
  readonly #callback: Callback;
  readonly #rest: readonly ts.Expression[];
  readonly #node: ts.CallExpression;
  readonly #context: RowContext;
  readonly #line: number;

  constructor(
    source: Expression,
    callback: Callback,
    rest: readonly ts.Expression[],
    node: ts.CallExpression,
    context: RowContext,
  ) {
    this.#callback = callback;
    this.#rest = rest;
    this.#node = node;
    this.#context = context;
    this.#line = context.line;
    this.#source = callback.arity > 2 && source.kind !== 'read' ? keepExpression(source, 'array', context) : source;
  }

  forEach(): Value | undefined {
    this.#push(
      this.#walk((element, index) => {
        const value = this.#call(element, index);
        if (value && isExpression(value) && value.kind !== 'literal' && value.kind !== 'read')
          this.#context.push({ kind: 'evaluate', value, line: this.#line });
        return undefined;
      }),
    );
    return literal(undefined);
  }

  map(): Value | undefined {
    return this.#collect('mapped', (element, index, add) => {
      const value = this.#call(element, index);
      if (value) add(value);
    });
  }

  flatMap(): Value | undefined {
    return this.#collect('mapped', (element, index, add) => {
      const value = this.#call(element, index);
      if (!value) return;
      if (!isExpression(value)) {
        if (value.kind === 'tuple') for (const part of value.elements) add(part);
        else add(value);
      } else if (value.type.core.kind !== 'array') add(value);
      else {
        const inner = walk(
          { source: value, counts: false },
          (part) => {
            add(part);
            return undefined;
          },
          this.#node,
          this.#context,
        );
        this.#push(inner);
      }
    });
  }

  filter(): Value | undefined {
    const context = this.#context;
    return this.#collect('filtered', (element, index, add) => {
      const test = this.#test(element, index);
      if (!test || !context.flow) return;
      const { flow } = context;
      const { result, before } = context.collect(() =>
        context.within(narrow(flow, test, true), () => {
          add(element.kind === 'read' ? context.read(element.variable) : element);
          return true;
        }),
      );
      if (result) context.push({ kind: 'if', test, whenTrue: before, whenFalse: [], line: this.#line });
    });
  }

  /** `some` ends where the function says true, `every` where it says false. */
  ask(decisive: boolean): Value | undefined {
    const result = this.#declare(decisive ? 'some' : 'every', literal(!decisive), booleanType);
    this.#until(decisive, () => [{ kind: 'assign', variable: result, value: literal(decisive), line: this.#line }]);
    return this.#context.read(result);
  }

  find(what: 'element' | 'index', step: 1 | -1): Value | undefined {
    const element = elementType(this.#source.type);
    const type = what === 'index' ? intType : orUndefined(element);
    const none = what === 'index' ? literal(-1) : convert(literal(undefined), type);
    const result = this.#declare('found', none, type);
    this.#until(
      true,
      (found, index) => [
        { kind: 'assign', variable: result, value: what === 'index' ? index : convert(found, type), line: this.#line },
      ],
      step,
      what === 'index',
    );
    return this.#context.read(result);
  }

  reduce(step: 1 | -1): Value | undefined {
    const context = this.#context;
    const [start] = this.#rest;
    const given = start ? this.#callback.visitOther(start) : this.#firstElement(step);
    const initial = given && this.#emptyArray(given);
    if (!initial) return undefined;
    if (isHeld(initial, 'changed')) return reportCopy(start ?? this.#node, context);
    const left = start ? this.#source : this.#withoutFirst(step);
    const slots = declareSlots(initial, 'reduced', 'constant', (leaf, name) => {
      const carried = this.#carried(leaf);
      const id = context.temporary(name, carried.type, true);
      this.#push([{ kind: 'declare', variable: id, value: carried, line: this.#line }]);
      return { kind: 'variable', id };
    });
    const loop = this.#walk(
      (element, index) => {
        const reduced = readSlots(slots, context);
        const value = this.#callback.call([reduced, element, index, this.#source], this.#node);
        if (value && context.flow) this.#carry(slots, value);
        return undefined;
      },
      { source: left, step, counts: this.#callback.arity > 2, skipped: start ? 0 : 1 },
    );
    this.#push(loop);
    return readSlots(slots, context);
  }

  /** Assigns what a step gives to the variables that the next one reads. */
  #carry(slots: Slots, given: Value): void {
    const context = this.#context;
    const value = slots.kind === 'variable' ? likeArray(given, context.storedType(slots.id), context) : given;
    const pairs = pairSlots(slots, value);
    if (!pairs) {
      reportShapes(this.#node, context);
      return;
    }
    // Of several variables, the first is assigned before the last is read.
    const ids = new Set(pairs.map(({ id }) => id));
    const kept = ids.size > 1 && readsAny(value, ids) ? pairSlots(slots, keep(value, context)) : pairs;
    for (const { id, leaf } of kept ?? []) {
      const next = this.#carried(leaf);
      const before = context.storedType(id);
      if (!context.widen(id, next.type)) {
        const types = { left: describeType(before), right: describeType(leaf.type) };
        context.report(this.#node, (span) => mixedTypes(span, types));
        return;
      }
      context.push({ kind: 'assign', variable: id, value: next, line: this.#line });
    }
  }

  /** `[]` as a start is an array that grows, of the elements that the type of the call says. */
  #emptyArray(value: Value): Value | undefined {
    if (isExpression(value) || value.kind !== 'tuple' || value.elements.length > 0) return value;
    const { checker } = this.#context.program;
    const element = elementOf(checker.getTypeAtLocation(this.#node), checker);
    return (element && newArray([], element)) ?? value;
  }

  /** Without a start, the first element is it; an empty array has none, and JavaScript throws. */
  #firstElement(step: 1 | -1): Expression {
    const { line } = this.#context;
    const length = arrayCall('length', this.#source);
    const isEmpty = equal(length, literal(0));
    this.#push([{ kind: 'if', test: isEmpty, whenTrue: [{ kind: 'throw', line }], whenFalse: [], line }]);
    const first = arrayCall('at', this.#source, literal(step > 0 ? 0 : -1));
    const element = elementType(this.#source.type);
    return mayBeAbsent(element) ? first : require(first);
  }

  #withoutFirst(step: 1 | -1): Expression {
    return step > 0
      ? arrayCall('slice', this.#source, literal(1))
      : arrayCall('slice', this.#source, literal(0), literal(-1));
  }

  /** A value as it goes from step to step. */
  #carried(value: Expression): Expression {
    const { core } = value.type;
    if (core.kind === 'number') return convert(value, { ...value.type, core: doubleType.core });
    if (core.kind === 'bigint') return convert(value, { ...value.type, core: int128Type.core });
    return core.kind === 'string' ? lasting(onePiece(value), this.#context) : value;
  }

  /** A loop that ends where the function's answer is `decisive`. */
  #until(
    decisive: boolean,
    end: (element: Expression, index: Expression) => readonly Statement[],
    step: 1 | -1 = 1,
    asksIndex = false,
  ): void {
    const context = this.#context;
    const loop = this.#walk(
      (element, index) => {
        const test = this.#test(element, index);
        if (!test || !context.flow) return undefined;
        const ends = decisive ? test : truthy({ kind: 'not', operand: test, type: booleanType });
        const { flow } = context;
        const leaving = narrow(flow, ends, true);
        const whenTrue: readonly Statement[] = [...end(element, index), { kind: 'break', line: this.#line }];
        context.push({ kind: 'if', test: ends, whenTrue, whenFalse: [], line: this.#line });
        context.flow = narrow(flow, ends, false);
        return leaving;
      },
      { step, counts: asksIndex || this.#callback.arity > 1 },
    );
    this.#push(loop);
  }

  /** An array that grows from step to step. */
  #collect(
    name: string,
    visit: (element: Expression, index: Expression, add: (value: Value) => void) => void,
  ): Expression | undefined {
    const context = this.#context;
    let result: { readonly id: VariableId; readonly type: Type } | undefined;
    let failed = false;
    const loop = this.#walk((element, index) => {
      result = undefined;
      visit(element, index, (value) => {
        const held = isExpression(value) ? heldElement(lasting(value, context)) : undefined;
        if (!held || held.type.core.kind === 'nothing') {
          failed = true;
          this.#refuseElement(value);
          return;
        }
        result ??= { id: context.temporary(name, arrayType(held.type), true), type: held.type };
        const { id, type } = result;
        const fits = newArray([held], type);
        if (!fits || elementType(fits.type) === undefined || !sameElement(fits.type, type)) {
          failed = true;
          const types = { left: describeType(type), right: describeType(held.type) };
          context.report(this.#node, (span) => mixedTypes(span, types));
          return;
        }
        const array = read(id, arrayType(type));
        const value_ = arrayCall('push', array, convert(held, type));
        context.push({ kind: 'assign', variable: id, value: value_, line: this.#line });
      });
      return undefined;
    });
    if (!result || failed) {
      if (!failed) this.#push(loop);
      return undefined;
    }
    const { id, type } = result;
    const empty = { kind: 'new-array', elements: [], type: arrayType(type) } as const;
    this.#push([{ kind: 'declare', variable: id, value: empty, line: this.#line }, ...loop]);
    return context.read(id);
  }

  #refuseElement(value: Value): void {
    const kind = isExpression(value) ? describeType(value.type) : `a ${value.kind === 'tuple' ? 'array' : value.kind}`;
    this.#context.report(this.#node, (span) =>
      unsupportedOperation(span, {
        operator: 'map',
        left: 'an array',
        right: kind,
        advice: 'Arrays that are computed hold strings, numbers, bigints or booleans: compute one array for each part.',
      }),
    );
  }

  #test(element: Expression, index: Expression): Expression | undefined {
    const value = this.#call(element, index);
    if (!value) return undefined;
    return isExpression(value) ? truthy(value) : literal(true);
  }

  #call(element: Expression, index: Expression): Value | undefined {
    return this.#callback.call([element, index, this.#source], this.#node);
  }

  #walk(
    visit: (element: Expression, index: Expression) => Flow | undefined,
    {
      source = this.#source,
      step = 1,
      counts = this.#callback.arity > 1,
      skipped = 0,
    }: { source?: Expression; step?: 1 | -1; counts?: boolean; skipped?: number } = {},
  ): readonly Statement[] {
    if (step > 0) return walk({ source, counts, first: literal(skipped) }, visit, this.#node, this.#context);
    // From the last element on.
    const length = arrayCall('length', source);
    const first: Expression = {
      kind: 'arithmetic',
      operator: '-',
      left: length,
      right: literal(1),
      type: intType,
    };
    const backwards = arrayCall('reversed', source);
    return walk({ source: backwards, counts, first, step }, visit, this.#node, this.#context);
  }

  #declare(name: string, value: Expression, type: Type): VariableId {
    const id = this.#context.temporary(name, type, true);
    this.#push([{ kind: 'declare', variable: id, value, line: this.#line }]);
    return id;
  }

  #push(statements: readonly Statement[]): void {
    this.#context.push(...statements);
  }
}

function sameElement(array: Type, element: Type): boolean {
  const { core } = array;
  return (
    core.kind === 'array' &&
    core.element.core.kind === element.core.kind &&
    core.element.mayBeNull === element.mayBeNull &&
    core.element.mayBeUndefined === element.mayBeUndefined
  );
}
