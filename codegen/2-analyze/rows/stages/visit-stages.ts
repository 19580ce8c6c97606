import type { ParsedStages } from '../../../1-parse/parsed-transform.js';
import { literal } from '../../../ir/build.js';
import { leaves } from '../../../ir/rewrite.js';
import type { Statement } from '../../../ir/statement.js';
import { labelled, withoutLastLeave } from '../../context/jumps.js';
import type { RowContext } from '../../context/row-context.js';
import { sequence } from '../../effects/effects.js';
import { checkForm } from '../../functions/check-form.js';
import { findAssignments } from '../../syntax/assignments.js';
import { lineOf } from '../../syntax/line-of.js';
import { RowCounter } from './row-counter.js';
import { StageChain } from './stage-chain.js';
import { StageNumbers } from './stage-numbers.js';
import { withoutUnreadText } from './unread-text.js';

/**
 * Visits the stages of a pipe, or of the input of an aggregate, as the body of one row function. Each stage is a function that is
 * inlined behind the one before, and gets the values that columns between them would hold.
 */
export function visitStages(pipe: ParsedStages, context: RowContext): readonly Statement[] {
  for (const { transform } of pipe.stages) {
    for (const node of [transform.row, transform.where])
      if (node) context.names.addAssignments(findAssignments(node, context.program.checker));
  }
  context.effects.line = lineOf(pipe.call);
  context.effects.statement = pipe.call;
  const { result, before } = context.effects.collect(() => visitRow(pipe, context));
  return withoutUnreadText(sequence(before, result), context);
}

/** Visits all stages. Returns the statements behind their side effects: the end of the row, if control reaches it. */
function visitRow(pipe: ParsedStages, context: RowContext): readonly Statement[] {
  if (pipe.stages.length === 0) return groupStoredColumns(pipe, context);
  for (const { transform } of pipe.stages) checkForm(transform, context);
  const numbers = new StageNumbers(pipe, context);
  const counted = pipe.kind === 'pipe' ? pipe.counts?.place : undefined;
  if (counted !== undefined) return countRows(counted, pipe, numbers, context);
  new StageChain(pipe, numbers, undefined, context).visit(undefined);
  if (!context.flow) return [];
  context.flow = undefined;
  return [{ kind: 'return', values: [], line: lineOf(pipe.call) }];
}

/** An aggregate without stages groups columns of the input as they are stored. */
function groupStoredColumns(pipe: ParsedStages, context: RowContext): readonly Statement[] {
  const places = pipe.kind === 'aggregate' ? pipe.places : [];
  const values = places.map((place) => context.variables.read(context.variables.keptColumn(place)));
  context.flow = undefined;
  return [{ kind: 'return', values, line: context.effects.line }];
}

/** The row of a counting pass: the number of rows that reach the stage at a place. */
function countRows(
  place: number,
  pipe: ParsedStages,
  numbers: StageNumbers,
  context: RowContext,
): readonly Statement[] {
  const { flow } = context;
  const { line } = context.effects;
  const counter = new RowCounter('rows', literal(0), context);
  const end = context.newLabel();
  const chain = new StageChain(pipe, numbers, { place, counter }, context);
  const { before } = context.effects.collect(() => chain.visit(end));
  context.effects.push(...labelled(withoutLastLeave(before, end), end, line));
  const goesOn = context.flow !== undefined || leaves(before, end);
  context.flow = undefined;
  if (!goesOn) return [];
  context.flow = flow;
  const values = [counter.read()];
  context.flow = undefined;
  return [{ kind: 'return', values, line }];
}
