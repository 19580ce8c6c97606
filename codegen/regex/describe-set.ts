import type { SkipSet } from './engines/skipping.js';

/** Returns characters as a class of regular expressions: `[0-9]`. */
export function describeSet({ ascii, others }: SkipSet): string {
  let ranges = '';
  for (let first = 0; first < ascii.length; first++) {
    if (!ascii[first]) continue;
    let last = first;
    while (ascii[last + 1]) last++;
    ranges += last > first + 1 ? `${shown(first)}-${shown(last)}` : shown(first) + (last > first ? shown(last) : '');
    first = last;
  }
  return `[${ranges}${others ? '\\x80-\\uffff' : ''}]`;
}

function shown(character: number): string {
  const text = String.fromCharCode(character);
  if (character <= 32 || character === 127) return `\\x${character.toString(16).padStart(2, '0')}`;
  return /[\]\\^-]/.test(text) ? `\\${text}` : text;
}
