import { isAmbient } from '../../../1-parse/syntax/const-initializer.js';
import { ts } from '../../../1-parse/syntax/ts.js';
import { type Constant, type ConstantValue, isComposite } from '../../../ir/constant-value.js';
import type { Found } from '../parts.js';
import type { Evaluation } from './evaluation.js';
import { iterate } from './iterate.js';
import { evaluateRegExp } from './patterns.js';

/** Evaluates `new Set(list)`, `new Map(entries)` and `new RegExp(text, flags)`. */
export function evaluateNew(node: ts.NewExpression, evaluation: Evaluation): Found<ConstantValue> | undefined {
  const { expression } = node;
  const args: readonly ts.Expression[] = node.arguments ?? [];
  if (!ts.isIdentifier(expression) || !isAmbient(expression, evaluation.program.checker)) return undefined;
  if (expression.text === 'RegExp') return evaluateRegExp(args, evaluation);
  if (args.length > 1) return undefined;
  const [source] = args;
  // Null and undefined make empty collections.
  const elements = source ? iterate(source, evaluation, []) : [];
  if (!elements) return undefined;
  if (expression.text === 'Set') return setOf(elements);
  return expression.text === 'Map' ? mapOf(elements) : undefined;
}

// Sets and Maps tell objects apart by identity, which constants do not have.

function setOf(elements: readonly ConstantValue[]): Found<ConstantValue> | undefined {
  return elements.some(isComposite) ? undefined : { value: { kind: 'set', elements: [...new Set(elements)] } };
}

function mapOf(elements: readonly ConstantValue[]): Found<ConstantValue> | undefined {
  const map = new Map<Constant, ConstantValue>();
  for (const element of elements) {
    if (!isComposite(element) || element.kind !== 'array') return undefined;
    const [key, value] = element.elements;
    if (isComposite(key)) return undefined;
    map.set(key, value);
  }
  return { value: { kind: 'map', entries: [...map] } };
}
