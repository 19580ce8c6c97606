import { limit as most, separator } from './limits.js';

/** Not the `initial` of the module that imports this one. */
const initial = 2;

export function cut(text: string, length = most - initial): string {
  if (text.length <= length) return text;
  const shortened = text.slice(0, length);
  return `${shortened}${separator}`;
}

export const countOf = (text: string, wanted: string): number => {
  if (wanted === '') return 0;
  let count = 0;
  let at = text.indexOf(wanted);
  while (at >= 0) {
    count++;
    at = text.indexOf(wanted, at + 1);
  }
  return count;
};

export default function (text: string | null): text is null {
  return text === null;
}
