import { unwrap } from '../../1-parse/const-initializer.js';
import { propertyName } from '../../1-parse/schema.js';
import { ts } from '../../1-parse/ts.js';
import {
  missingOutputColumn,
  undeclaredOutputColumn,
  unsupportedSyntax,
  wrongResultType,
} from '../../diagnostics/index.js';
import { literal } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import type { Column } from '../../ir/row-function.js';
import type { Statement } from '../../ir/statement.js';
import { describeType, joinTypes } from '../../ir/type.js';
import { columnValueType, type RowContext } from '../row-context.js';
import { visitBranches } from './if-statement.js';
import { lineOf, visitExpression } from './index.js';
import { visitTest } from './test.js';

export function visitReturnStatement(node: ts.ReturnStatement, context: RowContext): readonly Statement[] {
  const line = lineOf(node);
  if (node.expression) return visitResult(node.expression, line, context);
  context.flow = undefined;
  return [{ kind: 'return', values: context.output.map(() => literal(undefined)), line }];
}

/** The statements that end a row with the value of an expression. */
export function visitResult(expression: ts.Expression, line: number, context: RowContext): readonly Statement[] {
  const statements = context.single
    ? visitSingle(expression, line, context)
    : visitObject(unwrap(expression), line, context);
  context.flow = undefined;
  return statements;
}

function visitSingle(expression: ts.Expression, line: number, context: RowContext): readonly Statement[] {
  const [column] = context.output;
  const value = visitExpression(expression, context);
  return column && value && fits(value, column, expression, context) ? [{ kind: 'return', values: [value], line }] : [];
}

function visitObject(expression: ts.Expression, line: number, context: RowContext): readonly Statement[] {
  if (ts.isConditionalExpression(expression)) {
    const test = visitTest(expression.condition, context) ?? literal(true);
    const branch = (result: ts.Expression) => () => visitResult(result, line, context);
    return [visitBranches(test, line, branch(expression.whenTrue), branch(expression.whenFalse), context)];
  }
  if (!ts.isObjectLiteralExpression(expression)) {
    context.report(expression, (span) =>
      unsupportedSyntax(span, {
        construct: 'A result that is not written out as an object',
        reason: 'The output columns are matched by name when the transform is built.',
        advice: `Return an object literal: \`{ ${context.output.map(({ name }) => name).join(', ')} }\`.`,
      }),
    );
    return [];
  }
  const given = new Map<string, Expression | undefined>();
  let readable = true;
  for (const member of expression.properties) {
    const value = ts.isPropertyAssignment(member)
      ? member.initializer
      : ts.isShorthandPropertyAssignment(member)
        ? member.name
        : undefined;
    const name = member.name && propertyName(member.name);
    if (!value || name === undefined || setsPrototype(member)) {
      context.report(member, (span) =>
        unsupportedSyntax(span, {
          construct: `\`${member.getText()}\` in a result`,
          reason: 'The output columns are matched by name when the transform is built.',
          advice: "Write each output column as `name: value`, and one called __proto__ as `['__proto__']: value`.",
        }),
      );
      readable = false;
      continue;
    }
    const column = context.output.find((declared) => declared.name === name);
    if (!column) {
      context.report(member, (span) => undeclaredOutputColumn(span, { column: JSON.stringify(name) }));
      continue;
    }
    const result = visitExpression(value, context);
    given.set(name, result && fits(result, column, value, context) ? result : undefined);
  }
  const values = context.output.map(({ name }) => {
    if (readable && !given.has(name))
      context.report(expression, (span) => missingOutputColumn(span, { column: JSON.stringify(name) }));
    return given.get(name);
  });
  return values.every((value) => value !== undefined) ? [{ kind: 'return', values, line }] : [];
}

/** `__proto__: value` sets an object's prototype, and makes no property (ECMA-262, B.3.1). */
function setsPrototype(member: ts.ObjectLiteralElementLike): boolean {
  return (
    ts.isPropertyAssignment(member) &&
    (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) &&
    member.name.text === '__proto__'
  );
}

/** A value of another kind than the column's would have to be converted. Null and undefined are judged row by row. */
function fits(value: Expression, column: Column, node: ts.Expression, context: RowContext): boolean {
  if (joinTypes(value.type, columnValueType(column))) return true;
  context.report(node, (span) =>
    wrongResultType(span, {
      actual: `a ${describeType(value.type)}`,
      column: JSON.stringify(column.name),
      expected: column.type,
      advice:
        column.type === 'utf8'
          ? 'Convert it with a template literal.'
          : 'Change the value, or the column type in `output`.',
    }),
  );
  return false;
}
