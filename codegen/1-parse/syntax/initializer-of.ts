import { ts } from 'ts-morph';

/** Returns the value of a property of an object literal: `a: value`, or the name itself of `{ value }`. */
export function initializerOf(member: ts.ObjectLiteralElementLike | undefined): ts.Expression | undefined {
  if (member && ts.isPropertyAssignment(member)) return member.initializer;
  return member && ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}
