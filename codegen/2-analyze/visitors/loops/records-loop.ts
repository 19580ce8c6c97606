import { ts } from '../../../1-parse/syntax/ts.js';
import { elementType } from '../../../ir/arrays.js';
import { literal } from '../../../ir/build.js';
import type { Expression } from '../../../ir/expression.js';
import type { Statement } from '../../../ir/statement.js';
import { intType } from '../../../ir/type.js';
import { advance, refuseChangedSource } from '../../arrays/walk.js';
import { joinFlows } from '../../context/flow.js';
import { labelled } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { withEffects } from '../../effects/with-effects.js';
import { bind } from '../../objects/bind-value.js';
import { firstArray, keepArrays, recordAt } from '../../objects/records.js';
import { unsupported } from '../../refusals/unsupported.js';
import { lineOf } from '../../syntax/line-of.js';
import type { RecordsValue } from '../../values/value.js';
import { visitBody } from './loop.js';

/** The names of a step: the element, and its index in a loop over `entries()`. */
interface Step {
  readonly element: ts.BindingName;
  readonly index?: ts.Identifier;
}

/** Visits `for (const { name, size } of people)`: a loop over the array of one part, beside a variable that counts the elements. */
export function visitRecordsLoop(
  node: ts.ForOfStatement,
  given: RecordsValue,
  step: Step | undefined,
  context: RowContext,
): readonly Statement[] {
  const { initializer } = node;
  const declaration = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
  if (!declaration || ((initializer as ts.VariableDeclarationList).flags & ts.NodeFlags.BlockScoped) === 0) {
    unsupported(initializer, context);
    return [];
  }
  const { element, index } = step ?? { element: declaration.name };
  const line = lineOf(node);
  const before = context.effects.collect(() => keepArrays(given, context));
  const records = before.result;
  const source = firstArray(records);
  const counter = context.variables.temporary('place', intType, true);
  const place: Expression = { kind: 'read', variable: counter, type: intType };
  const { start, after, label, ...parts } = untilStable(context, () => {
    const start = context.flow;
    const variable = context.variables.temporary('part', elementType(source.type), false);
    const { body, target } = visitBody(node, context, () => {
      const take = () => {
        bind(element, recordAt(records, place, context, context.variables.read(variable)), context);
        return [];
      };
      return [
        ...(index ? countInto(index, place, line, context) : []),
        ...withEffects(declaration, take, context),
        advance(counter, 1, line),
      ];
    });
    return {
      result: { variable, body, start, after: target.afterBreak, label: target.breakLabel },
      back: context.flow,
    };
  });
  context.flow = joinFlows(start, after);
  refuseChangedSource(source, parts.body, node.expression, context);
  const loop = labelled([{ kind: 'for-of', ...parts, source, line }], label, line);
  return [...before.before, { kind: 'declare', variable: counter, value: literal(0), line }, ...loop];
}

/** Declares the index of the element, which the body may change. */
export function countInto(
  index: ts.Identifier,
  place: Expression,
  line: number,
  context: RowContext,
): readonly Statement[] {
  const id = context.variables.declare(index, intType);
  context.names.bind(index, { kind: 'variable', id });
  return [{ kind: 'declare', variable: id, value: place, line }];
}
