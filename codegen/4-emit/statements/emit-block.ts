import { leaves } from '../../ir/rewrite.js';
import type { Block, Label } from '../../ir/statement.js';
import type { RowScope } from '../scope/row-scope.js';
import { emitLoop } from './emit-loop.js';
import { type EmitStatements, indentation } from './statement-lines.js';

/** Emits a block, with a label behind it if something leaves it. */
export function emitBlock(block: Block, depth: number, scope: RowScope, emit: EmitStatements): readonly string[] {
  const [first, second] = block.body;
  const end = labelAtEnd(block, depth);
  const isHead = first?.kind === 'declare' && scope.names.fieldOf(first.variable) === undefined;
  if (block.body.length === 2 && isHead && second?.kind === 'loop' && !second.bodyFirst)
    return [...emitLoop(second, first, depth, scope, emit), ...end];
  // A single statement with braces of its own needs no second pair before the label.
  if (end.length > 0 && block.body.length === 1 && first && first.kind !== 'declare')
    return [...emit([first], depth), ...end];
  const indent = indentation(depth);
  return [`${indent}{`, ...emit(block.body, depth + 1), `${indent}}`, ...end];
}

/** Returns the label behind a block. All variables of the block are out of scope there. */
function labelAtEnd({ label, body }: Block, depth: number): readonly string[] {
  return label !== undefined && leaves(body, label) ? [`${indentation(depth)}${labelName(label)}:;`] : [];
}

/** Returns a name that no variable has: names of the user end in an underscore. */
export function labelName(label: Label): string {
  return `after${label}`;
}
