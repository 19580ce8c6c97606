import { ts } from '../../1-parse/syntax/ts.js';

/** True for `__proto__: value`, which sets an object's prototype and makes no property (ECMA-262, B.3.1). */
export function setsPrototype(member: ts.ObjectLiteralElementLike): boolean {
  return (
    ts.isPropertyAssignment(member) &&
    (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) &&
    member.name.text === '__proto__'
  );
}
