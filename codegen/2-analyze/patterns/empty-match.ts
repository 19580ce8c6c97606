import { constInitializer, resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { literal } from '../../ir/build.js';
import { type ConstantPattern, isPattern } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import { newSearch } from '../../ir/patterns.js';
import { isRefusal } from '../../regex/compile-pattern.js';
import { compiledPattern } from '../../regex/known-patterns.js';
import { evaluateConstant } from '../constants/evaluate-constant.js';
import type { RowContext } from '../context/row-context.js';
import { anyValue } from '../values/any-value.js';
import { knownValue } from '../values/constant-reference.js';
import { isExpression, mapLeaves, type Value } from '../values/value.js';
import { matchValue } from './match-value.js';
import { isPatternNode, writtenPattern } from './pattern.js';

/**
 * Returns null or undefined with the parts of the match that the name is assigned later, so that there are variables for them:
 * `let match; while ((match = pattern.exec(s)))`. Returns any other value unchanged.
 */
export function emptyMatch(name: ts.BindingName, value: Value, context: RowContext): Value {
  if (!isExpression(value) || value.type.core.kind !== 'nothing' || !ts.isIdentifier(name)) return value;
  const entered = new Set<ts.Node>();
  const [pattern] = matchesOf(name, context).flatMap((match) => patternsIn(match, context, entered));
  const compiled = pattern && compiledPattern(pattern.source, pattern.flags);
  if (!compiled || isRefusal(compiled)) return value;
  const { groups, names } = compiled;
  const match = matchValue(newSearch(pattern), 'all', literal(''), { constant: pattern, groups, names });
  return { kind: 'optional', tagged: true, present: value, value: mapLeaves(match, emptyPart) };
}

function emptyPart({ type }: Expression): Expression {
  return type.mayBeUndefined ? literal(undefined) : anyValue(type);
}

/** Returns the value that a name is assigned, if that is a match. */
function assignedMatch(target: ts.Node, context: RowContext): readonly ts.Expression[] {
  let { parent } = target;
  while (ts.isParenthesizedExpression(parent)) parent = parent.parent;
  if (!ts.isBinaryExpression(parent) || unwrap(parent.left) !== target) return [];
  return isMatch(parent.right, context) ? [parent.right] : [];
}

/** Returns the matches that a variable is declared with, and is assigned. */
function matchesOf(name: ts.Identifier, context: RowContext): readonly ts.Expression[] {
  const declaration = resolveSymbol(name, context.program.checker)?.valueDeclaration;
  const written = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return [
    ...(written ? [written] : []),
    ...context.names.assignmentsOf(name).flatMap((target) => assignedMatch(target, context)),
  ];
}

/** True if an expression is a match by its type, or null. */
function isMatch(node: ts.Expression, { program: { checker } }: RowContext): boolean {
  const name = checker.getNonNullableType(checker.getTypeAtLocation(node)).getSymbol()?.name;
  return name === 'RegExpExecArray' || name === 'RegExpMatchArray';
}

/** Returns the regular expressions of all matches in a node, in the functions that it calls, and in the variables that it names. */
function patternsIn(root: ts.Node, context: RowContext, entered: Set<ts.Node>): readonly ConstantPattern[] {
  if (entered.has(root)) return [];
  entered.add(root);
  return [...nodesIn(root)].flatMap((node) => {
    if (ts.isIdentifier(node) && isMatch(node, context))
      return matchesOf(node, context).flatMap((match) => patternsIn(match, context, entered));
    if (!ts.isCallExpression(node)) return [];
    const callee = unwrap(node.expression);
    const called = ts.isIdentifier(callee) ? functionOf(callee, context) : undefined;
    return called ? patternsIn(called, context, entered) : patternOfMatch(callee, node.arguments[0], context);
  });
}

/** Returns the function that a name stands for. */
function functionOf(name: ts.Identifier, { program: { checker } }: RowContext): ts.Node | undefined {
  const declaration = resolveSymbol(name, checker)?.valueDeclaration;
  if (declaration && ts.isFunctionDeclaration(declaration)) return declaration.body;
  const written = constInitializer(name, checker);
  return written && ts.isFunctionLike(written) ? written : undefined;
}

/** Returns the regular expression of `pattern.exec(s)` or `s.match(pattern)`, which with the flag `g` gives no match but texts. */
function patternOfMatch(callee: ts.Expression, argument: ts.Expression | undefined, context: RowContext) {
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const node = callee.name.text === 'exec' ? callee.expression : callee.name.text === 'match' ? argument : undefined;
  const pattern = node && isPatternNode(node, context) ? knownPattern(unwrap(node), context) : undefined;
  return pattern && !(node === argument && pattern.flags.includes('g')) ? [pattern] : [];
}

/** Returns the regular expression that a name or a literal stands for, also of one that is declared later. */
function knownPattern(node: ts.Expression, context: RowContext): ConstantPattern | undefined {
  const binding = ts.isIdentifier(node) ? context.names.bindingOf(node) : undefined;
  if (ts.isIdentifier(node) && binding?.kind !== 'constant') return writtenPattern(node, context);
  const value =
    binding?.kind === 'constant'
      ? knownValue(binding.reference)?.value
      : evaluateConstant(node, context.program)?.value;
  return isPattern(value) ? value : undefined;
}
