import { ts } from 'ts-morph';
import type { ColumnTypeName, TimestampTypeName } from '../../../schema/column-types.js';
import {
  type DiagnosticBag,
  unknownDictionaryValues,
  unknownListElements,
  unknownTimeUnit,
  unknownTimezone,
} from '../../diagnostics/index.js';
import type { Column } from '../../ir/row-function.js';
import type { Program } from '../project.js';
import { follow } from '../syntax/const-initializer.js';
import { constantText } from '../syntax/constant-text.js';
import { dslName } from '../syntax/dsl-call.js';
import { nodeSpan } from '../syntax/span.js';

/** The facts about a column that its type token states. */
export type ColumnToken = Pick<Column, 'type' | 'nullable' | 'timezone' | 'element'>;

/** The types that the DSL exports by name. `timestamp`, `dictionary` and `list` make the others. */
const columnTypes: readonly Exclude<ColumnTypeName, TimestampTypeName | 'dictionary' | 'list'>[] = [
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
  'largeUtf8',
  'binary',
  'largeBinary',
  'date32',
];

const timeUnits = ['s', 'ms', 'us', 'ns'] as const;

/** The names of types that take no arguments. */
export const columnTypeNames: readonly string[] = columnTypes;

/** All column types in words, for messages. */
export const knownColumnTypes = [
  ...columnTypes,
  'timestamp(unit)',
  'dictionary(utf8)',
  'list(…)',
  'struct({ … })',
  'nullable(…)',
].join(', ');

type Checked = Pick<Program, 'root' | 'checker'>;

/**
 * Reads `utf8`, `timestamp('us', 'UTC')`, `nullable(utf8)`, or a constant that holds one. Returns undefined for
 * anything else; a column type with a wrong argument is reported.
 */
export function parseColumnType(
  expression: ts.Expression,
  program: Checked,
  bag: DiagnosticBag,
): ColumnToken | 'reported' | undefined {
  const { checker } = program;
  const value = follow(expression, checker);
  if (ts.isCallExpression(value)) {
    const called = dslName(value.expression, checker);
    if (called === 'timestamp') return parseTimestamp(value, program, bag);
    if (called === 'dictionary') return parseDictionary(value, program, bag);
    if (called === 'list') return parseList(value, program, bag);
    const [argument] = value.arguments;
    const inner = called === 'nullable' && argument ? parseColumnType(argument, program, bag) : undefined;
    return typeof inner === 'object' ? { ...inner, nullable: true } : inner;
  }
  const name = dslName(value, checker);
  const type = columnTypes.find((known) => known === name);
  return type && { type, nullable: false };
}

/** Reads `dictionary(utf8)`. Only the column as a whole may be nullable. */
function parseDictionary(node: ts.CallExpression, program: Checked, bag: DiagnosticBag): ColumnToken | 'reported' {
  const [argument] = node.arguments;
  const values = argument && parseColumnType(argument, program, bag);
  if (values === 'reported') return values;
  if (values?.type === 'utf8' && !values.nullable) return { type: 'dictionary', nullable: false };
  bag.add(
    unknownDictionaryValues(nodeSpan(program.root, argument ?? node), { type: argument?.getText() ?? 'nothing' }),
  );
  return 'reported';
}

/** A type `struct({ … })` or `nullable(struct({ … }))`. */
export interface StructToken {
  /** The object of its fields. */
  readonly fields: ts.Expression;
  readonly nullable: boolean;
}

/** Reads a struct type; returns undefined for any other type. */
export function parseStruct(expression: ts.Expression, checker: ts.TypeChecker): StructToken | undefined {
  const value = follow(expression, checker);
  if (!ts.isCallExpression(value)) return undefined;
  const called = dslName(value.expression, checker);
  const [argument] = value.arguments;
  if (called === 'struct') return argument && { fields: argument, nullable: false };
  const inner = called === 'nullable' && argument ? parseStruct(argument, checker) : undefined;
  return inner && { ...inner, nullable: true };
}

/** A type `list(struct({ … }))`, or a list of such lists. */
export interface RecordsToken {
  /** The type of an element. */
  readonly element: ts.Expression;
  /** True if the list as a whole may be null. */
  readonly nullable: boolean;
}

/** Reads a type of a list of structs; returns undefined for any other type. */
export function parseRecords(expression: ts.Expression, checker: ts.TypeChecker): RecordsToken | undefined {
  const value = follow(expression, checker);
  if (!ts.isCallExpression(value)) return undefined;
  const called = dslName(value.expression, checker);
  const [argument] = value.arguments;
  if (!argument) return undefined;
  if (called === 'list') {
    const isOfStructs = parseStruct(argument, checker) ?? parseRecords(argument, checker);
    return isOfStructs && { element: argument, nullable: false };
  }
  const inner = called === 'nullable' ? parseRecords(argument, checker) : undefined;
  return inner && { ...inner, nullable: true };
}

/** Reads `list(element)`. */
function parseList(node: ts.CallExpression, program: Checked, bag: DiagnosticBag): ColumnToken | 'reported' {
  const [argument] = node.arguments;
  const element = argument && parseColumnType(argument, program, bag);
  if (element === 'reported') return element;
  if (element) return { type: 'list', nullable: false, element };
  bag.add(unknownListElements(nodeSpan(program.root, argument ?? node), { type: argument?.getText() ?? 'nothing' }));
  return 'reported';
}

/** Reads `timestamp(unit)` or `timestamp(unit, timezone)`. */
function parseTimestamp(
  node: ts.CallExpression,
  { root, checker }: Checked,
  bag: DiagnosticBag,
): ColumnToken | 'reported' {
  const [unitNode, zoneNode] = node.arguments;
  const written = unitNode && constantText(unitNode, checker)?.text;
  const unit = timeUnits.find((known) => known === written);
  if (!unit) {
    bag.add(unknownTimeUnit(nodeSpan(root, unitNode ?? node), { unit: unitNode?.getText() ?? 'nothing' }));
    return 'reported';
  }
  const type: TimestampTypeName = `timestamp[${unit}]`;
  if (!zoneNode) return { type, nullable: false };
  const timezone = constantText(zoneNode, checker)?.text;
  if (timezone === undefined || !isTimezone(timezone)) {
    bag.add(unknownTimezone(nodeSpan(root, zoneNode), { timezone: zoneNode.getText() }));
    return 'reported';
  }
  return { type, nullable: false, timezone };
}

/** True for a time zone of Arrow's format: a name of the IANA database, or an offset `+XX:XX` (Schema.fbs, table Timestamp). */
function isTimezone(text: string): boolean {
  if (/^[+-](?:[01]\d|2[0-3]):[0-5]\d$/.test(text)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return /^[A-Za-z]/.test(text);
  } catch {
    return false;
  }
}
