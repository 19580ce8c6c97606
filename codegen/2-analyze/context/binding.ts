import type { VariableId } from '../../ir/variable.js';
import type { ConstantReference } from '../values/constant-reference.js';
import type { Slots } from '../values/slots.js';

/** The meaning of a name in the row function. */
export type Binding =
  | { readonly kind: 'variable'; readonly id: VariableId }
  /** An input column, which becomes a variable at its first read. */
  | { readonly kind: 'column'; readonly index: number }
  /** The row itself, whose properties are columns. */
  | { readonly kind: 'row' }
  /** One of several constants. */
  | { readonly kind: 'constant'; readonly reference: ConstantReference }
  /** An object, array or function, as the slots that hold its parts. */
  | { readonly kind: 'slots'; readonly slots: Slots }
  /** A name whose declaration was reported, so that its uses are not. */
  | { readonly kind: 'broken' };
