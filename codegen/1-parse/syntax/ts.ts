/** The TypeScript compiler API. Later phases take it from here, so that ts-morph has one importer. */
import { ts } from 'ts-morph';

export { ts };

/** `=`, `+=` and their like. */
export function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
