import type { ts } from '../../1-parse/syntax/ts.js';
import type { RowContext } from '../context/row-context.js';
import { mayHaveEffects } from '../syntax/assignments.js';

/** Notes that the reference checks a key of a dictionary. For that the reference evaluates the dictionary twice. */
export function noteKey(
  key: ts.Expression,
  dictionary: ts.Expression,
  isOnlyWritten: boolean,
  context: RowContext,
): void {
  if (mayHaveEffects(dictionary)) {
    context.refuse(dictionary, {
      construct: 'A property, by a computed name, of an object that a call or a literal gives here',
      reason: 'Each name is checked, and the object would be made twice.',
      advice: 'Keep the object in a `const` first: `const counts = next(); counts[word]`.',
    });
    return;
  }
  const known = context.reference.dictionaryKeys.get(key);
  context.reference.dictionaryKeys.set(key, {
    dictionary,
    isOnlyWritten: isOnlyWritten && known?.isOnlyWritten !== false,
  });
}

/** Notes that the reference checks a key of a literal that makes a dictionary: it must not be `__proto__`. */
export function noteWrittenKey(key: ts.Expression, context: RowContext): void {
  context.reference.dictionaryKeys.set(key, { dictionary: undefined, isOnlyWritten: true });
}
