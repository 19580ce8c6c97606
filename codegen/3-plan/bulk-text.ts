import type { Expression } from '../ir/expression.js';
import { operandsOf } from '../ir/operands.js';
import { stringOperation } from '../ir/operations/string-operations.js';
import { allExpressions, forEachStatement } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';

/**
 * True if no row walks over text unit by unit, or starts an operation for each part of it. A warp then takes one row of long text faster
 * than 32 lanes take one row each.
 */
export function isBulkText(fn: RowFunction): boolean {
  return !hasLoops(fn) && allExpressions(fn.body).every(isBulk);
}

function isBulk(e: Expression): boolean {
  switch (e.kind) {
    case 'string-call':
      return stringOperation(e.operation).isBulk === true && operandsOf(e).every(isWhole);
    // Two long texts that are equal are compared byte by byte, by each lane.
    case 'equal':
    case 'compare':
      return (
        operandsOf(e).every(isWhole) && operandsOf(e).some((operand) => !isText(operand) || operand.kind === 'literal')
      );
    case 'member':
    case 'find':
    case 'to-number':
    case 'call':
      return !operandsOf(e).some(isText);
    case 'flatten':
    case 'replace':
    case 'pattern-call':
    case 'pattern-replace':
    case 'match':
    case 'new-search':
    case 'execute':
    case 'split':
    case 'new-array':
    case 'array-call':
      return false;
    default:
      return true;
  }
}

const isText = ({ type: { core } }: Expression) => core.kind === 'string';
const isWhole = ({ type: { core } }: Expression) => core.kind !== 'string' || (core.pieces === 1 && !core.lazy);

function hasLoops(fn: RowFunction): boolean {
  let found = false;
  forEachStatement(fn.body, ({ kind }) => {
    found ||= kind === 'loop' || kind === 'for-of' || kind === 'sort';
  });
  return found;
}
