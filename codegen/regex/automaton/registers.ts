import { type Look, type Node, partsOf } from '../syntax/node.js';

/** The registers of groups, and of the look-arounds that contain groups. */
export class Registers {
  private readonly ofLooks = new Map<Look, number>();

  constructor(
    root: Node,
    private readonly groups: number,
  ) {
    this.visit(root);
  }

  get count(): number {
    return 2 * (this.groups + 1) + this.ofLooks.size;
  }

  /** Returns the register of a look-around, or undefined if no group of it is ever set. */
  ofLook(look: Look): number | undefined {
    return this.ofLooks.get(look);
  }

  /** Returns the registers that a node's own component may set. */
  setBy(node: Node): Set<number> {
    if (node.kind === 'look') return new Set(this.ofOwnLook(node));
    const inner = partsOf(node).flatMap((part) => [...this.setBy(part)]);
    return new Set(node.kind === 'group' ? [...inner, 2 * node.index, 2 * node.index + 1] : inner);
  }

  /** Returns the registers that every match of a node sets. */
  alwaysSetBy(node: Node): Set<number> {
    switch (node.kind) {
      case 'repetition':
        return node.min === 0 ? new Set() : this.alwaysSetBy(node.body);
      case 'alternatives': {
        const [first, ...others] = node.choices.map((choice) => this.alwaysSetBy(choice));
        return new Set([...(first ?? [])].filter((register) => others.every((set) => set.has(register))));
      }
      case 'look':
        return this.setBy(node);
      default: {
        const inner = partsOf(node).flatMap((part) => [...this.alwaysSetBy(part)]);
        return new Set(node.kind === 'group' ? [...inner, 2 * node.index, 2 * node.index + 1] : inner);
      }
    }
  }

  private ofOwnLook(look: Look): number[] {
    const register = this.ofLooks.get(look);
    return register === undefined ? [] : [register];
  }

  /** Numbers the look-arounds with groups; a negated one leaves no groups. */
  private visit(node: Node): void {
    if (node.kind === 'look' && node.negated) return;
    if (node.kind === 'look' && hasGroups(node)) this.ofLooks.set(node, this.count);
    for (const part of partsOf(node)) this.visit(part);
  }
}

function hasGroups(node: Node): boolean {
  if (node.kind === 'look' && node.negated) return false;
  return node.kind === 'group' || partsOf(node).some(hasGroups);
}
