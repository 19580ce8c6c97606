import type { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';

/** Reports values of different shapes where one variable would hold any of them. */
export function reportShapes(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A value that is one of several objects, arrays or functions of different form',
    reason: 'A native variable holds one form of object, array or function.',
    advice:
      'Give each of them the same properties, `undefined` where there is nothing to say; choose between results instead of functions.',
  });
}

/** Reports a second name for an object whose properties change: JavaScript would share one object. */
export function reportCopy(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'A second name for an object or array that changes',
    reason: 'It is no object in the memory of the row, so a change would not be seen under the other name.',
    advice: 'Copy it, `{ ...object }`, or use the one name throughout.',
  });
}
