/** A node of the IR: an expression or a statement. */
interface Node {
  readonly kind: string;
}

type OfKind<Union extends Node, Kind extends Union['kind']> = Extract<Union, { readonly kind: Kind }>;

/** The properties of a node that hold children: one, a list, or perhaps none. */
type ChildKey<Parent, Child> = {
  [Key in keyof Parent]-?: NonNullable<Parent[Key]> extends Child | readonly Child[] ? Key : never;
}[keyof Parent];

/** The properties of each kind of node that hold children, in the order in which these are evaluated. */
export type ChildKeys<Union extends Node, Child> = {
  readonly [Kind in Union['kind']]: readonly ChildKey<OfKind<Union, Kind>, Child>[];
};

/** The kinds of node whose row in a table omits a property that holds children. */
export type Incomplete<Union extends Node, Child, Table extends ChildKeys<Union, Child>> = {
  [Kind in Union['kind']]: Exclude<ChildKey<OfKind<Union, Kind>, Child>, Table[Kind][number]> extends never
    ? never
    : Kind;
}[Union['kind']];

type Children<Child> = Readonly<Record<string, Child | readonly Child[] | undefined>>;

/** Returns the children that the given properties of a node hold. */
export function childrenOf<Child extends object>(node: Node, keys: readonly string[]): readonly Child[] {
  const children: Child[] = [];
  for (const key of keys) {
    const value = (node as unknown as Children<Child>)[key];
    if (isList(value)) children.push(...value);
    else if (value) children.push(value);
  }
  return children;
}

/** Copies a node with changed children. Returns the node itself if it has no properties for children. */
export function mapChildren<Parent extends Node, Child extends object>(
  node: Parent,
  keys: readonly string[],
  change: (child: Child) => Child,
): Parent {
  if (keys.length === 0) return node;
  const changed: Record<string, Child | readonly Child[]> = {};
  for (const key of keys) {
    const value = (node as unknown as Children<Child>)[key];
    if (isList(value)) changed[key] = value.map(change);
    else if (value) changed[key] = change(value);
  }
  return { ...node, ...changed };
}

function isList<Child>(value: Child | readonly Child[] | undefined): value is readonly Child[] {
  return Array.isArray(value);
}
