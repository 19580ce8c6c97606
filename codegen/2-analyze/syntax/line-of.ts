import type { ts } from '../../1-parse/syntax/ts.js';

/** Returns the line on which a node starts, from 1. */
export function lineOf(node: ts.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}
