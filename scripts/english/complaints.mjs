import { passagesOf } from './passages.mjs';
import { rules } from './rules.mjs';

/** Returns what is not plain English in a file, as `line: rule: complaint`. */
export function complaintsOf(file, text) {
  return passagesOf(file, text).flatMap((passage) =>
    Object.entries(rules).flatMap(([name, rule]) => {
      const complaint = rule(passage);
      return complaint === undefined ? [] : [`${passage.line}: ${name}: ${complaint}`];
    }),
  );
}
