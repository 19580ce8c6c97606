import { type Column, type ElementType, pathOf } from './row-function.js';

/** The properties of a column that determine its place in the tree. */
type PlacedColumn = Pick<Column, 'name' | 'path' | 'presence' | 'listed' | 'scalar'>;

/** A node of the tree of columns: a value, which is a column by itself; a struct; or a list of structs. */
export type ColumnNode =
  | { readonly kind: 'value'; readonly place: number }
  | {
      readonly kind: 'struct';
      /** The place of the column that is false where the struct is null; undefined if the struct is never null. */
      readonly presence: number | undefined;
      readonly fields: ReadonlyMap<string, ColumnNode>;
    }
  | { readonly kind: 'list'; readonly presence: number | undefined; readonly element: ColumnNode };

/** Returns the names of a row, each with its node. Places are indices into `columns`. */
export function columnTree(columns: readonly PlacedColumn[]): ReadonlyMap<string, ColumnNode> {
  return fieldsOf(
    columns.flatMap((column, place) => {
      const { listed: lists = [], presence, scalar } = column;
      return scalar === undefined ? [{ path: pathOf(column), lists, presence, place }] : [];
    }),
    0,
    0,
  );
}

interface Part {
  readonly path: readonly string[];
  readonly lists: readonly number[];
  readonly presence: true | undefined;
  readonly place: number;
}

/** Builds the node of columns that share a path of `depth` names and `lists` lists. */
function nodeOf(parts: readonly Part[], depth: number, lists: number): ColumnNode {
  const own = parts.filter((part) => part.path.length === depth && part.lists.length === lists);
  const value = own.find(({ presence }) => !presence);
  if (value !== undefined) return { kind: 'value', place: value.place };
  const [presence] = own;
  const below = parts.filter((part) => part !== presence);
  const common = { presence: presence?.place };
  return below.some((part) => part.lists[lists] === depth)
    ? { kind: 'list', ...common, element: nodeOf(below, depth, lists + 1) }
    : { kind: 'struct', ...common, fields: fieldsOf(below, depth, lists) };
}

function fieldsOf(parts: readonly Part[], depth: number, lists: number): ReadonlyMap<string, ColumnNode> {
  const names = new Set(parts.map(({ path }) => path[depth] ?? ''));
  return new Map(
    [...names].map((name) => [
      name,
      nodeOf(
        parts.filter(({ path }) => path[depth] === name),
        depth + 1,
        lists,
      ),
    ]),
  );
}

/** Returns the node at a path. Undefined if there is none, or if the path leads into a list. */
export function nodeAt(tree: ReadonlyMap<string, ColumnNode>, path: readonly string[]): ColumnNode | undefined {
  const [name = '', ...more] = path;
  const node = tree.get(name);
  if (!node || more.length === 0) return node;
  return node.kind === 'struct' ? nodeAt(node.fields, more) : undefined;
}

/** Returns the type of a column's values inside so many lists. */
export function typeWithin(column: Column, lists: number): ElementType {
  let type: ElementType = column;
  for (let depth = 0; depth < lists; depth += 1) {
    if (!type.element) throw new RangeError('A list has elements');
    type = type.element;
  }
  return type;
}

/** Returns the place of any column inside a node. */
export function anyPlace(node: ColumnNode): number {
  if (node.kind === 'value') return node.place;
  if (node.presence !== undefined) return node.presence;
  if (node.kind === 'list') return anyPlace(node.element);
  const [first] = node.fields.values();
  if (!first) throw new RangeError('A struct has fields');
  return anyPlace(first);
}
