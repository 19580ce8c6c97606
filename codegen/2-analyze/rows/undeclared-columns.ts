import { pathOf } from '../../../schema/columns.js';
import { didYouMean } from '../../1-parse/columns/column-names.js';
import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { undeclaredOutputColumn } from '../../diagnostics/index.js';
import type { Column } from '../../ir/row-function.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { namesInRow, partOfRow } from '../objects/row-parts.js';
import { isOptional } from '../values/optional-value.js';
import { isExpression, type Value } from '../values/value.js';

/** The declared columns of a returned object, and its depth in their paths. */
export interface ObjectShape {
  readonly output: readonly Column[];
  readonly depth: number;
}

/**
 * Reports properties of a returned row that `output` does not declare, one error per place. Returns the missing columns that such
 * properties misspell, so that these are not reported too.
 */
export function refuseUndeclared(
  row: Value,
  findMissing: () => readonly string[],
  node: ts.Node,
  shape: ObjectShape,
  context: RowContext,
): ReadonlySet<string> {
  const places = new Map<ts.Node, string[]>();
  for (const path of undeclaredIn(row, [], node, shape.output, context)) {
    const place = placeOf(path[shape.depth] ?? '', node);
    places.set(place, [...(places.get(place) ?? []), path.join('.')]);
  }
  const misspelt = new Set<string>();
  const missing = places.size > 0 ? findMissing() : [];
  for (const [place, names] of places) {
    const listed = names.map((name) => JSON.stringify(name));
    const isOne = listed.length === 1;
    const otherwise = `Declare ${isOne ? 'it' : 'them'} in \`output\`, or leave ${isOne ? 'it' : 'them'} out of the returned object.`;
    const close = missing.find((name) => names.some((own) => didYouMean(own, [name], '') !== ''));
    const advice = close === undefined ? otherwise : didYouMean(close, [close], otherwise);
    if (close !== undefined) misspelt.add(close);
    const columns = isOne ? `a column ${listed.join()}` : `the columns ${listed.join(', ')}`;
    context.report(place, (span) => undeclaredOutputColumn(span, { transform: context.owner, columns, advice }));
  }
  return misspelt;
}

/** Returns the paths of properties that no column declares. */
function undeclaredIn(
  value: Value,
  path: readonly string[],
  node: ts.Node,
  output: readonly Column[],
  context: RowContext,
): readonly (readonly string[])[] {
  const whole = structIn(expanded(value));
  if (isExpression(whole) || (whole.kind !== 'object' && whole.kind !== 'row')) return [];
  const names = whole.kind === 'row' ? namesInRow(whole, context) : [...whole.properties.keys()];
  return names.flatMap((name) => {
    const own = [...path, name];
    const declared = output.map(pathOf).filter((other) => own.every((part, at) => other[at] === part));
    if (declared.length === 0) return [own];
    if (!declared.some((other) => other.length > own.length)) return [];
    const part = whole.kind === 'object' ? whole.properties.get(name) : partOfRow(whole, name, node, context);
    return part ? undeclaredIn(part, own, node, output, context) : [];
  });
}

/** Returns the value whose properties count: the elements of an array of objects, or the present form of an optional value. */
function structIn(value: Value): Value {
  if (isOptional(value)) return structIn(value.value);
  return !isExpression(value) && value.kind === 'records' ? structIn(value.parts) : value;
}

/** Returns the place of a property in an object literal; the whole expression if the property comes from elsewhere. */
export function placeOf(name: string, expression: ts.Node): ts.Node {
  if (!ts.isObjectLiteralExpression(expression)) return expression;
  return expression.properties.find((member) => member.name && propertyName(member.name) === name) ?? expression;
}
