import type { Expression, StringCall } from '../../ir/expression.js';
import { type StringOperation, stringOperation } from '../../ir/operations/string-operations.js';
import { mayBeAbsent } from '../../ir/type.js';
import { isComputedIndex, textVariable } from '../scope/indexed-texts.js';
import type { RowScope } from '../scope/row-scope.js';
import { atom, type Code, type EmitCode, primary } from './code.js';

/** Functions of the library that find one unit by the index of the string. */
const unitFunctions: Readonly<Partial<Record<StringOperation, string>>> = {
  unitAt: 'unit_at_near',
  at: 'at_near',
  charAt: 'char_at_near',
  charWithin: 'char_within_near',
  charCodeAt: 'char_code_at_near',
  charCodeWithin: 'char_code_within_near',
  codePointAt: 'code_point_at_near',
};

/** Functions of the library that find both ends of a part. */
const partFunctions: Readonly<Partial<Record<StringOperation, string>>> = {
  slice: 'slice_near',
  substring: 'substring_near',
};

/** The operations that need the numbers of units, or of all units, and no place. */
const numbers: ReadonlySet<StringOperation> = new Set(['length', 'charCodeAt', 'charCodeWithin', 'codePointAt']);

/** Searches that start at an index. */
const searches: ReadonlySet<StringOperation> = new Set([
  'indexOf',
  'includes',
  'startsWith',
  'endsWith',
  'lastIndexOf',
]);

/**
 * Emits an access of a string by an index that changes from step to step of a loop which leaves the string alone, and the length of such a
 * string. Undefined for everything else, which needs no index of the string.
 */
export function emitIndexedAccess(
  { operation, receiver, arguments: args }: StringCall,
  emit: EmitCode,
  scope: RowScope,
): Code | undefined {
  const text = (e: Expression) => emit(e).text;
  const called = operation === 'length' ? 'length_near' : (unitFunctions[operation] ?? partFunctions[operation]);
  if (called) {
    const isNear = operation === 'length' || args.some(isComputedIndex);
    const inLoop = isNear ? indexOfString(receiver, !numbers.has(operation), scope) : undefined;
    const near = inLoop ?? (operation === 'length' ? indexOfLaterLoop(receiver, scope) : undefined);
    return near === undefined ? undefined : atom(`rf::${called}(${[receiver, ...args].map(text).join(', ')}, ${near})`);
  }
  const [searched, from] = args;
  const { cpp } = stringOperation(operation);
  if (!searches.has(operation) || !('method' in cpp) || !searched || !from || !isComputedIndex(from)) return undefined;
  // JavaScript takes NaN for the end in `lastIndexOf`, and for the start everywhere else.
  const isInt = from.type.core.kind === 'number' && from.type.core.form === 'int';
  const near = isInt || operation !== 'lastIndexOf' ? indexOfString(receiver, true, scope) : undefined;
  if (near === undefined) return undefined;
  const place = `rf::place_near(${text(receiver)}, ${text(from)}, ${near})`;
  return atom(`${primary(emit(receiver))}.${cpp.method}(${text(searched)}, ${place})`);
}

/** Emits the number of the place that a search finds in such a string. Undefined for everything else. */
export function emitFoundNumber(e: Expression, emit: EmitCode, scope: RowScope): Code | undefined {
  const isDouble = e.type.core.kind === 'number' && e.type.core.form === 'double' && !mayBeAbsent(e.type);
  if (e.kind !== 'convert' || !isDouble) return undefined;
  const { operand } = e;
  if (operand.kind !== 'string-call' || operand.type.core.kind !== 'number' || operand.type.core.form !== 'position')
    return undefined;
  const near = indexOfString(operand.receiver, true, scope);
  if (near === undefined) return undefined;
  return atom(`rf::number_near(${emit(operand.receiver).text}, ${emit(operand).text}, ${near})`);
}

/**
 * Returns the name of the index of a string that the innermost loop does not change. Undefined for other strings.
 *
 * @param findsPlaces True if a place is asked for, and not only the number of a unit or of all units.
 */
export function indexOfString(
  e: Expression,
  findsPlaces: boolean,
  { fn, loops, locals, isFold }: RowScope,
): string | undefined {
  // The step of a fold is a function of its own, without the locals of the row.
  const variable = isFold ? undefined : textVariable(e, fn);
  if (!variable || !loops.isInvariant(variable)) return undefined;
  return locals.indexOf(variable.id, { isFixed: loops.isFixed(variable), findsPlaces });
}

/** Returns the name of the index of a string that a loop reads by an index, outside of loops. */
function indexOfLaterLoop(e: Expression, { fn, loops, locals, isFold, indexed }: RowScope): string | undefined {
  const variable = isFold || loops.areAround ? undefined : textVariable(e, fn);
  if (!variable || !indexed.has(variable.id) || !loops.isFixed(variable)) return undefined;
  return locals.indexOf(variable.id, { isFixed: true, findsPlaces: false });
}
