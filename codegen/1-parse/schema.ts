import { ts } from 'ts-morph';
import {
  type DiagnosticBag,
  descriptionNotLiteral,
  duplicateColumn,
  inputOnlyType,
  nestedParam,
  nullableRecord,
  unknownColumnType,
  unknownRecordField,
} from '../diagnostics/index.js';
import { type Column, type ElementType, pathOf } from '../ir/row-function.js';
import {
  isListed,
  knownColumnTypes,
  parseColumnType,
  parseRecords,
  parseStruct,
  type RecordsToken,
} from './column-type.js';
import { constInitializer, unwrap } from './const-initializer.js';
import type { Program } from './project.js';
import { nodeSpan } from './span.js';

/** Reads `{ name: utf8, … }`; columns that are no columns are reported. */
export function parseSchema(
  expression: ts.Expression,
  property: 'input' | 'output' | 'params',
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] {
  const object = follow(expression, checker);
  if (!ts.isObjectLiteralExpression(object)) {
    bag.add(descriptionNotLiteral(nodeSpan(root, expression), { property }));
    return [];
  }
  const columns = new Map<string, Column>();
  for (const member of object.properties) {
    for (const column of parseMember(member, property, { root, checker }, bag)) {
      if (columns.has(column.name))
        bag.add(duplicateColumn(nodeSpan(root, member), { column: JSON.stringify(column.name) }));
      columns.set(column.name, column);
    }
  }
  return [...columns.values()];
}

function parseMember(
  member: ts.ObjectLiteralElementLike,
  property: 'input' | 'output' | 'params',
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] {
  const value = ts.isPropertyAssignment(member)
    ? member.initializer
    : ts.isShorthandPropertyAssignment(member)
      ? member.name
      : undefined;
  const name = member.name && propertyName(member.name);
  if (value === undefined || name === undefined) {
    bag.add(descriptionNotLiteral(nodeSpan(root, member), { property }));
    return [];
  }
  const nested = parseNested(value, name, property, { root, checker }, bag);
  if (nested) return nested;
  const token = parseColumnType(value, { root, checker }, bag);
  if (!token) bag.add(unknownColumnType(nodeSpan(root, value), { type: value.getText(), known: knownColumnTypes }));
  // Of params the whole object is asked for what it has.
  if (!token || token === 'reported')
    return property === 'params' ? [] : [{ name, type: 'utf8', nullable: true, broken: true }];
  if (token.type === 'list' && property === 'params') {
    bag.add(nestedParam(nodeSpan(root, value), { type: value.getText(), property }));
    return [];
  }
  if (token.type === 'dictionary' && property !== 'input') {
    bag.add(inputOnlyType(nodeSpan(root, value), { type: value.getText(), property, other: 'utf8' }));
    return [{ name, ...token, type: 'utf8' }];
  }
  return [{ name, ...token }];
}

/** The columns of a struct, or of a list of structs: one for each field. Undefined for any other type. */
export function parseNested(
  value: ts.Expression,
  name: string,
  property: 'input' | 'output' | 'params',
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] | undefined {
  const struct = parseStruct(value, checker);
  if (struct) {
    if (property === 'params') {
      bag.add(nestedParam(nodeSpan(root, value), { type: value.getText(), property }));
      return [];
    }
    const fields = parseSchema(struct.fields, property, { root, checker }, bag).map((field) => {
      const path = [name, ...pathOf(field)];
      const listed = field.listed === undefined ? {} : { listed: field.listed + 1 };
      return { ...(struct.nullable ? belowNull(field) : field), name: path.join('.'), path, ...listed };
    });
    if (!struct.nullable) return fields;
    return [{ name, path: [name], type: 'bool', nullable: true, presence: true }, ...fields];
  }
  const records = parseRecords(value, checker);
  if (!records) return undefined;
  if (property === 'params') {
    bag.add(nestedParam(nodeSpan(root, value), { type: value.getText(), property }));
    return [];
  }
  return parseRecordFields(records, name, value, property, { root, checker }, bag);
}

/** The fields of the structs of a list: each is a column of lists. */
function parseRecordFields(
  { fields, nullable, nullableElement }: RecordsToken,
  name: string,
  node: ts.Expression,
  property: 'input' | 'output',
  program: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): readonly Column[] {
  const { root } = program;
  const columns: readonly Column[] = parseSchema(fields, property, program, bag).map((field) => {
    const { type, nullable: mayBeNull, timezone } = field;
    const path = [name, ...pathOf(field)];
    const isPlain = isListed(type) && !field.presence && !field.required && field.listed === undefined;
    const element: ElementType = isPlain
      ? { type, nullable: mayBeNull, ...(timezone !== undefined && { timezone }) }
      : { type: 'utf8', nullable: true };
    if (!isPlain) bag.add(unknownRecordField(nodeSpan(root, node), { field: JSON.stringify(pathOf(field).join('.')) }));
    return { name: path.join('.'), path, type: 'list', nullable: false, element, listed: 1 };
  });
  if (nullableElement) bag.add(nullableRecord(nodeSpan(root, nullableElement), { type: nullableElement.getText() }));
  if (!nullable) return columns;
  return [
    { name, path: [name], type: 'bool', nullable: true, presence: true, listed: 1 },
    ...columns.map((column) => belowNull(column)),
  ];
}

/** A field of a struct that may be null. */
function belowNull(field: Column): Column {
  return field.nullable ? field : { ...field, nullable: true, required: true };
}

/** The name of a property that is written out: an identifier, a string or a number. */
export function propertyName(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}

function follow(expression: ts.Expression, checker: ts.TypeChecker): ts.Expression {
  const value = unwrap(expression);
  const constant = ts.isIdentifier(value) ? constInitializer(value, checker) : undefined;
  return constant ? follow(constant, checker) : value;
}
