import { columnTree, nodeAt } from '../../../schema/column-tree.js';
import { pathOf } from '../../../schema/columns.js';
import type { ts } from '../../1-parse/syntax/ts.js';
import { missingOutputColumn, wrongResultType } from '../../diagnostics/index.js';
import { conditional, literal, require } from '../../ir/build.js';
import { presentType } from '../../ir/declared-type.js';
import type { Expression } from '../../ir/expression.js';
import type { Column } from '../../ir/row-function.js';
import { isVariant, joinTypes } from '../../ir/type.js';
import { expanded } from '../constants/values.js';
import type { RowContext } from '../context/row-context.js';
import { asValue } from '../heap/as-value.js';
import { partsOfRow } from '../objects/row-parts.js';
import { unsupportedValue } from '../refusals/unsupported.js';
import { columnValueType } from '../values/column-value-type.js';
import { describeValue } from '../values/described-values.js';
import { isOptional, presenceOf } from '../values/optional-value.js';
import { isExpression, type Value } from '../values/value.js';
import { listResult } from './list-result.js';
import { RecordColumns } from './record-results.js';
import { resultAdvice } from './result-advice.js';
import { ResultStructs, type StructPart } from './result-structs.js';
import { type ObjectShape, placeOf, refuseUndeclared } from './undeclared-columns.js';

/** The columns of an output row. */
interface RowShape {
  readonly output: readonly Column[];
  readonly single: boolean;
}

/** Returns the value of each column of an output row. Undefined if an error was reported. */
export function valuesOfRow(
  returned: Value,
  expression: ts.Node,
  { output, single }: RowShape,
  context: RowContext,
): readonly Expression[] | undefined {
  const given = context.heap ? asValue(returned, expression, context) : returned;
  if (!given) return undefined;
  const [column] = output;
  const [name] = column?.path ?? [];
  if (!single) return valuesOfObject(given, expression, { output, depth: 0 }, context);
  // A single struct is returned as it is: it is the only property of a row that the source does not write.
  if (name !== undefined) {
    const row: Value = { kind: 'object', properties: new Map([[name, given]]) };
    return valuesOfObject(row, expression, { output, depth: 1 }, context);
  }
  const value = column && resultOf(given, column, expression, context);
  return value && [value];
}

/** Returns a value as its column takes it. Undefined if an error was reported. */
function resultOf(given: Value, column: Column, node: ts.Node, context: RowContext): Expression | undefined {
  if (column.broken) return literal(null);
  if (column.element) return listResult(given, column, column.element, node, context);
  if (!isExpression(given)) return unsupportedValue(given, node, context);
  return fits(given, column, node, context) ? given : undefined;
}

function valuesOfObject(
  given: Value,
  expression: ts.Node,
  shape: ObjectShape,
  context: RowContext,
): readonly Expression[] | undefined {
  const value = rowAsObject(expanded(given), expression, context);
  const { output } = shape;
  // Columns that could not be parsed may have any name.
  if (output.some(({ unread }) => unread)) return undefined;
  if (isExpression(value) || value.kind !== 'object') {
    const names = new Set(output.map((column) => pathOf(column)[shape.depth] ?? column.name));
    return context.refuse(expression, {
      construct: 'A result that is not an object of the output columns',
      reason: 'The output columns are matched by name when the transform is built.',
      advice: `Return an object: \`{ ${[...names].join(', ')} }\`.`,
    });
  }
  const structs = new ResultStructs(value, output, expression, context);
  const findMissing = () =>
    output.flatMap((column) => (column.listed || structs.partAt(pathOf(column)) ? [] : [column.name]));
  const misspelt = refuseUndeclared(value, findMissing, expression, shape, context);
  const lists = new ResultLists(structs, output, expression, context);
  const values = output.map((column, index) => {
    if (column.listed) return lists.valueAt(index, column);
    const path = pathOf(column);
    const place = placeOf(path[shape.depth] ?? column.name, expression);
    const found = structs.partAt(path);
    if (!found) return misspelt.has(column.name) ? undefined : reportMissing(column.name, expression, context);
    const part = column.presence ? presenceIn(found.value) : found.value;
    const value = resultOf(part, column, place, context);
    return value && withinStruct(value, column, found);
  });
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Returns the row, or the whole state of an aggregate, as an object. */
function rowAsObject(value: Value, node: ts.Node, context: RowContext): Value {
  if (isExpression(value) || value.kind !== 'row') return value;
  return { kind: 'object', properties: new Map(partsOfRow(value, node, context)) };
}

/** The lists of structs of an output row. Each is taken apart once. */
class ResultLists {
  readonly #structs: ResultStructs;
  readonly #output: readonly Column[];
  readonly #node: ts.Node;
  readonly #context: RowContext;
  readonly #taken = new Map<string, ReadonlyMap<number, Expression> | undefined>();

  constructor(structs: ResultStructs, output: readonly Column[], node: ts.Node, context: RowContext) {
    this.#structs = structs;
    this.#output = output;
    this.#node = node;
    this.#context = context;
  }

  /** Returns the value of a column of a list of structs. Undefined if an error was reported. */
  valueAt(index: number, column: Column): Expression | undefined {
    const path = pathOf(column).slice(0, column.listed?.[0]);
    const found = this.#structs.enteredAt(path);
    if (!found) return reportMissing(column.name, this.#node, this.#context);
    if (found.isNull) return literal(null);
    const value = expanded(found.value);
    if (isExpression(value) && value.type.core.kind === 'nothing') return withinStruct(value, column, found);
    const key = path.join('\0');
    if (!this.#taken.has(key)) this.#taken.set(key, this.#take(value, path));
    const part = this.#taken.get(key)?.get(index);
    return part && withinStruct(part, column, found);
  }

  #take(list: Value, path: readonly string[]): ReadonlyMap<number, Expression> | undefined {
    const node = nodeAt(columnTree(this.#output), path);
    const columns = new RecordColumns(this.#output, this.#node, this.#context);
    return node?.kind === 'list' && columns.take(node.element, list) ? columns.values : undefined;
  }
}

/** Returns the tag of a struct that may be null. */
function presenceIn(value: Value): Value {
  if (isOptional(value)) return presenceOf(value);
  const isWhole =
    !isExpression(value) &&
    (value.kind === 'row' || value.kind === 'object' || value.kind === 'records' || value.kind === 'tuple');
  return isWhole ? literal(true) : value;
}

/** Returns a field as null where a struct around it is null. */
function withinStruct(part: Expression, { required }: Column, { missing, isNull }: StructPart): Expression {
  if (isNull) return literal(null);
  const value = required ? require(part) : part;
  return missing ? (conditional(missing, literal(null), value) ?? value) : value;
}

function reportMissing(column: string, node: ts.Node, context: RowContext): undefined {
  const names = { transform: context.owner, column: JSON.stringify(column) };
  return context.report(node, (span) => missingOutputColumn(span, names));
}

/** True if a value has the type of its column, or else reports it. Null and undefined are validated row by row. */
function fits(value: Expression, column: Column, node: ts.Node, context: RowContext): boolean {
  if (!isVariant(value.type) && joinTypes(value.type, columnValueType(column))) return true;
  context.report(node, (span) =>
    wrongResultType(span, {
      transform: context.owner,
      actual: describeValue(value.type),
      column: JSON.stringify(column.name),
      expected: presentType(column),
      advice: resultAdvice(column, value.type),
    }),
  );
  return false;
}
