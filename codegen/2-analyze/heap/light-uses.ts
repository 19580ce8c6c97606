import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { placeOfCall } from '../context/place-of-call.js';
import type { RowContext } from '../context/row-context.js';
import { isAssignedMember, isResult, referencesTo } from '../syntax/array-variables.js';
import { classesAt } from './classes-at.js';
import { classAt } from './perform.js';

/** Methods of arrays that neither change the array nor give it away. */
const reading: ReadonlySet<string> = new Set(
  'at concat every filter find findIndex findLast findLastIndex flatMap forEach includes indexOf join lastIndexOf map reduce reduceRight slice some toReversed toSorted toString'.split(
    ' ',
  ),
);

/**
 * True if a local array or object is only read, in ways that give no other name to it. It then needs no identity, and stays the value that
 * it was made as.
 */
export function isOnlyRead(name: ts.Identifier, context: RowContext): boolean {
  if (context.names.isReassigned(name) || context.names.isChanged(name)) return false;
  return referencesTo(name, context.program.checker).every(
    (reference) => reference === name || isRead(reference, name, context),
  );
}

/** True if properties of a dictionary are read whose names are only known when the row runs. */
export function hasComputedKeys(name: ts.Identifier, context: RowContext): boolean {
  if (classAt(name, context)?.kind !== 'dictionary') return false;
  return referencesTo(name, context.program.checker).some((reference) => {
    const node = outermost(reference);
    const { parent } = node;
    const isObject = ts.isElementAccessExpression(parent) && parent.expression === node;
    return isObject && !ts.isStringLiteralLike(parent.argumentExpression);
  });
}

function isRead(reference: ts.Identifier, name: ts.Identifier, context: RowContext): boolean {
  const node = outermost(reference);
  const { parent } = node;
  if (isResult(reference, name)) return true;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return isReadMember(parent, context);
  if (ts.isElementAccessExpression(parent) && parent.expression === node)
    return !isAssignedMember(parent) && isPlain(parent, context);
  if (ts.isForOfStatement(parent)) return parent.expression === node && hasPlainElements(node, context);
  if (ts.isSpreadElement(parent)) return hasPlainElements(node, context);
  return false;
}

function isReadMember(member: ts.PropertyAccessExpression, context: RowContext): boolean {
  const node = outermost(member);
  const { parent } = node;
  const type = context.program.checker.getTypeAtLocation(member.expression);
  if (ts.isCallExpression(parent) && parent.expression === node) {
    const { checker } = context.program;
    return reading.has(member.name.text) && checker.isArrayType(type) && hasPlainElements(member.expression, context);
  }
  return !isAssignedMember(member) && isPlain(member, context);
}

/** Returns the expression with the parentheses, casts and `!` around it. */
function outermost(node: ts.Expression): ts.Expression {
  let outer = node;
  while (ts.isExpression(outer.parent) && unwrap(outer.parent) === unwrap(node) && outer.parent !== node)
    outer = outer.parent;
  return outer;
}

/** True if the value of a node is no object that could get another name. */
function isPlain(node: ts.Expression, context: RowContext): boolean {
  return classesAt(node, context).length === 0;
}

function hasPlainElements(node: ts.Expression, context: RowContext): boolean {
  const {
    heap,
    program: { checker },
  } = context;
  const type = checker.getTypeAtLocation(node);
  const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  return element !== undefined && (heap?.classesOf(element, placeOfCall(context)) ?? []).length === 0;
}
