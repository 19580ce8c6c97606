import { propertyName } from '../../1-parse/syntax/property-name.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { isComposite, isPattern } from '../../ir/constant-value.js';
import type { Statement } from '../../ir/statement.js';
import { intType } from '../../ir/type.js';
import { property, readReference } from '../constants/references.js';
import { objectOf } from '../constants/select.js';
import type { RowContext } from '../context/row-context.js';
import { storable } from '../effects/stored-value.js';
import { isSmallNumber } from '../numbers/small-numbers.js';
import { unsupported, unsupportedConstant } from '../refusals/unsupported.js';
import { lineOf } from '../syntax/line-of.js';
import { type ConstantReference, knownValue } from '../values/constant-reference.js';

/** Binds `const rate = rates[key]` and `const { low, high } = limits[key]`: names for constants, or for values inside them. */
export function bindConstant(
  name: ts.BindingName,
  reference: ConstantReference,
  context: RowContext,
): readonly Statement[] {
  if (ts.isIdentifier(name)) return bindName(name, reference, context);
  const named = hold(reference, name, context);
  const object = objectOf(named.reference, 'throw');
  if (!object) {
    unsupported(name, context);
    return [];
  }
  return [
    ...named.statements,
    ...name.elements.flatMap((element, place) => bindElement(element, place, object, context)),
  ];
}

function bindElement(
  element: ts.ArrayBindingElement,
  place: number,
  object: ConstantReference,
  context: RowContext,
): readonly Statement[] {
  if (ts.isOmittedExpression(element)) return [];
  const key = keyOf(element, place);
  if (key === undefined || element.initializer || element.dotDotDotToken || !holdsLists(object, element)) {
    unsupported(element.parent, context);
    return breakNames(element.name, context);
  }
  const found = property(object, key, 'throw', element, context);
  return found && found !== 'reported' ? bindConstant(element.name, found, context) : breakNames(element.name, context);
}

function keyOf({ parent, name, propertyName: given }: ts.BindingElement, place: number): string | undefined {
  if (ts.isArrayBindingPattern(parent)) return String(place);
  const key = given ?? name;
  return ts.isPropertyName(key) ? propertyName(key) : undefined;
}

/** True unless an array pattern takes elements of a constant that is not an array. */
function holdsLists({ candidates }: ConstantReference, { parent }: ts.BindingElement): boolean {
  return !ts.isArrayBindingPattern(parent) || candidates.every((value) => isComposite(value) && value.kind === 'array');
}

/** Binds the names of a reported declaration as broken, so that their uses are not reported again. */
function breakNames(name: ts.BindingName, context: RowContext): readonly Statement[] {
  if (ts.isIdentifier(name)) context.names.bind(name, { kind: 'broken' });
  else for (const element of name.elements) if (!ts.isOmittedExpression(element)) breakNames(element.name, context);
  return [];
}

function bindName(name: ts.Identifier, reference: ConstantReference, context: RowContext): readonly Statement[] {
  const line = lineOf(name);
  if (!reference.candidates.some(isComposite)) {
    const value = readReference(reference, name, context);
    if (!value) return breakNames(name, context);
    const stored = storable(value, name, context);
    const id = context.variables.declare(name, stored.type);
    if (!context.names.isReassigned(name) && isSmallNumber(value, context)) context.variables.smallNumbers.add(id);
    context.names.bind(name, { kind: 'variable', id });
    return [{ kind: 'declare', variable: id, value: stored, line }];
  }
  if (!staysConstant(name, reference, context)) {
    unsupportedConstant(reference.candidates.find(isComposite)?.kind ?? 'object', name, context);
    return breakNames(name, context);
  }
  const { statements, reference: held } = hold(reference, name, context);
  context.names.bind(name, { kind: 'constant', reference: { ...held, name: held.name ?? name.text } });
  return statements;
}

/** Keeps the index of a reference in a variable, so that it is computed once. */
export function hold(
  reference: ConstantReference,
  node: ts.BindingName,
  context: RowContext,
): { readonly statements: readonly Statement[]; readonly reference: ConstantReference } {
  const { index } = reference;
  if (index.kind === 'literal' || index.kind === 'read') return { statements: [], reference };
  const id = context.variables.temporary(ts.isIdentifier(node) ? node.text : 'place', intType, false);
  const value = index;
  return {
    statements: [{ kind: 'declare', variable: id, value, line: lineOf(node) }],
    reference: { ...reference, index: context.variables.read(id) },
  };
}

/** True unless another value is assigned to a name. An assignment to `lastIndex` leaves a regular expression what it is. */
export function staysConstant(name: ts.Identifier, reference: ConstantReference, { names }: RowContext): boolean {
  return !names.isReassigned(name) || (isPattern(knownValue(reference)?.value) && !names.isReplaced(name));
}
