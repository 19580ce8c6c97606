import { split } from '../../ir/arrays.js';
import { concat, conditional, equal, literal, onePiece, require, stringCall, toText } from '../../ir/build.js';
import { type ConstantPattern, showPattern } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { isRefusal } from '../../regex/compile-pattern.js';
import { compiledPattern } from '../../regex/known-patterns.js';
import type { StringForm } from '../../regex/string-form.js';
import type { RowContext } from '../context/row-context.js';
import { keepExpression } from '../effects/effects.js';
import { lasting } from '../effects/stored-value.js';
import { replaceStrings, withoutDollars } from '../strings/replace.js';
import type { Pattern } from './pattern.js';

/** An operation of strings, and its value. */
interface StringOperation {
  readonly name: string;
  readonly value: Expression | undefined;
}

type TextForm = Extract<StringForm, { kind: 'text' }>;

/** Compiles `pattern.test(s)` as an operation of strings, if there is one. */
export function testByString(pattern: Pattern, subject: Expression, context: RowContext): Expression | undefined {
  const form = formsOf(pattern.constant)?.tested;
  return form?.kind === 'text' ? noted(pattern, testOperation(form, subject), context) : undefined;
}

function testOperation({ text, atStart, atEnd }: TextForm, subject: Expression): StringOperation {
  const searched = literal(text);
  if (atStart && atEnd) return { name: '===', value: equal(subject, searched) };
  const name = atStart ? 'startsWith' : atEnd ? 'endsWith' : 'includes';
  return { name, value: stringCall(name, subject, searched) };
}

/** Compiles `s.search(pattern)` as an operation of strings, if there is one. */
export function searchByString(pattern: Pattern, subject: Expression, context: RowContext): Expression | undefined {
  const text = textAnywhere(pattern);
  if (text === undefined) return undefined;
  return noted(pattern, { name: 'indexOf', value: stringCall('indexOf', subject, literal(text)) }, context);
}

/** Compiles `s.split(pattern, limit)` as an operation of strings, if there is one. */
export function splitByString(
  pattern: Pattern,
  subject: Expression,
  limit: Expression | undefined,
  context: RowContext,
): Expression | undefined {
  const text = pattern.groups === 0 ? textAnywhere(pattern) : undefined;
  if (text === undefined) return undefined;
  const value = split(lasting(require(subject), context), literal(text), limit);
  return noted(pattern, { name: 'split', value }, context);
}

/** Compiles `s.replace(pattern, replacement)` as an operation of strings, if there is one. */
export function replaceByString(
  pattern: Pattern,
  subject: Expression,
  replacement: Expression,
  context: RowContext,
): Expression | undefined {
  const form = formsOf(pattern.constant)?.found;
  const isGlobal = pattern.constant.flags.includes('g');
  if (form?.kind === 'spaces') {
    const isRemoved = replacement.kind === 'literal' && replacement.value === '';
    if (!isRemoved || (form.at === 'both' && !isGlobal)) return undefined;
    const name = ({ both: 'trim', start: 'trimStart', end: 'trimEnd' } as const)[form.at];
    return noted(pattern, { name, value: stringCall(name, subject) }, context);
  }
  // A replacement may name groups.
  if (!form || pattern.groups > 0) return undefined;
  if (form.atStart || form.atEnd) {
    const operation = replaceAtEnd(form, subject, replacement, context);
    return operation && noted(pattern, operation, context);
  }
  const value = replaceStrings(isGlobal ? 'all' : 'first', subject, [literal(form.text), replacement]);
  return noted(pattern, { name: isGlobal ? 'replaceAll' : 'replace', value }, context);
}

/** Replaces a text at one end of the subject, or the whole subject. */
function replaceAtEnd(
  form: TextForm,
  subject: Expression,
  replacement: Expression,
  context: RowContext,
): StringOperation | undefined {
  if (replacement.kind !== 'literal' || typeof replacement.value !== 'string') return undefined;
  const plain = withoutDollars(replacement.value, literal(form.text));
  if (!plain) return undefined;
  const text = keepExpression(onePiece(toText(require(subject))), 'text', context);
  const { name, value: test } = testOperation(form, text);
  const { length } = form.text;
  const parts =
    form.atStart && form.atEnd
      ? [plain]
      : form.atStart
        ? [plain, stringCall('slice', text, literal(length))]
        : [stringCall('slice', text, literal(0), literal(-length)), plain];
  return { name, value: test && conditional(test, concat(parts), text) };
}

/** Returns the text that a pattern finds anywhere. */
function textAnywhere({ constant }: Pattern): string | undefined {
  const form = formsOf(constant)?.found;
  return form?.kind === 'text' && !form.atStart && !form.atEnd ? form.text : undefined;
}

function formsOf({ source, flags }: ConstantPattern) {
  const compiled = compiledPattern(source, flags);
  return isRefusal(compiled) ? undefined : compiled.forms;
}

/** Notes for `explain` that no engine runs. */
function noted({ constant }: Pattern, { name, value }: StringOperation, context: RowContext): Expression | undefined {
  if (!value) return undefined;
  const shown = showPattern(constant);
  context.stringOperations.set(shown, (context.stringOperations.get(shown) ?? new Set()).add(name));
  return value;
}
