/**
 * Warns, once for each version, where the Unicode version of the native case mappings is not that of this Node: characters
 * that one of them does not know yet come out differently from plain JavaScript, and from the `js` backend.
 */
export function checkUnicodeVersion(name: string, expected: string, actual = process.versions.unicode): void {
  if (actual === expected || warned.has(expected)) return;
  warned.add(expected);
  process.emitWarning(
    `toUpperCase and toLowerCase of ${name} follow Unicode ${expected} on the backends cuda and cpu; this Node has Unicode ${actual ?? 'tables of its own'}. Characters that were added between the two may come out differently.`,
    { type: 'RowfuseWarning', code: 'ROWFUSE_UNICODE' },
  );
}

const warned = new Set<string>();
