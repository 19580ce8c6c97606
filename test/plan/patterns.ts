/** The meaning of operations with regular expressions, by JavaScript's own. */
import type { ConstantPattern } from '../../codegen/ir/constant-value.js';
import type { MatchPart, PatternCall } from '../../codegen/ir/expression.js';

/** A match in a text, or nothing found. */
export interface PatternMatch {
  readonly pattern: ConstantPattern;
  readonly found: RegExpExecArray | null;
  readonly text: string;
  /** The `lastIndex` of a regular expression that the row function makes. */
  readonly lastIndex?: number;
}

export function patternCall({ operation, pattern }: PatternCall, text: string, limit: number | undefined): unknown {
  const expression = new RegExp(pattern.source, pattern.flags);
  switch (operation) {
    case 'test':
      return expression.test(text);
    case 'search':
      return text.search(expression);
    case 'split':
      return text.split(expression, limit);
    case 'matches':
      return text.match(expression);
    case 'part count':
      return text.split(expression).length;
    case 'match count':
      return (text.match(expression) ?? []).length;
  }
}

export function replaced({ source, flags }: ConstantPattern, text: string, replacement: string): string {
  return text.replace(new RegExp(source, flags), replacement);
}

/** Returns the match that `exec` finds, with the `lastIndex` behind it. */
export function executed({ pattern, lastIndex = 0 }: PatternMatch, text: string): PatternMatch {
  const expression = new RegExp(pattern.source, pattern.flags);
  expression.lastIndex = lastIndex;
  const found = expression.exec(text);
  return { pattern, found, text, lastIndex: expression.lastIndex };
}

/** Returns the first match from an index on. */
export function firstMatch(pattern: ConstantPattern, text: string, from: number): PatternMatch {
  const expression = new RegExp(pattern.source, pattern.flags);
  expression.lastIndex = from;
  return { pattern, found: expression.exec(text), text };
}

/** Returns the first match, or the next one. An empty match is followed by one that begins behind the next character. */
export function nextMatch(pattern: ConstantPattern, text: string, before?: PatternMatch): PatternMatch {
  const { source, flags } = pattern;
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const { found } = before ?? { found: null };
  if (found) {
    const end = found.index + found[0].length;
    const isPair = /[uv]/.test(flags) && (text.codePointAt(end) ?? 0) > 0xffff;
    expression.lastIndex = found[0] === '' ? end + (isPair ? 2 : 1) : end;
  }
  return { pattern, found: expression.exec(text), text };
}

export function partOfMatch({ pattern, found, text, lastIndex = 0 }: PatternMatch, part: MatchPart['part']): unknown {
  if (part === 'found') return found !== null;
  if (part === 'lastIndex') return lastIndex;
  if (typeof part === 'object') return placeOf(pattern, found, text, part.register);
  if (part === 'start' || part === 'index') return found?.index ?? -1;
  if (part === 'end') return found ? found.index + found[0].length : -1;
  return part === 0 ? (found?.[0] ?? '') : found?.[part];
}

function placeOf({ source, flags }: ConstantPattern, found: RegExpExecArray | null, text: string, register: number) {
  if (!found) return -1;
  const expression = new RegExp(source, `${flags.replace(/[dgy]/g, '')}dy`);
  expression.lastIndex = found.index;
  return expression.exec(text)?.indices?.[register >> 1]?.[register & 1] ?? -1;
}
