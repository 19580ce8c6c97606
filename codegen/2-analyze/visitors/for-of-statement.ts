import { ts } from '../../1-parse/syntax/ts.js';
import { unsupportedOperation } from '../../diagnostics/index.js';
import { elementType } from '../../ir/arrays.js';
import { onePiece, require } from '../../ir/build.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Statement } from '../../ir/statement.js';
import { stringType, type Type } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { arrayValue } from '../arrays/values.js';
import { refuseChangedSource } from '../arrays/walk.js';
import { readReference, referTo } from '../constants/references.js';
import { joinFlows } from '../context/flow.js';
import { labelled } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { withEffects } from '../effects/with-effects.js';
import { assignPart } from '../objects/assign-pattern.js';
import { bind } from '../objects/bind-value.js';
import { declareSearches } from '../patterns/searches.js';
import { unsupported, unsupportedAs } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';
import { describeValue } from '../values/described-values.js';
import { isExpression } from '../values/value.js';
import { visitConstantLoop } from './loops/constant-loop.js';
import { entriesOf, visitEntriesLoop } from './loops/entries-loop.js';
import { visitBody } from './loops/loop.js';
import { matchesOf, visitMatchesLoop } from './loops/matches-loop.js';
import { visitRecordsLoop } from './loops/records-loop.js';
import { visitSharedLoop } from './loops/shared-loop.js';
import { mostPlaces, visitTupleLoop } from './loops/tuple-loop.js';
import { visitUnknownLoop } from './loops/unknown-loop.js';

/** Visits a loop over the code points of a string, or over the elements or `entries()` of an array. */
export function visitForOfStatement(node: ts.ForOfStatement, context: RowContext): readonly Statement[] {
  const { initializer, expression } = node;
  const shared = node.awaitModifier ? undefined : visitSharedLoop(node, context);
  if (shared) return shared;
  const entries = node.awaitModifier ? undefined : entriesOf(node, context);
  if (entries) return visitEntriesLoop(entries, node, context);
  const matches = node.awaitModifier ? undefined : matchesOf(node, context);
  if (matches) return visitMatchesLoop(matches, node, context);
  const constant = referTo(expression, context);
  if (constant === 'reported') return visitUnknownLoop(node, context);
  if (constant) declareSearches(constant, expression, context);
  if (constant?.candidates.some(isComposite)) return visitConstantLoop(node, constant, context);
  const given = constant ? readReference(constant, expression, context) : context.visit.value(expression);
  if (node.awaitModifier) {
    unsupported(node, context);
    return [];
  }
  if (!given) return visitUnknownLoop(node, context);
  const isTuple = !isExpression(given) && given.kind === 'tuple' && given.elements.length <= mostPlaces;
  if (isTuple) return visitTupleLoop(node, given, context);
  if (!isExpression(given) && given.kind === 'records') return visitRecordsLoop(node, given, undefined, context);
  const value = arrayValue(given, expression, context);
  if (ts.isVariableDeclarationList(initializer) && (initializer.flags & ts.NodeFlags.BlockScoped) === 0) {
    unsupportedAs('var', initializer, context);
    return [];
  }
  const kind = value?.type.core.kind;
  if (value && kind !== 'string' && kind !== 'array') {
    context.report(expression, (span) =>
      unsupportedOperation(span, {
        operation: '`for … of`',
        operands: describeValue(value.type),
        advice: 'Go through a string or an array; up to a number count: `for (let i = 0; i < n; i++)`.',
      }),
    );
    return visitUnknownLoop(node, context);
  }
  if (!value) return visitUnknownLoop(node, context);
  const source = onePiece(require(value));
  const step = source.type.core.kind === 'array' ? elementType(source.type) : stringType();
  const { start, after, label, ...parts } = untilStable(context, () => {
    const start = context.flow;
    const { variable, take } = visitHead(initializer, step, context);
    const { body, target } = visitBody(node, context, take);
    return {
      result: { variable, body, start, after: target.afterBreak, label: target.breakLabel },
      back: context.flow,
    };
  });
  context.flow = joinFlows(start, after);
  refuseChangedSource(source, parts.body, expression, context);
  const line = lineOf(node);
  return labelled([{ kind: 'for-of', ...parts, source, ...context.reference.loops.originOf(node), line }], label, line);
}

/** Returns the variable of a step. `take` assigns it to the head of the loop if that is not a plain declaration. */
function visitHead(
  initializer: ts.ForInitializer,
  step: Type,
  context: RowContext,
): { readonly variable: VariableId; readonly take?: () => readonly Statement[] } {
  const declaration = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
  if (declaration && ts.isIdentifier(declaration.name)) {
    const variable = context.variables.declare(declaration.name, step);
    context.names.bind(declaration.name, { kind: 'variable', id: variable });
    return { variable };
  }
  const variable = context.variables.temporary('element', step, false);
  const take = () => {
    const element = context.variables.read(variable);
    if (declaration) bind(declaration.name, element, context);
    else if (ts.isExpression(initializer)) assignPart(initializer, element, context);
    return [];
  };
  return { variable, take: () => withEffects(initializer, take, context) };
}
