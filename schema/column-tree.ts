import { type DescribedColumn, pathOf } from './columns.js';

/** The parts of a column that determine its place in a row. Params and the row's number are scalars, which have none. */
interface PlacedColumn extends Pick<DescribedColumn, 'name' | 'path' | 'presence' | 'listed'> {
  readonly scalar?: 'param' | 'index';
}

/** A node of the tree that columns form: a struct, a list of structs, or a value, which is a column by itself. */
export type ColumnNode =
  | { readonly kind: 'value'; readonly place: number }
  | {
      readonly kind: 'struct';
      /** The place of the column that marks where the node is null; undefined if it never is. */
      readonly presence: number | undefined;
      readonly fields: ReadonlyMap<string, ColumnNode>;
    }
  | { readonly kind: 'list'; readonly presence: number | undefined; readonly element: ColumnNode };

/** Returns the fields of a row, each with the node that the columns form. Places are those of the list. */
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

/** Returns the node below the first `depth` names and within `lists` lists, which all parts share. */
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

/** Returns the node below some names; undefined if there is none, or if the names lead into a list. */
export function nodeAt(tree: ReadonlyMap<string, ColumnNode>, path: readonly string[]): ColumnNode | undefined {
  const [name = '', ...more] = path;
  const node = tree.get(name);
  if (!node || more.length === 0) return node;
  return node.kind === 'struct' ? nodeAt(node.fields, more) : undefined;
}

/** Returns any column that lies within a node. */
export function anyPlace(node: ColumnNode): number {
  if (node.kind === 'value') return node.place;
  if (node.presence !== undefined) return node.presence;
  if (node.kind === 'list') return anyPlace(node.element);
  const [first] = node.fields.values();
  if (first === undefined) throw new RangeError('A struct has fields');
  return anyPlace(first);
}
