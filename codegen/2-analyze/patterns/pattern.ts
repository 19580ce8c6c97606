import { constInitializer, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt, type Span, unsupportedSyntax } from '../../diagnostics/index.js';
import { type ConstantPattern, isPattern, showPattern } from '../../ir/constant-value.js';
import type { VariableId } from '../../ir/variable.js';
import { isRefusal } from '../../regex/compile-pattern.js';
import { compiledPattern } from '../../regex/known-patterns.js';
import type { Refusal } from '../../regex/syntax/refusal.js';
import { evaluateConstant } from '../constants/evaluate-constant.js';
import { newPattern } from '../constants/evaluation/patterns.js';
import { referTo } from '../constants/references.js';
import type { RowContext } from '../context/row-context.js';
import { refuseRegExp, refuseRegExpChoice } from '../refusals/regular-expressions.js';
import { reportUnknownName } from '../refusals/unknown-constants.js';
import { isReference, knownValue } from '../values/constant-reference.js';
import { isStateful, makesPattern } from './searches.js';

/** A regular expression that a row function uses. */
export interface Pattern {
  readonly constant: ConstantPattern;
  /** The number of its groups. */
  readonly groups: number;
  /** The numbers of the groups of each name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** True if it is written where it is used, so that each evaluation makes a new object. */
  readonly isNew: boolean;
  /** True if the matches that `replace` finds take no memory, so that it can be computed where the result is written. */
  readonly replacesLazily: boolean;
  /** The variable of its searches, if the row function made it before. */
  readonly search?: VariableId | undefined;
}

/** True if an expression is a regular expression by its type, which may also be null or undefined: `table.digits?.test(s)`. */
export function isPatternNode(node: ts.Expression, { program: { checker } }: RowContext): boolean {
  const symbol = checker.getNonNullableType(checker.getTypeAtLocation(node)).getSymbol();
  return (
    symbol?.name === 'RegExp' && symbol.declarations?.every((one) => one.getSourceFile().isDeclarationFile) === true
  );
}

/** Returns the regular expression that JavaScript makes of a text. Undefined if an error was reported. */
export function patternOfText(node: ts.Expression, flags: string, context: RowContext): Pattern | undefined {
  const text = context.visit.expression(node);
  if (!text) return undefined;
  const isKnown = text.kind === 'literal' && typeof text.value === 'string';
  const constant = isKnown ? newPattern(String(text.value), flags) : undefined;
  return constant ? compiled(constant, true, node, context) : refuseRegExp(node, context);
}

/** Returns the regular expression that an expression is. Undefined if an error was reported. */
export function patternOf(node: ts.Expression, context: RowContext): Pattern | undefined {
  const reference = referTo(node, context);
  if (reference === 'reported') return undefined;
  const constant = isReference(reference) ? knownValue(reference)?.value : undefined;
  const written = unwrap(node);
  if (!isPattern(constant)) {
    if (ts.isNewExpression(written)) return refuseRegExp(node, context);
    if (isReference(reference) && !knownValue(reference)) return refuseRegExpChoice(node, context);
    const moved = ts.isIdentifier(written) ? writtenPattern(written, context) : undefined;
    if (moved) return refuseMoved(written, moved, context);
    if (ts.isIdentifier(written)) {
      const binding = context.names.bindingOf(written);
      // A broken name was reported where it is declared.
      if (binding?.kind === 'broken') return undefined;
      if (!binding && constInitializer(written, context.program.checker)) return reportUnknownName(written, context);
    }
    return context.refuse(node, {
      construct: `The regular expression \`${excerpt(node.getText(), 40)}\``,
      reason: 'Its text and its flags must be known when the transform is built.',
      advice: 'Write it as a literal where it is used, or as a constant: `const digits = /[0-9]+/;`.',
    });
  }
  const pattern = compiled(constant, makesPattern(written), node, context);
  return pattern && { ...pattern, search: context.searches.get(constant) };
}

/** Returns the regular expression that a `const` is declared with, also if its `lastIndex` is assigned. */
export function writtenPattern(name: ts.Identifier, { program }: RowContext): ConstantPattern | undefined {
  const written = constInitializer(name, program.checker);
  const value = written && evaluateConstant(written, program)?.value;
  return isPattern(value) ? value : undefined;
}

/** Reports a constant of the module whose `lastIndex` is assigned. */
function refuseMoved(node: ts.Expression, pattern: ConstantPattern, context: RowContext): undefined {
  const name = node.getText();
  return context.refuse(node, {
    construct: `\`${name}\`, a regular expression of the module whose \`lastIndex\` is assigned,`,
    reason: 'Rows are evaluated in any order, and many at once: no place is carried from one to the next.',
    advice: `Make it in the row function: \`const ${name} = ${excerpt(showPattern(pattern), 60)};\`.`,
  });
}

function compiled(
  constant: ConstantPattern,
  isNew: boolean,
  node: ts.Expression,
  context: RowContext,
): Pattern | undefined {
  const found = compiledPattern(constant.source, constant.flags);
  if (!isRefusal(found)) {
    const { groups, names, engines } = found;
    const engine = constant.flags.includes('g') ? engines.all : engines.first;
    return { constant, groups, names, isNew, replacesLazily: engine !== 'two passes' };
  }
  const refusal = {
    construct: `${found.construct} in \`${excerpt(showPattern(constant), 60)}\``,
    reason: found.reason,
    advice: found.advice,
  };
  const written = unwrap(node);
  return context.report(written, (span) =>
    unsupportedSyntax(ts.isRegularExpressionLiteral(written) ? partOf(span, found) : span, refusal),
  );
}

/** Returns the span of a part of the literal at a span, which begins behind the slash. Without a part, it is the whole literal. */
function partOf(span: Span, { start, end }: Refusal): Span {
  if (end <= start) return span;
  const [from, to] = [start + 1, end + 1];
  return {
    ...span,
    start: span.start + from,
    end: span.start + to,
    column: span.column + from,
    endLine: span.line,
    endColumn: span.column + to,
  };
}

/** True if searches with a pattern begin where the last one ended. */
export function hasState({ constant }: Pattern): boolean {
  return isStateful(constant);
}

/** Reports a method that would carry a place from one call to the next. */
export function refuseState(
  method: string,
  { constant, search }: Pattern,
  node: ts.Node,
  context: RowContext,
): undefined {
  const flag = constant.flags.includes('g') ? 'g' : 'y';
  return context.refuse(node, {
    construct: `\`${method}\` of a named regular expression with the flag \`${flag}\``,
    reason:
      search === undefined
        ? 'It begins where the call before it ended, which may have been for another row.'
        : 'It begins at `lastIndex`, from which only `exec`, `test` and `match` go on.',
    advice:
      flag === 'g'
        ? 'Go through all matches with `for (const match of s.matchAll(pattern))`; leave out the flag to ask for the first match.'
        : 'Leave out the flag, and begin the expression with `^`.',
  });
}
