import { ts } from '../../1-parse/syntax/ts.js';
import { not } from '../../ir/build.js';
import { access } from '../../ir/heap/access.js';
import type { Statement } from '../../ir/statement.js';
import { stringType } from '../../ir/type.js';
import { joinFlows } from '../context/flow.js';
import { labelled } from '../context/jumps.js';
import type { RowContext } from '../context/row-context.js';
import { untilStable } from '../context/until-stable.js';
import { withEffects } from '../effects/with-effects.js';
import { namesOf } from '../heap/dictionaries.js';
import { classOfValue, isReference, perform, requireObject } from '../heap/perform.js';
import { assignPart } from '../objects/assign-pattern.js';
import { bind } from '../objects/bind-value.js';
import { unsupported } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';
import { visitBody } from './loops/loop.js';

/** Visits `for (const word in counts)`: the names that the object has before the loop, without those that are deleted meanwhile. */
export function visitForInStatement(node: ts.ForInStatement, context: RowContext): readonly Statement[] {
  const line = lineOf(node);
  const { result: found, before } = context.effects.collect(() => {
    const value = context.heap ? context.visit.value(node.expression) : undefined;
    const to = classOfValue(value);
    if (!to || !isReference(value)) return value || !context.heap ? unsupported(node, context) : undefined;
    const object = requireObject(value, context);
    const names = namesOf(object, to, context);
    return names ? { object, to, names } : unsupported(node, context);
  });
  if (!found) return [];
  const { object, to, names } = found;
  const { start, after, label, variable, body } = untilStable(context, () => {
    const start = context.flow;
    const variable = context.variables.temporary('name', stringType(), false);
    const take = (): readonly Statement[] => {
      const name = context.variables.read(variable);
      if (to.kind === 'dictionary') {
        const has = perform(access('has', to, object, name), 'has', context);
        context.effects.push({
          kind: 'if',
          test: not(has),
          whenTrue: [{ kind: 'continue', line }],
          whenFalse: [],
          line,
        });
      }
      const { initializer } = node;
      const [declaration] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
      if (declaration) bind(declaration.name, name, context);
      else if (ts.isExpression(initializer)) assignPart(initializer, name, context);
      return [];
    };
    const { body, target } = visitBody(node, context, () => withEffects(node, take, context));
    return {
      result: { variable, body, start, after: target.afterBreak, label: target.breakLabel },
      back: context.flow,
    };
  });
  context.flow = joinFlows(start, after);
  return [...before, ...labelled([{ kind: 'for-of', variable, source: names, body, line }], label, line)];
}
