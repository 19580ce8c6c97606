import { givesVector, type ParsedDescription } from '../../1-parse/parsed-transform.js';
import { type ColumnNode, columnTree, typeWithin } from '../../ir/column-tree.js';
import { type Column, type ElementType, type RowFunction, separatorOf } from '../../ir/row-function.js';
import { arrowTypeName as schemaName } from '../cpp/arrow-type-name.js';
import { jsString } from '../user-text.js';

/** Whether its rows are cut out of text. */
export function takesLines({ input }: Pick<RowFunction, 'input'>): boolean {
  return separatorOf(input) !== undefined;
}

/** The runtime's type of the generated function. */
export function callableType(fn: RowFunction): string {
  if (fn.grouping) return takesLines(fn) ? 'LineAggregation' : 'Aggregation';
  return takesLines(fn) ? 'LineTransform' : 'Transform';
}

/** The types of the runtime that the types of a module name. */
export function runtimeTypes(fn: RowFunction): readonly string[] {
  const names = [callableType(fn)];
  if (!takesLines(fn)) names.push('ColumnInput');
  if (fn.input.some(({ scalar }) => scalar === 'param')) names.push('ParamInput');
  return names.sort();
}

/** The classes of Arrow JS that the types of a module name. */
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

/** The types of the fields of a struct that lies in so many lists. */
function typesOf(fields: ReadonlyMap<string, ColumnNode>, columns: readonly Column[], lists: number): string {
  return `{ ${[...fields].map(([name, node]) => `${jsString(name)}: ${nodeType(node, columns, lists)}`).join('; ')} }`;
}

function nodeType(node: ColumnNode, columns: readonly Column[], lists: number): string {
  if (node.kind === 'list') return `List<${nodeType(node.element, columns, lists + 1)}>`;
  if (node.kind === 'struct') return `Struct<${typesOf(node.fields, columns, lists)}>`;
  const column = columns[node.place];
  return column ? arrowType(typeWithin(column, lists)) : '';
}

/** The classes of the elements of a list, and of theirs. */
function elementTypes({ type, element }: ElementType): readonly string[] {
  return [arrowTypeName(type), ...(element ? elementTypes(element) : [])];
}

/** What calls take for the columns, each once: a struct is one. */
export function takenTypes(columns: readonly Column[]) {
  return [...columnTree(columns)].map(([name, node]) => {
    const column = node.kind === 'value' ? columns[node.place] : undefined;
    const nullable = node.kind === 'value' ? (column?.nullable ?? false) : node.presence !== undefined;
    return { nameJson: jsString(name), type: column?.type ?? node.kind, nullable };
  });
}

/** Arrow JS's type. */
function arrowType({ type, element }: Pick<Column, 'type' | 'element'>): string {
  return element ? `List<${arrowType(element)}>` : arrowTypeName(type);
}

/** Arrow JS's class. */
function arrowTypeName(type: Column['type']): string {
  return type === 'date32' ? 'DateDay' : schemaName(type);
}
