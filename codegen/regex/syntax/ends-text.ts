import type { Node } from './node.js';

/** True if each match of a node ends at the end of the text. */
export function endsText(node: Node): boolean {
  switch (node.kind) {
    case 'characters':
    case 'look':
      return false;
    case 'edge':
      return node.test === 'end';
    case 'sequence': {
      const last = node.parts.at(-1);
      return last !== undefined && endsText(last);
    }
    case 'alternatives':
      return node.choices.every(endsText);
    case 'repetition':
      return node.min > 0 && endsText(node.body);
    case 'group':
      return endsText(node.body);
  }
}
