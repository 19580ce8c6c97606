import type { VariableId } from '../../ir/variable.js';
import type { ConstantReference } from '../values/constant-reference.js';
import type { Slots } from '../values/slots.js';

/** What a name of the row function stands for. */
export type Binding =
  | { readonly kind: 'variable'; readonly id: VariableId }
  /** An input column, which becomes a variable when it is first read. */
  | { readonly kind: 'column'; readonly index: number }
  /** The row itself, whose properties are columns. */
  | { readonly kind: 'row' }
  /** One of several constants. */
  | { readonly kind: 'constant'; readonly reference: ConstantReference }
  /** An object, an array or a function: what it consists of. */
  | { readonly kind: 'slots'; readonly slots: Slots }
  /** Its declaration was reported: uses of it say nothing more. */
  | { readonly kind: 'broken' };
