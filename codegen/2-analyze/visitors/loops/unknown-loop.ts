import { ts } from '../../../1-parse/syntax/ts.js';
import type { Statement } from '../../../ir/statement.js';
import { joinFlows } from '../../context/flow.js';
import type { RowContext } from '../../context/row-context.js';
import { untilStable } from '../../context/until-stable.js';
import { bind } from '../../objects/bind-value.js';
import { replacedNames } from '../../syntax/assignments.js';
import { visitBody } from './loop.js';

/** Visits a `for … of` over a reported value: the names of its head are unknown in the body. */
export function visitUnknownLoop(node: ts.ForOfStatement, context: RowContext): readonly Statement[] {
  const { initializer } = node;
  const [declaration] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
  if (declaration) bind(declaration.name, undefined, context);
  else if (ts.isExpression(initializer)) for (const name of replacedNames(initializer)) context.names.forget(name);
  const start = context.flow;
  const after = untilStable(context, () => {
    const { target } = visitBody(node, context);
    return { result: target.afterBreak, back: context.flow };
  });
  context.flow = joinFlows(start, after);
  return [];
}
