import { exclusiveStrings } from '../../3-plan/exclusive-strings.js';
import { heapClassesOf } from '../../ir/heap/classes-of.js';
import type { RowFunction } from '../../ir/row-function.js';
import type { VariableId } from '../../ir/variable.js';
import { ColumnNames } from './column-names.js';
import { FunctorLocals } from './functor-locals.js';
import { FunctorNames } from './functor-names.js';
import { indexedTexts } from './indexed-texts.js';
import { LineDirectives } from './line-directives.js';
import { LoopNesting } from './loop-nesting.js';
import type { MachineScope } from './machine-scope.js';
import type { Tables } from './tables.js';

/** The state that the emitters of one row function share. */
export interface RowScope {
  readonly fn: RowFunction;
  /** The name of the functor. */
  readonly struct: string;
  readonly inputs: ColumnNames;
  readonly outputs: ColumnNames;
  readonly names: FunctorNames;
  readonly locals: FunctorLocals;
  readonly loops: LoopNesting;
  readonly tables: Tables;
  readonly lines: LineDirectives;
  /** The variables whose string no other value is a view of. */
  readonly exclusive: ReadonlySet<VariableId>;
  /** The variables whose string a loop reads by an index. */
  readonly indexed: ReadonlySet<VariableId>;
  /** The machine around the code that is emitted. */
  machine?: MachineScope | undefined;
  /** True in a step of a fold: a function of its own, from which `continue` returns. */
  readonly isFold: boolean;
}

export function newRowScope(fn: RowFunction, struct: string, tables: Tables): RowScope {
  const names = new FunctorNames(fn, [struct, ...tables.taken, ...heapClassesOf(fn).map(({ name }) => name)]);
  tables.reserve([struct, ...names.all]);
  return {
    fn,
    struct,
    inputs: new ColumnNames('In', fn.input),
    outputs: new ColumnNames('Out', fn.output),
    names,
    locals: new FunctorLocals(fn.isAttempt ? 'return true;' : 'return;'),
    loops: new LoopNesting(),
    tables,
    lines: new LineDirectives(fn.source),
    exclusive: exclusiveStrings(fn),
    indexed: indexedTexts(fn),
    isFold: false,
  };
}
