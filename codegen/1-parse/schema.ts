import { ts } from 'ts-morph';
import { type DiagnosticBag, descriptionNotLiteral, duplicateColumn, unknownColumnType } from '../diagnostics/index.js';
import type { Column, ColumnTypeName } from '../ir/row-function.js';
import { constInitializer, unwrap } from './const-initializer.js';
import { dslName } from './dsl-call.js';
import type { Program } from './project.js';
import { nodeSpan } from './span.js';

const columnTypes: readonly ColumnTypeName[] = [
  'bool',
  'int8',
  'int16',
  'int32',
  'uint8',
  'uint16',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
  'utf8',
];

/** Reads `{ name: utf8, … }`; columns that are no columns are reported and left out. */
export function parseSchema(
  expression: ts.Expression,
  property: 'input' | 'output' | 'params',
  { root, checker }: Program,
  bag: DiagnosticBag,
): readonly Column[] {
  const object = follow(expression, checker);
  if (!ts.isObjectLiteralExpression(object)) {
    bag.add(descriptionNotLiteral(nodeSpan(root, expression), { property }));
    return [];
  }
  const columns = new Map<string, Column>();
  for (const member of object.properties) {
    const column = parseMember(member, property, { root, checker }, bag);
    if (!column) continue;
    if (columns.has(column.name))
      bag.add(duplicateColumn(nodeSpan(root, member), { column: JSON.stringify(column.name) }));
    columns.set(column.name, column);
  }
  return [...columns.values()];
}

function parseMember(
  member: ts.ObjectLiteralElementLike,
  property: string,
  { root, checker }: Pick<Program, 'root' | 'checker'>,
  bag: DiagnosticBag,
): Column | undefined {
  const value = ts.isPropertyAssignment(member)
    ? member.initializer
    : ts.isShorthandPropertyAssignment(member)
      ? member.name
      : undefined;
  const name = member.name && propertyName(member.name);
  if (value === undefined || name === undefined) {
    bag.add(descriptionNotLiteral(nodeSpan(root, member), { property }));
    return undefined;
  }
  const type = parseColumnType(value, checker);
  if (!type) {
    const known = [...columnTypes, 'nullable(…)'].join(', ');
    bag.add(unknownColumnType(nodeSpan(root, value), { type: value.getText(), known }));
    return undefined;
  }
  return { name, ...type };
}

/** Reads `utf8` or `nullable(utf8)`, or a constant that holds one. */
export function parseColumnType(
  expression: ts.Expression,
  checker: ts.TypeChecker,
): Pick<Column, 'type' | 'nullable'> | undefined {
  const value = unwrap(expression);
  if (ts.isCallExpression(value)) {
    const [argument] = value.arguments;
    const inner = argument && dslName(value.expression, checker) === 'nullable' && parseColumnType(argument, checker);
    return inner ? { ...inner, nullable: true } : undefined;
  }
  const name = dslName(value, checker);
  const type = columnTypes.find((known) => known === name);
  if (type) return { type, nullable: false };
  const constant = ts.isIdentifier(value) ? constInitializer(value, checker) : undefined;
  return constant && parseColumnType(constant, checker);
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
