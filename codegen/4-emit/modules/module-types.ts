import { type ColumnNode, columnTree } from '../../../schema/column-tree.js';
import { type ElementType, typeWithin } from '../../../schema/columns.js';
import { givesVector, type ParsedDescription } from '../../1-parse/parsed-transform.js';
import { type Column, type RowFunction, separatorOf } from '../../ir/row-function.js';
import { arrowTypeName as schemaName } from '../cpp/arrow-type-name.js';
import { jsString } from '../user-text.js';

/** True if the rows of a function are cut out of text. */
export function takesLines({ input }: Pick<RowFunction, 'input'>): boolean {
  return separatorOf(input) !== undefined;
}

/** Returns the runtime's type of the generated function. */
export function callableType(fn: RowFunction): string {
  if (fn.grouping) return takesLines(fn) ? 'LineAggregation' : 'Aggregation';
  return takesLines(fn) ? 'LineTransform' : 'Transform';
}

/** Returns the types of the runtime that a module's declarations use, sorted. */
export function runtimeTypes(fn: RowFunction): readonly string[] {
  const names = [callableType(fn)];
  if (!takesLines(fn)) names.push('ColumnInput');
  if (fn.input.some(({ scalar }) => scalar === 'param')) names.push('ParamInput');
  return names.sort();
}

/** Returns the classes of Arrow JS that a module's declarations use, sorted. */
export function arrowTypes(parsed: ParsedDescription, output: readonly Column[]): readonly string[] {
  const classes = output.flatMap(({ type, element, path: names, presence }) => [
    ...(presence ? [] : [arrowTypeName(type)]),
    ...(element ? elementTypes(element) : []),
    ...(names ? ['Struct'] : []),
  ]);
  return [...new Set([givesVector(parsed) ? 'Vector' : 'Table', ...classes])].sort();
}

export function resultType(output: readonly Column[], single: boolean): string {
  const [only] = columnTree(output).values();
  return single && only ? `Vector<${nodeType(only, output, 0)}>` : `Table<${columnTypes(output)}>`;
}

export function columnTypes(output: readonly Column[]): string {
  return typesOf(columnTree(output), output, 0);
}

/** Returns the type of the fields of a struct that lies in `lists` lists. */
function typesOf(fields: ReadonlyMap<string, ColumnNode>, columns: readonly Column[], lists: number): string {
  return `{ ${[...fields].map(([name, node]) => `${jsString(name)}: ${nodeType(node, columns, lists)}`).join('; ')} }`;
}

function nodeType(node: ColumnNode, columns: readonly Column[], lists: number): string {
  if (node.kind === 'list') return `List<${nodeType(node.element, columns, lists + 1)}>`;
  if (node.kind === 'struct') return `Struct<${typesOf(node.fields, columns, lists)}>`;
  const column = columns[node.place];
  return column ? arrowType(typeWithin(column, lists)) : '';
}

/** Returns the classes of a list's elements, those of nested lists included. */
function elementTypes({ type, element }: ElementType): readonly string[] {
  return [arrowTypeName(type), ...(element ? elementTypes(element) : [])];
}

/** Returns the type that calls take per column; a struct is one column. */
export function takenTypes(columns: readonly Column[]) {
  return [...columnTree(columns)].map(([name, node]) => {
    const column = node.kind === 'value' ? columns[node.place] : undefined;
    const nullable = node.kind === 'value' ? (column?.nullable ?? false) : node.presence !== undefined;
    return { nameJson: jsString(name), type: column?.type ?? node.kind, nullable };
  });
}

/** Returns Arrow JS's type of a column. */
function arrowType({ type, element }: Pick<Column, 'type' | 'element'>): string {
  return element ? `List<${arrowType(element)}>` : arrowTypeName(type);
}

/** Returns Arrow JS's class for a type. */
function arrowTypeName(type: Column['type']): string {
  return type === 'date32' ? 'DateDay' : schemaName(type);
}
