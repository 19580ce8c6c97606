import { isAmbient } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { literal, toBigInt, toNumber } from '../../ir/build.js';
import type { Expression } from '../../ir/expression.js';
import { call } from '../../ir/intrinsics/call.js';
import { isVariant, mayBeAbsent } from '../../ir/type.js';
import { type Converter, visitConverted } from '../choices/converted.js';
import { visitTest } from '../choices/test.js';
import type { RowContext } from '../context/row-context.js';
import { byKind } from '../effects/variants.js';
import { asOperand } from '../heap/as-operand.js';
import { unsupported } from '../refusals/unsupported.js';
import { concatenate } from '../strings/concatenate.js';
import { visitText } from '../strings/text.js';
import { describeValue } from '../values/described-values.js';
import { visitNumeric } from './dates.js';

export type Conversion = 'BigInt' | 'Boolean' | 'Number' | 'String';

/** Converts a value to a number, as each kind that it may be of. */
function numberOfAny(
  value: Expression,
  refused: readonly string[],
  node: ts.Node,
  context: RowContext,
): Expression | undefined {
  const convert = (one: Expression) =>
    refused.includes(one.type.core.kind) ? unsupported(node, context) : toNumber(one);
  return byKind(value, convert, context);
}

/** Returns the conversion that a call makes, if the name is the global one. */
export function conversionCalled({ expression }: ts.CallExpression, context: RowContext): Conversion | undefined {
  if (!ts.isIdentifier(expression)) return undefined;
  const conversion = conversions.find((name) => name === expression.text);
  return conversion && isAmbient(expression, context.program.checker) ? conversion : undefined;
}

const conversions: readonly Conversion[] = ['BigInt', 'Boolean', 'Number', 'String'];

/** `Number(x)`, which also takes bigints. */
const numberOf = converterOf(['array', 'reference']);
/** `+x`, for which JavaScript throws if `x` is a bigint. */
const plusOf = converterOf(['array', 'reference', 'bigint']);

function converterOf(refused: readonly string[]): Converter {
  return {
    visit: visitNumeric,
    convert: (value, node, context) => numberOfAny(value, refused, node, context),
  };
}

/** Visits the operand of `+x`, such as `hours ?? 0`. The value may still be of another kind. */
export function visitPlusOperand(node: ts.Expression, context: RowContext): Expression | undefined {
  const value = visitConverted(node, plusOf, context);
  return value && isVariant(value.type) ? plusOf.convert(value, node, context) : value;
}

/** Compiles `BigInt(x)`, `Boolean(x)`, `Number(x)` and `String(x)`. */
export function callConversion(
  conversion: Conversion,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [argument, ...rest] = node.arguments;
  if (conversion === 'String' && !argument) return literal('');
  if (conversion === 'Number' && !argument) return literal(0);
  if (conversion === 'Boolean' && !argument) return literal(false);
  if (node.questionDotToken || !argument || rest.length > 0 || ts.isSpreadElement(argument)) {
    return unsupported(node, context);
  }
  if (conversion === 'Boolean') return visitTest(argument, context);
  const operand =
    conversion === 'Number'
      ? visitConverted(argument, numberOf, context)
      : conversion === 'String'
        ? visitText(argument, context)
        : context.visit.expression(argument);
  if (!operand) return undefined;
  if (conversion === 'String') return concatenate([operand], node, context);
  if (!asOperand(operand, argument, context)) return undefined;
  const { kind } = operand.type.core;
  const refuse = (advice: string) =>
    context.report(node, (span) =>
      unsupportedOperation(span, {
        operation: `\`${conversion}\``,
        operands: describeValue(operand.type),
        advice,
      }),
    );
  if (kind === 'array') return refuse('Take an element of it.');
  if (conversion === 'Number') return numberOfAny(operand, ['reference'], node, context);
  return kind === 'nothing' || mayBeAbsent(operand.type)
    ? refuse('JavaScript throws for null and undefined: test for them first, or give another value with `??`.')
    : kind === 'string'
      ? call('StringToBigInt', operand)
      : toBigInt(operand);
}
