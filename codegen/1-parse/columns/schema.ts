import { ts } from 'ts-morph';
import { pathOf } from '../../../schema/columns.js';
import {
  type DiagnosticBag,
  duplicateColumn,
  excerpt,
  inputOnlyType,
  nestedParam,
  unknownColumnType,
} from '../../diagnostics/index.js';
import type { Column } from '../../ir/row-function.js';
import { parseLines } from '../lines.js';
import type { Program } from '../project.js';
import { reportUnread, unreadColumns } from '../report-unread.js';
import { follow } from '../syntax/const-initializer.js';
import { initializerOf } from '../syntax/initializer-of.js';
import { propertyName } from '../syntax/property-name.js';
import { nodeSpan } from '../syntax/span.js';
import { isMeantAsType, typeAdvice } from '../types/type-advice.js';
import { knownColumnTypes, parseColumnType, parseRecords, parseStruct } from './column-type.js';

/** The properties of a description that hold columns. */
export type SchemaProperty = 'input' | 'output' | 'params' | 'state';

/** Reads `{ name: utf8, … }`; reports columns that cannot be read. */
export function parseSchema(
  expression: ts.Expression,
  property: SchemaProperty,
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] {
  const object = follow(expression, checker);
  const lines = parseLines(object, property, { root, checker }, bag);
  if (lines) return lines;
  if (!ts.isObjectLiteralExpression(object)) {
    if (isMeantAsType(object, checker)) reportType(expression, { root, checker }, bag);
    else reportUnread(expression, property, 'columns', { root }, bag);
    return [unreadColumns];
  }
  const columns = new Map<string, Column>();
  for (const member of object.properties) {
    for (const column of parseMember(member, property, { root, checker }, bag)) {
      // The presence column of a struct or a list has the same name as it, and lies in as many lists.
      const key = [column.name, ...(column.presence ? ['', ...(column.listed ?? [])] : [])].join('\0');
      if (columns.has(key)) bag.add(duplicateColumn(nodeSpan(root, member), { column: JSON.stringify(column.name) }));
      columns.set(key, column);
    }
  }
  return [...columns.values()];
}

function parseMember(
  member: ts.ObjectLiteralElementLike,
  property: SchemaProperty,
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] {
  const value = initializerOf(member);
  const name = member.name && propertyName(member.name);
  if (value === undefined || name === undefined) {
    reportUnread(member, property, 'columns', { root }, bag);
    return [unreadColumns];
  }
  const nested = parseNested(value, name, property, { root, checker }, bag);
  if (nested) return nested;
  const token = parseColumnType(value, { root, checker }, bag);
  if (!token) reportType(value, { root, checker }, bag);
  // A broken param is left out, because the type of the whole object is checked elsewhere.
  if (!token || token === 'reported')
    return property === 'params' ? [] : [{ name, type: 'utf8', nullable: true, broken: true }];
  if (token.type === 'list' && property === 'params') {
    bag.add(nestedParam(nodeSpan(root, value), { type: value.getText(), property }));
    return [];
  }
  if (holdsDictionary(token) && property !== 'input') {
    bag.add(inputOnlyType(nodeSpan(root, value), { type: value.getText(), property, other: 'utf8' }));
    return [{ name, type: 'utf8', nullable: true, broken: true }];
  }
  return [{ name, ...token }];
}

/** Reports an expression that is not a column type. */
export function reportType(
  node: ts.Expression,
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): void {
  const advice = typeAdvice(node, checker);
  bag.add(unknownColumnType(nodeSpan(root, node), { type: excerpt(node.getText()), known: knownColumnTypes, advice }));
}

/** True if a column, or the elements of a list, are dictionary-encoded. */
export function holdsDictionary({ type, element }: Pick<Column, 'type' | 'element'>): boolean {
  return type === 'dictionary' || (element !== undefined && holdsDictionary(element));
}

/** Returns the columns of a struct or a list of structs, one per field; undefined for any other type. */
export function parseNested(
  value: ts.Expression,
  name: string,
  property: SchemaProperty,
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] | undefined {
  const struct = parseStruct(value, checker);
  const records = parseRecords(value, checker);
  if (property === 'params' && (struct || records)) {
    bag.add(nestedParam(nodeSpan(root, value), { type: value.getText(), property }));
    return [];
  }
  if (struct) {
    const fields = parseSchema(struct.fields, property, { root, checker }, bag).map((field) => fieldOf(name, field));
    return struct.nullable ? belowNull(name, fields) : fields;
  }
  const elements = records && parseNested(records.element, name, property, { root, checker }, bag)?.map(listOf);
  return elements && records.nullable ? belowNull(name, elements) : elements;
}

/** Returns a column as a field of a struct. */
function fieldOf(struct: string, field: Column): Column {
  const path = [struct, ...pathOf(field)];
  const listed = field.listed?.map((depth) => depth + 1);
  return { ...field, name: path.join('.'), path, ...(listed && { listed }) };
}

/** Returns a column of a list's elements as a column of lists. */
function listOf({ name, path, listed = [], presence, ...element }: Column): Column {
  return {
    name,
    ...(path && { path }),
    type: 'list',
    nullable: false,
    element,
    listed: [1, ...listed],
    ...(presence && { presence }),
  };
}

/** Returns the columns of a nullable struct or list of structs: its presence, and its columns. */
function belowNull(name: string, columns: readonly Column[]): readonly Column[] {
  return [
    { name, path: [name], type: 'bool', nullable: true, presence: true },
    ...columns.map((field): Column => (field.nullable ? field : { ...field, nullable: true, required: true })),
  ];
}
