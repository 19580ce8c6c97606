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
 * Holds numbers as `int32_t` where their range proves that nothing changes: variables that only ever hold such integers,
 * and arithmetic on them.
 */
export function integers(fn: RowFunction): RowFunction {
  const ranges = new Map([...valueRanges(fn)].filter(([, range]) => isWithin(range, int32Interval)));
  const isDouble = (id: VariableId) => sameType(fn.variables[id]?.stored ?? intType, doubleType);
  const candidates = new Set([...ranges.keys()].filter(isDouble));
  // A variable stays a double where one of its values can only be had as one.
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

/** A number as an `int32_t`, where it can be computed as one. */
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
      // Its operands are ints in any case; of `>>>` the result may be one.
      const range = e.type.core.kind === 'number' ? rangeOfNumber(e, ranges, fn) : undefined;
      return range && isWithin(range, int32Interval) ? { ...e, type: intType } : undefined;
    }
    case 'call': {
      const quotient = roundedQuotient(e);
      if (quotient) {
        const left = below(quotient.left);
        const right = below(quotient.right);
        const range = rangeOfNumber(e, ranges, fn);
        // C++ divides integers as the call rounds: neither is negative.
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

/** An expression whose operands have been changed: what is an integer now stays one as far up as it can. */
function changed(e: Expression, ints: ReadonlySet<VariableId>, ranges: ValueRanges, fn: RowFunction): Expression {
  switch (e.kind) {
    case 'read':
      return asInt(e, ints, ranges, fn) ?? e;
    case 'convert':
      // What it was converted to is what the expression around asks for; an integer may have come in between.
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
