import { int32, list, transform } from 'rowfuse';

interface TreeNode {
  children: TreeNode[];
}

const depthOf = (node: TreeNode): number => 1 + Math.max(0, ...node.children.map(depthOf));

/** Computes the depth of a tree of which each node names its parent; roots have the parent -1. */
export const treeDepth = transform({
  input: { parents: list(int32) },
  output: int32,
  row({ parents }) {
    const nodes: TreeNode[] = parents.map(() => ({ children: [] }));
    const roots: TreeNode[] = [];
    parents.forEach((parent, index) => {
      if (parent === -1) {
        roots.push(nodes[index]);
      } else {
        nodes[parent].children.push(nodes[index]);
      }
    });
    return roots.reduce((depth, root) => Math.max(depth, depthOf(root)), 0);
  },
});
