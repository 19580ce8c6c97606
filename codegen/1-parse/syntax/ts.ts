/** The TypeScript compiler API. Later phases import it from here, so that none of them imports ts-morph. */
import { ts } from 'ts-morph';

export { ts };

/** True for `=`, `+=` and the like. */
export function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
