/** Returns the version number in a program's answer to `--version`; empty if there is none. */
export function versionIn(text: string): string {
  // The last number of the first line counts, because a compiler's name may hold one: "g++-12 (Debian 12.2.0-14) 12.2.0".
  const line = text.split('\n', 1)[0] ?? '';
  return [...line.matchAll(/\d+(?:\.\d+)+/g)].at(-1)?.[0] ?? '';
}

/** True if a version is the wanted one or later, compared number by number. */
export function atLeast(version: string, wanted: string): boolean {
  const have = version.split('.').map(Number);
  for (const [index, need] of wanted.split('.').map(Number).entries()) {
    const part = have[index] ?? 0;
    if (part !== need) return part > need;
  }
  return true;
}
