/**
 * Warns, once per version, if the Unicode version of the native case mappings differs from that of this Node. Characters that only one of
 * them knows have other results than in plain JavaScript and on the `js` backend.
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
