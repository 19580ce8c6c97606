/** Transforms that compute powers. */
const powers: ReadonlySet<string> = new Set(['exponentiation', 'powers']);

/** True if this Node rounds powers as native code does. From Node 24 on V8 rounds some differently (docs/reference/language.md). */
const roundsAlike = 0.1 ** 0.7 === 0.19952623149688797;

/** True if the reference gives the bits of native code under this version of Node. */
export function isComparable({ name }: { readonly name: string }): boolean {
  return roundsAlike || !powers.has(name);
}
