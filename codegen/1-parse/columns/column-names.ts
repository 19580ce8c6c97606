import { nearest } from '../../../schema/nearest.js';
import { type Diagnostic, type Span, unknownColumn } from '../../diagnostics/index.js';
import type { Column } from '../../ir/row-function.js';

/** Returns the names of the user's columns. Params, struct presence and other internal columns are left out. */
export function namesOf(columns: readonly Column[]): readonly string[] {
  const own = columns.filter(({ scalar, presence, counted, unread }) => !scalar && !presence && !counted && !unread);
  return [...new Set(own.map(({ name }) => name))];
}

/** Formats names for a message: `"id", "name"`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

/** Suggests the known name that is closest to `name`; returns `otherwise` if none is close. */
export function didYouMean(name: string, known: readonly string[], otherwise: string): string {
  const parent = name.slice(0, name.lastIndexOf('.') + 1);
  const siblings = known.filter((other) => other.startsWith(parent)).map((other) => other.slice(parent.length));
  const part = nearest(name.slice(parent.length), siblings);
  const close = part && `${parent}${part}`;
  return close === undefined ? otherwise : `Did you mean ${JSON.stringify(close)}?`;
}

/** Reports that a transform has no input column of this name. */
export function noInputColumn(span: Span, transform: string, name: string, known: readonly string[]): Diagnostic {
  return unknownColumn(span, {
    transform,
    column: JSON.stringify(name),
    known: known.length === 0 ? 'Its `input` declares no column.' : `Its \`input\` declares ${quoted(known)}.`,
    advice: didYouMean(name, known, 'Declare the column in `input`, or correct its name.'),
  });
}
