import { elementType } from '../../ir/arrays.js';
import { convert } from '../../ir/build.js';
import type { Arithmetic, Expression } from '../../ir/expression.js';
import { int32Interval, isWithin } from '../../ir/interval.js';
import { withArguments } from '../../ir/intrinsics/call.js';
import { intrinsicOf } from '../../ir/intrinsics/index.js';
import { rewriteExpressions, rewriteStatements } from '../../ir/rewrite.js';
import type { RowFunction } from '../../ir/row-function.js';
import { doubleType, intType, sameType } from '../../ir/type.js';
import type { VariableId } from '../../ir/variable.js';
import { rangeOfNumber, type ValueRanges } from './number-range.js';
import { roundedQuotient } from './rounded-quotient.js';
import { valueRanges } from './value-ranges.js';

/**
 * Holds numbers as `int32_t` if their range proves that nothing changes: variables that only hold such integers, and arithmetic on them.
 */
export function integers(fn: RowFunction): RowFunction {
  const ranges = new Map([...valueRanges(fn)].filter(([, range]) => isWithin(range, int32Interval)));
  const isDouble = (id: VariableId) => sameType(fn.variables[id]?.stored ?? intType, doubleType);
  const candidates = new Set([...ranges.keys()].filter(isDouble));
  // A variable stays a double if one of its values cannot be computed as an int.
  for (let before = -1; before !== candidates.size; ) {
    before = candidates.size;
    rewriteStatements(fn.body, (statement) => {
      if (statement.kind !== 'declare' && statement.kind !== 'assign') return [statement];
      if (!asInt(statement.value, candidates, ranges, fn)) candidates.delete(statement.variable);
      return [statement];
    });
  }
  const variables = fn.variables.map((variable) =>
    candidates.has(variable.id) ? { ...variable, stored: intType } : variable,
  );
  const change = (e: Expression): Expression => changed(e, candidates, ranges, fn);
  const body = rewriteStatements(rewriteExpressions(fn.body, change), (statement) => {
    if (statement.kind !== 'declare' && statement.kind !== 'assign') return [statement];
    const stored = variables[statement.variable]?.stored ?? statement.value.type;
    if (!candidates.has(statement.variable)) return [{ ...statement, value: convert(statement.value, stored) }];
    const value = asInt(statement.value, candidates, ranges, fn) ?? statement.value;
    return [{ ...statement, value }];
  });
  return { ...fn, variables, body };
}

/** Builds a number as an `int32_t`. Undefined if it cannot be computed as one. */
function asInt(
  e: Expression,
  ints: ReadonlySet<VariableId>,
  ranges: ValueRanges,
  fn: RowFunction,
): Expression | undefined {
  const below = (operand: Expression) => asInt(operand, ints, ranges, fn);
  if (sameType(e.type, intType)) return e;
  switch (e.kind) {
    case 'literal':
      return sameType(e.type, intType) ? e : undefined;
    case 'read':
      return ints.has(e.variable) && sameType(e.type, doubleType) ? { ...e, type: intType } : undefined;
    case 'convert':
      return sameType(e.type, doubleType) ? below(e.operand) : undefined;
    case 'arithmetic': {
      const range = rangeOfNumber(e, ranges, fn);
      const left = below(e.left);
      const right = below(e.right);
      return range && left && right && isWithin(range, int32Interval)
        ? { ...e, left, right, type: intType }
        : undefined;
    }
    case 'bitwise': {
      // The operands are ints in any case. The result of `>>>` may be one.
      const range = e.type.core.kind === 'number' ? rangeOfNumber(e, ranges, fn) : undefined;
      return range && isWithin(range, int32Interval) ? { ...e, type: intType } : undefined;
    }
    case 'call': {
      const quotient = roundedQuotient(e);
      if (quotient) {
        const left = below(quotient.left);
        const right = below(quotient.right);
        const range = rangeOfNumber(e, ranges, fn);
        // Neither operand is negative, so C++ rounds the quotient as the call does.
        if (left && right && range) return { ...quotient, left, right, type: intType };
      }
      const { integers: form } = intrinsicOf(e);
      const args = e.arguments.map(below).filter((arg) => arg !== undefined);
      if (!form || args.length < e.arguments.length) return undefined;
      if (form === 'argument') return args[0];
      const range = rangeOfNumber(e, ranges, fn);
      return range && isWithin(range, int32Interval) ? { ...e, arguments: args, type: intType } : undefined;
    }
    case 'conditional': {
      const whenTrue = below(e.whenTrue);
      const whenFalse = below(e.whenFalse);
      return whenTrue && whenFalse ? { ...e, whenTrue, whenFalse, type: intType } : undefined;
    }
    default:
      return undefined;
  }
}

/** Rebuilds an expression whose operands have changed, so that integers extend upwards as far as possible. */
function changed(e: Expression, ints: ReadonlySet<VariableId>, ranges: ValueRanges, fn: RowFunction): Expression {
  switch (e.kind) {
    case 'read':
      return asInt(e, ints, ranges, fn) ?? e;
    case 'convert':
      // The expression around asks for the type that the conversion had; the operand may be an integer now.
      return sameType(e.operand.type, e.type) ? e.operand : e;
    case 'arithmetic':
      return e.type.core.kind === 'number' && e.type.core.form === 'double'
        ? (asInt(e, ints, ranges, fn) ?? inDoubles(e))
        : e;
    case 'bitwise':
      return sameType(e.type, doubleType) ? (asInt(e, ints, ranges, fn) ?? e) : e;
    case 'call':
      return (sameType(e.type, doubleType) ? asInt(e, ints, ranges, fn) : undefined) ?? withArguments(e, e.arguments);
    case 'negate':
      return e.type.core.kind === 'number' ? { ...e, operand: convert(e.operand, doubleType) } : e;
    case 'conditional':
      return (
        (sameType(e.type, doubleType) ? asInt(e, ints, ranges, fn) : undefined) ?? {
          ...e,
          whenTrue: convert(e.whenTrue, e.type),
          whenFalse: convert(e.whenFalse, e.type),
        }
      );
    case 'new-array':
      return { ...e, elements: e.elements.map((element) => convert(element, elementType(e.type))) };
    case 'array-call': {
      if (e.operation !== 'push' && e.operation !== 'set' && e.operation !== 'with') return e;
      const value = e.arguments.at(-1);
      const index = e.arguments.slice(0, -1);
      return value ? { ...e, arguments: [...index, convert(value, elementType(e.type))] } : e;
    }
    case 'logical':
    case 'coalesce':
      return { ...e, right: convert(e.right, e.type) };
    default:
      return e;
  }
}

function inDoubles(e: Arithmetic): Arithmetic {
  return { ...e, left: convert(e.left, doubleType), right: convert(e.right, doubleType) };
}
