import { readdirSync } from 'node:fs';
import path from 'node:path';

/** True if a pattern has special characters and is not a plain path. */
export function isGlob(pattern: string): boolean {
  return /[*?{[]/.test(pattern);
}

/**
 * Returns the files that match a pattern, sorted. It serves shells that do not expand patterns (`cmd.exe`, quotes, npm scripts on Windows):
 * `*` and `?` within a name, `[abc]`, `{one,two}`, and `**` for any number of folders. As in shells, a leading dot must be matched
 * explicitly. `**` never enters `node_modules`.
 */
export function expandGlob(pattern: string, directory: string): readonly string[] {
  const found = new Set<string>();
  for (const alternative of expandBraces(pattern.replaceAll('\\', '/'))) {
    const segments = alternative.split('/').filter((segment) => segment !== '' && segment !== '.');
    walk(alternative.startsWith('/') ? path.parse(directory).root : directory, segments, found);
  }
  return [...found].sort();
}

function walk(directory: string, [segment, ...rest]: readonly string[], found: Set<string>): void {
  if (segment === undefined) return;
  if (segment === '..') {
    walk(path.dirname(directory), rest, found);
    return;
  }
  if (segment === '**') {
    walk(directory, rest, found);
    for (const entry of entriesOf(directory)) {
      const hidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      if (entry.isDirectory() && !hidden) walk(path.join(directory, entry.name), [segment, ...rest], found);
    }
    return;
  }
  const matches = segmentMatcher(segment);
  for (const entry of entriesOf(directory)) {
    if (!matches(entry.name)) continue;
    const file = path.join(directory, entry.name);
    if (rest.length > 0) {
      if (!entry.isFile()) walk(file, rest, found);
    } else if (!entry.isDirectory()) {
      found.add(file);
    }
  }
}

function segmentMatcher(segment: string): (name: string) => boolean {
  if (!isGlob(segment)) return (name) => name === segment;
  const source = segment.replaceAll(/\[!?[^\]]+\]|[\s\S]/gu, (part) => {
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.length > 1 && part.startsWith('[')) return characterClass(part);
    return part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  const expression = new RegExp(`^${source}$`, 'u');
  return (name) => expression.test(name) && (segment.startsWith('.') || !name.startsWith('.'));
}

/** Translates `[a-c]` or `[!a-c]`. A range that runs backwards matches nothing, as in shells. */
function characterClass(part: string): string {
  const negated = part.startsWith('[!');
  const members = [...part.slice(negated ? 2 : 1, -1)].map((character) => character.replace(/[\\^[\]&~]/, '\\$&'));
  const source = `[${negated ? '^' : ''}${members.join('')}]`;
  try {
    new RegExp(source, 'u');
    return source;
  } catch {
    return '(?!)';
  }
}

function expandBraces(pattern: string): readonly string[] {
  const match = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(pattern);
  if (match === null) return [pattern];
  const [, before = '', list = '', after = ''] = match;
  return list.split(',').flatMap((item) => expandBraces(before + item + after));
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
