import { ts } from 'ts-morph';

/** The value of a property of an object that is written out: `a: value`, or the name itself of `{ value }`. */
export function initializerOf(member: ts.ObjectLiteralElementLike | undefined): ts.Expression | undefined {
  if (member && ts.isPropertyAssignment(member)) return member.initializer;
  return member && ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}
