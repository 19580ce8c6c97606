import type { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { arrayCall, elementType, heldElement, newArray } from '../../ir/arrays.js';
import { convert, flatten, literal, onePiece, toNumber, toText } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { describeType, isBytes, isWindow, joinTypes, presentType, sameType } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { readsReassigned } from '../effects/effects.js';
import { reportMember } from '../refusals/unknown-members.js';
import { describeValue } from '../values/described-values.js';
import { callWindowMethod } from '../windows/windows.js';
import { joinInLoop } from './join.js';
import { isNested, refuseWhole } from './nested-arrays.js';
import { refuseOrder } from './order.js';

/** Methods that take values and numbers, and that do not change their array. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['at', (call) => call.withIndices('at', 1)],
  ['includes', (call) => call.search('includes')],
  ['indexOf', (call) => call.search('indexOf')],
  ['lastIndexOf', (call) => call.search('lastIndexOf')],
  ['join', (call) => call.join()],
  ['toString', (call) => call.join()],
  ['slice', (call) => call.withIndices('slice', 2)],
  ['subarray', (call) => call.withIndices('slice', 2)],
  ['concat', (call) => call.concat()],
  ['toReversed', (call) => arrayCall('reversed', call.receiver)],
  ['toSorted', (call) => call.sorted()],
]);

type Method = (call: ArrayMethodCall) => Expression | undefined;

/** The names of all compiled array methods, for messages. */
const knownArrayMethods: readonly string[] = [
  ...[...methods.keys()].filter((name) => name !== 'subarray'),
  ...'every filter find findIndex findLast findLastIndex flat flatMap forEach length map pop push'.split(' '),
  ...'reduce reduceRight reverse shift some sort unshift'.split(' '),
].sort();

/** The compiled methods of `Uint8Array`. Methods that change or make a `Uint8Array` are not compiled, except `slice` and `subarray`. */
export const knownBytesMethods: readonly string[] =
  'at every find findIndex findLast findLastIndex forEach includes indexOf join lastIndexOf length reduce reduceRight slice some subarray toString'.split(
    ' ',
  );

/** Returns the result of an array method without a callback. */
export function callArrayMethod(
  receiver: Expression,
  name: ts.MemberName,
  args: readonly Expression[],
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const ofWindow = isWindow(receiver.type) ? callWindowMethod(receiver, name.text) : undefined;
  if (ofWindow) return ofWindow;
  const method = methods.get(name.text);
  if (method && (name.text !== 'subarray' || isBytes(receiver.type)))
    return method(new ArrayMethodCall(receiver, args, node, context));
  return unknownArrayMember(name, context);
}

export function unknownBytesMember(name: ts.MemberName, context: RowContext): undefined {
  return reportMember({ type: 'A Uint8Array', known: knownBytesMethods }, name.text, name, context);
}

export function unknownArrayMember(name: ts.MemberName, context: RowContext): undefined {
  return reportMember({ type: 'An array', known: knownArrayMethods }, name.text, name, context);
}

class ArrayMethodCall {
  readonly receiver: Expression;
  readonly #args: readonly Expression[];
  readonly #node: ts.CallExpression;
  readonly #context: RowContext;

  constructor(receiver: Expression, args: readonly Expression[], node: ts.CallExpression, context: RowContext) {
    this.receiver = receiver;
    this.#args = args;
    this.#node = node;
    this.#context = context;
  }

  withIndices(operation: 'at' | 'slice', most: number): Expression | undefined {
    const indices = this.#indices(0, most);
    if (indices && operation === 'slice' && isBytes(this.receiver.type))
      return arrayCall('subarray', this.receiver, ...(indices.length > 0 ? indices : [literal(0)]));
    return indices && arrayCall(operation, this.receiver, ...(indices.length > 0 ? indices : [literal(0)]));
  }

  search(operation: 'includes' | 'indexOf' | 'lastIndexOf'): Expression | undefined {
    const value = this.#args[0] ?? literal(undefined);
    const from = this.#indices(1, 1);
    if (!from) return undefined;
    const element = elementType(this.receiver.type);
    if (isNested(this.receiver.type)) return refuseWhole('search', this.#node, this.#context);
    // JavaScript never finds a value of another kind, and TypeScript rejects such a search.
    if (!joinTypes(presentType(element), presentType(value.type))) return this.#refuse(value, operation);
    return arrayCall(operation, this.receiver, value.type.core.kind === 'string' ? onePiece(value) : value, ...from);
  }

  join(): Expression | undefined {
    const [given] = this.#args;
    if (given?.type.mayBeUndefined && given.kind !== 'literal') return this.#refuse(given, 'join');
    const separator = !given || (given.kind === 'literal' && given.value === undefined) ? literal(',') : toText(given);
    if (elementType(this.receiver.type).core.kind === 'string')
      return this.#built(arrayCall('join', this.receiver, onePiece(separator)));
    return joinInLoop(this.receiver, separator, this.#node, this.#context);
  }

  /**
   * Builds the joined text at once if the array is reassigned later, because a lazy text would read the new elements.
   */
  #built(text: Expression): Expression {
    return readsReassigned(this.receiver, this.#context) ? flatten(text) : text;
  }

  concat(): Expression | undefined {
    let result = this.receiver;
    for (const arg of this.#args) {
      const other = arg.type.core.kind === 'array' ? arg : this.#single(arg);
      if (!other || !sameType(elementType(other.type), elementType(result.type))) return this.#refuse(arg, 'concat');
      result = arrayCall('concat', result, other);
    }
    return this.#args.length === 0 ? arrayCall('slice', this.receiver, literal(0)) : result;
  }

  sorted(): Expression | undefined {
    const element = elementType(this.receiver.type);
    const isText = element.core.kind === 'string' && sameType(element, presentType(element));
    return isText && this.#args.length === 0
      ? arrayCall('sorted', this.receiver)
      : refuseOrder('toSorted', describeType(element), this.#node, this.#context);
  }

  #single(value: Expression): Expression | undefined {
    const element = elementType(this.receiver.type);
    const held = heldElement(value);
    const fits = held && joinTypes(element, held.type);
    return fits && sameType(fits, element) ? newArray([convert(held, element)]) : undefined;
  }

  /** ToIntegerOrInfinity: undefined is 0, except as an end. */
  #indices(from: number, most: number): readonly Expression[] | undefined {
    const indices: Expression[] = [];
    for (const [index, arg] of this.#args.slice(from, from + most).entries()) {
      const isEnd = from + index === 1 && most === 2;
      if (arg.kind === 'literal' && arg.value === undefined) {
        if (isEnd) break;
        indices.push(literal(0));
        continue;
      }
      const { kind } = arg.type.core;
      if (kind === 'string' || kind === 'bigint' || kind === 'array' || (isEnd && arg.type.mayBeUndefined))
        return this.#refuse(arg, 'slice');
      indices.push(toNumber(arg));
    }
    return indices;
  }

  #refuse(value: Expression, operator: string): undefined {
    return this.#context.report(this.#node, (span) =>
      unsupportedOperation(span, {
        operation: `\`${operator}\` of an array of ${describeType(elementType(this.receiver.type))}`,
        operands: describeValue(value.type),
        advice:
          'Pass a value of the kind of the elements, and numbers for positions; where one may be undefined, give the default with `??`.',
      }),
    );
  }
}
