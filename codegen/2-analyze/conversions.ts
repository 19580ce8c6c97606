import { isAmbient } from '../1-parse/const-initializer.js';
import { ts } from '../1-parse/ts.js';
import { unsupportedOperation } from '../diagnostics/index.js';
import { toBigInt, toNumber } from '../ir/build.js';
import type { Expression } from '../ir/expression.js';
import { describeType, mayBeAbsent } from '../ir/type.js';
import type { RowContext } from './row-context.js';
import { unsupported } from './unsupported.js';
import { visitExpression } from './visitors/index.js';

export type Conversion = 'BigInt' | 'Number';

/** The conversion that a call is, where the name is the platform's own. */
export function conversionCalled({ expression }: ts.CallExpression, context: RowContext): Conversion | undefined {
  if (!ts.isIdentifier(expression) || (expression.text !== 'BigInt' && expression.text !== 'Number')) return undefined;
  return isAmbient(expression, context.program.checker) ? expression.text : undefined;
}

/** `BigInt(x)` and `Number(x)`. */
export function callConversion(
  conversion: Conversion,
  node: ts.CallExpression,
  context: RowContext,
): Expression | undefined {
  const [argument, ...rest] = node.arguments;
  if (node.questionDotToken || !argument || rest.length > 0 || ts.isSpreadElement(argument)) {
    return unsupported(node, context);
  }
  const operand = visitExpression(argument, context);
  if (!operand) return undefined;
  const { kind } = operand.type.core;
  const refuse = (advice: string) =>
    context.report(node, (span) =>
      unsupportedOperation(span, {
        operator: conversion,
        left: describeType(operand.type),
        right: 'nothing',
        advice,
      }),
    );
  if (kind === 'string') return refuse('Take the value from a numeric column: strings are not parsed to numbers yet.');
  if (conversion === 'Number') return toNumber(operand);
  return kind === 'nothing' || mayBeAbsent(operand.type)
    ? refuse('JavaScript throws for null and undefined: test for them first, or give another value with `??`.')
    : toBigInt(operand);
}
