import type { Node } from './node.js';

/** Returns the most characters of a match, which may be Infinity. */
export function longestMatch(node: Node): number {
  switch (node.kind) {
    case 'characters':
      return 1;
    case 'edge':
    case 'look':
      return 0;
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longestMatch(part), 0);
    case 'alternatives':
      return Math.max(0, ...node.choices.map(longestMatch));
    case 'repetition': {
      const once = longestMatch(node.body);
      return once === 0 ? 0 : once * node.max;
    }
    case 'group':
      return longestMatch(node.body);
  }
}
