import { ts } from '../../1-parse/syntax/ts.js';
import type { HeapClass } from '../../ir/type.js';
import { placeOfCall } from '../context/place-of-call.js';
import type { RowContext } from '../context/row-context.js';
import type { FunctionNode } from '../values/value.js';

/** Returns the name of a function's result. */
export function nameOf(node: FunctionNode): string {
  return node.name && ts.isIdentifier(node.name) ? node.name.text : 'result';
}

/** Returns the classes of a function's results in a row function whose objects have identity. */
export function resultClasses(node: FunctionNode, context: RowContext): readonly HeapClass[] {
  const {
    heap,
    program: { checker },
  } = context;
  const signature = heap && checker.getSignatureFromDeclaration(node);
  return signature ? heap.classesOf(checker.getReturnTypeOfSignature(signature), placeOfCall(context)) : [];
}
