/** Transforms that compute powers. */
const powers: ReadonlySet<string> = new Set(['exponentiation', 'powers']);

/** Whether this Node rounds powers as native code does: from Node 24 on V8 rounds some the other way (docs/reference/language.md). */
const roundsAlike = 0.1 ** 0.7 === 0.19952623149688797;

/** Whether the reference gives the bits of native code under this version of Node. */
export function isComparable({ name }: { readonly name: string }): boolean {
  return roundsAlike || !powers.has(name);
}
