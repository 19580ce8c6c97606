import { compare, literal, not, read } from '../../ir/build.js';
import type { Access, Expression } from '../../ir/expression.js';
import { access } from '../../ir/heap/access.js';
import { heapOperation } from '../../ir/heap/heap-operations.js';
import { allExpressions, callsRoutine, rewriteStatements } from '../../ir/rewrite.js';
import type { ForOf, Statement } from '../../ir/statement.js';
import { type HeapClass, intType } from '../../ir/type.js';
import { advance } from '../arrays/walk.js';
import type { RowContext } from '../context/row-context.js';

/** An array in the row's memory, and the view of its elements that a loop goes over. */
export interface ViewedArray {
  readonly array: Expression;
  readonly to: HeapClass;
  readonly view: Expression;
}

/**
 * Returns statements whose loops over the view of an array see what their steps change: a view keeps the length that the array had, and the
 * memory that it lay in. `skips` tells that a method passes over elements that are gone; others fail the row there.
 */
export function withLiveLoops(
  statements: readonly Statement[],
  viewed: ViewedArray,
  skips: boolean,
  context: RowContext,
): readonly Statement[] {
  return rewriteStatements(statements, (statement) => {
    const isLoop = statement.kind === 'for-of' && isSame(statement.source, viewed.view);
    return isLoop && changesArrays(statement.body, viewed.to, 'places')
      ? liveLoop(statement, viewed, skips, context)
      : [statement];
  });
}

function isSame(a: Expression, b: Expression): boolean {
  return a.kind === 'read' && b.kind === 'read' && a.variable === b.variable;
}

/** True if statements may change arrays of a class; with `places`, if elements may be fewer afterwards, or lie elsewhere. */
export function changesArrays(body: readonly Statement[], to: HeapClass, what: 'anything' | 'places'): boolean {
  const isChange = ({ operation }: Access) => {
    const { changes } = heapOperation(operation);
    return what === 'places' ? changes === 'places' : changes !== undefined;
  };
  // A function that calls itself may do anything.
  return (
    callsRoutine(body) || allExpressions(body).some((e) => e.kind === 'access' && e.to.root === to.root && isChange(e))
  );
}

/** Returns a loop by place, up to the length that the array has before it. */
function liveLoop(
  { variable, body, line }: ForOf,
  { array, to }: ViewedArray,
  skips: boolean,
  context: RowContext,
): readonly Statement[] {
  const id = context.variables.temporary('place', intType, true);
  const end = context.variables.temporary('end', intType, false);
  const now = context.variables.temporary('length', intType, false);
  const place = read(id, intType);
  const gone: Statement = skips ? { kind: 'break', line } : { kind: 'throw', line };
  return [
    { kind: 'declare', variable: id, value: literal(0), line },
    { kind: 'declare', variable: end, value: access('length', to, array), line },
    {
      kind: 'loop',
      test: compare('<', place, read(end, intType)),
      bodyFirst: false,
      body: [
        { kind: 'declare', variable: now, value: access('length', to, array), line },
        { kind: 'if', test: not(compare('<', place, read(now, intType))), whenTrue: [gone], whenFalse: [], line },
        { kind: 'declare', variable, value: access('item', to, array, place), line },
        ...body,
      ],
      update: [advance(id, 1, line)],
      counted: false,
      line,
    },
  ];
}
