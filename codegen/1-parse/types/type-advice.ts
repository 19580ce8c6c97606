import { ts } from 'ts-morph';
import { nearest } from '../../../schema/nearest.js';
import { columnTypeNames } from '../columns/column-type.js';
import { dslName } from '../syntax/dsl-call.js';

/** DSL functions that must be called to get a type, each with an example. */
const calls: Readonly<Record<string, string>> = {
  timestamp: "timestamp('ms')",
  nullable: 'nullable(utf8)',
  list: 'list(utf8)',
  struct: 'struct({ x: float64 })',
  dictionary: 'dictionary(utf8)',
};

/** Names of types in other languages, SQL and Arrow JS, in lower case, with the DSL's type. */
const aliases: Readonly<Record<string, string>> = {
  string: 'utf8',
  str: 'utf8',
  text: 'utf8',
  char: 'utf8',
  varchar: 'utf8',
  number: 'float64',
  double: 'float64',
  float: 'float64',
  real: 'float64',
  decimal: 'float64',
  int: 'int32',
  integer: 'int32',
  long: 'int64',
  bigint: 'int64',
  boolean: 'bool',
  date: "timestamp('ms')",
  datetime: "timestamp('ms')",
  dateday: 'date32',
  datemillisecond: "timestamp('ms')",
  timestampsecond: "timestamp('s')",
  timestampmillisecond: "timestamp('ms')",
  timestampmicrosecond: "timestamp('us')",
  timestampnanosecond: "timestamp('ns')",
  bytes: 'binary',
  blob: 'binary',
  buffer: 'binary',
  uint8array: 'binary',
  array: 'list(utf8)',
  object: 'struct({ x: float64 })',
};

/** True if an expression was meant as a type: a string, `new Utf8()`, or a type's name in TypeScript or Arrow. */
export function isMeantAsType(node: ts.Expression, checker: ts.TypeChecker): boolean {
  return ts.isStringLiteralLike(node) || ts.isNewExpression(node) || suggestion(node, checker) !== undefined;
}

/** Suggests a column type to write instead of `node`. */
export function typeAdvice(node: ts.Expression, checker: ts.TypeChecker): string {
  const called = calls[dslName(node, checker) ?? ''];
  if (called !== undefined) return `Call it: \`${called}\`.`;
  const meant = suggestion(node, checker);
  return meant === undefined
    ? "Import one of them from 'rowfuse', and write it here."
    : `Did you mean \`${meant}\`? It is imported from 'rowfuse', and stands without quotes or \`new\`.`;
}

function suggestion(node: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const called = calls[dslName(node, checker) ?? ''];
  if (called !== undefined) return called;
  const name = nameOf(node);
  return name === undefined ? undefined : typeNamed(name);
}

/** Returns the column type that a name means: by an alias, or as a misspelling. */
export function typeNamed(name: string): string | undefined {
  return aliases[name.toLowerCase()] ?? nearest(name, columnTypeNames);
}

/** Returns the name in an expression: `Utf8` in `new Utf8()` and `arrow.Utf8`, `string` in `'string'`. */
function nameOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) return nameOf(node.expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : undefined;
}
