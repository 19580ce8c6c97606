import { ts } from '../../1-parse/syntax/ts.js';
import type { HeapClass } from '../../ir/type.js';
import type { RowContext } from '../context/row-context.js';
import { placeOfCall } from '../heap/perform.js';
import type { FunctionNode } from '../values/value.js';

/** Returns the name of a function's result. */
export function nameOf(node: FunctionNode): string {
  return node.name && ts.isIdentifier(node.name) ? node.name.text : 'result';
}

/** Returns the class of a function's results in a row function whose objects have identity. */
export function resultClass(node: FunctionNode, context: RowContext): HeapClass | undefined {
  const {
    heap,
    program: { checker },
  } = context;
  const signature = heap && checker.getSignatureFromDeclaration(node);
  return signature && heap.classOf(checker.getReturnTypeOfSignature(signature), placeOfCall(context));
}
