import { ts } from './ts.js';

/**
 * Yields a node and all nodes in it, in the order of the source; nodes that `enters` refuses are not entered. It does
 * not recurse, because `a + b + …` is as deep as it is long.
 */
export function* nodesIn(root: ts.Node, enters: (node: ts.Node) => boolean = () => true): Generator<ts.Node, void> {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    if (!enters(node)) continue;
    for (const child of childrenOf(node).toReversed()) pending.push(child);
  }
}

/** Returns the children of a node, in the order of the source. */
export function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}

/** True if a node, or one in it, passes a test. */
export function hasNode(root: ts.Node, test: (node: ts.Node) => boolean, enters?: (node: ts.Node) => boolean): boolean {
  for (const node of nodesIn(root, enters)) if (test(node)) return true;
  return false;
}
