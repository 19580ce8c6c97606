import { type ColumnNode, columnTree, nodeAt } from '../../../schema/column-tree.js';
import { pathOf, samePath } from '../../../schema/columns.js';
import { namesOf, noInputColumn } from '../../1-parse/columns/column-names.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import { optionalOf } from '../values/optional-value.js';
import { isExpression, mapProperties, type RowValue, type Value } from '../values/value.js';
import { hasWindows } from '../windows/windows.js';

/** Returns a present list of structs as records, or undefined if the path names no list. */
export function recordsIn(path: readonly string[], context: RowContext): Value | undefined {
  const node = nodeAt(columnTree(context.input), path);
  return node?.kind === 'list'
    ? { kind: 'records', isOfColumn: true, parts: elementOf(node.element, context) }
    : undefined;
}

/** Returns the elements of a list: one array per column. */
function elementOf(node: ColumnNode, context: RowContext): Value {
  if (node.kind === 'value') return context.variables.readColumn(node.place);
  const value: Value =
    node.kind === 'list'
      ? { kind: 'records', isOfColumn: true, parts: elementOf(node.element, context) }
      : {
          kind: 'object',
          properties: mapProperties(node.fields, (field) => elementOf(field, context)),
        };
  return node.presence === undefined ? value : optionalOf(context.variables.readColumn(node.presence), value);
}

/** Returns a struct of the row, or a list of structs; either may be null. */
export function structAt(path: readonly string[], context: RowContext): Value {
  const value: Value = recordsIn(path, context) ?? { kind: 'row', omitted: new Set(), path };
  const place = presenceIndex(path, context);
  return place === undefined ? value : optionalOf(context.variables.readColumn(place), value);
}

/** Returns the index of the column that says in which rows a struct is null. */
export function presenceIndex(path: readonly string[], context: RowContext): number | undefined {
  const place = context.input.findIndex(
    (column) => column.presence && !column.listed && samePath(pathOf(column), path),
  );
  return place < 0 ? undefined : place;
}

/** Returns a column or struct of the row, or of a struct in it, by name. */
export function partOfRow(
  { path = [] }: RowValue,
  name: string,
  node: ts.Node,
  context: RowContext,
): Value | undefined {
  const wanted = [...path, name];
  if (isStruct(wanted, context)) return structAt(wanted, context);
  const index = columnIndex(wanted, node, context);
  return index === undefined ? undefined : context.variables.readColumn(index);
}

/** True if a path names a struct, or a list of structs. */
export function isStruct(path: readonly string[], context: RowContext): boolean {
  return pathsBelow(path, context).length > 0 || presenceIndex(path, context) !== undefined;
}

/** Returns the names of the fields of the row, or of a struct in it. */
export function namesInRow({ path = [], omitted }: RowValue, context: RowContext): readonly string[] {
  const names = pathsBelow(path, context).flatMap((own) => own.slice(path.length, path.length + 1));
  return [...new Set(names)].filter((name) => !omitted.has(name));
}

/**
 * Returns a struct of the row as an object of its fields, so that it can be joined with other objects. Returns any
 * other value unchanged, including the row itself.
 */
export function asObject(value: Value, node: ts.Node, context: RowContext): Value {
  if (isExpression(value)) return value;
  if (value.kind === 'optional') return { ...value, value: asObject(value.value, node, context) };
  if (value.kind !== 'row' || !value.path) return value;
  const parts = partsOfRow(value, node, context).map(([name, part]) => [name, asObject(part, node, context)] as const);
  return { kind: 'object', isOfColumn: true, properties: new Map(parts) };
}

/** Returns the parts of the row, or of a struct in it, by name. */
export function partsOfRow(
  row: RowValue,
  node: ts.Node,
  context: RowContext,
): readonly (readonly [name: string, part: Value])[] {
  return namesInRow(row, context).flatMap((name) => {
    const part = partOfRow(row, name, node, context);
    return part ? [[name, part] as const] : [];
  });
}

/** Returns the longer paths of input columns that begin with a path. */
function pathsBelow(path: readonly string[], context: RowContext): readonly (readonly string[])[] {
  return context.input
    .filter(({ scalar, counted }) => scalar === undefined && !counted)
    .map(pathOf)
    .filter((own) => own.length > path.length && path.every((part, at) => own[at] === part));
}

/** Returns the index of the input column with a path; reports unknown columns. */
export function columnIndex(path: readonly string[], node: ts.Node, context: RowContext): number | undefined {
  const index = context.input.findIndex(
    (column) => column.scalar === undefined && !column.presence && !column.counted && samePath(pathOf(column), path),
  );
  const found = context.input[index];
  if (found) return !found.broken && hasWindows(found, node, context) ? index : undefined;
  // The column may be one of those that could not be read.
  if (context.input.some(({ unread }) => unread)) return undefined;
  return context.report(node, (span) => noInputColumn(span, context.owner, path.join('.'), namesOf(context.input)));
}
