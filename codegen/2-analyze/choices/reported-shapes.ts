import type { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';

/** Reports values of different shapes where one variable would hold any of them. */
export function reportShapes(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A value that is one of several objects, arrays or functions of different form',
    reason: 'Objects and arrays are never built: each of their parts is a variable, known when the transform is built.',
    advice: 'Give each of them the same properties, `undefined` where there is nothing to say.',
  });
}

/** Reports a second name for an object whose properties change: JavaScript would share one object. */
export function reportCopy(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A second name for an object or array that changes',
    reason: 'Its parts are variables of one name: what is assigned to a part would not be seen under the other name.',
    advice: 'Copy it, `{ ...object }`, or use the one name throughout.',
  });
}
