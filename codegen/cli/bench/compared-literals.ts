/**
 * Returns the texts that a row function compares with names, columns among them, read from its explanation (`visibility === "public"`).
 * Generated rows hold them now and then, because a test that never succeeds would measure only half of a row function.
 */
export function comparedLiterals(explanation: string): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const remember = (column: string | undefined, literal: string | undefined): void => {
    if (column === undefined || literal === undefined) return;
    const known = found.get(column) ?? new Set();
    known.add(JSON.parse(literal));
    found.set(column, known);
  };
  const literal = String.raw`"(?:[^"\\]|\\.)*"`;
  for (const [, column, text] of explanation.matchAll(new RegExp(String.raw`([\w$]+) [!=]== (${literal})`, 'g'))) {
    remember(column, text);
  }
  for (const [, text, column] of explanation.matchAll(new RegExp(String.raw`(${literal}) [!=]== ([\w$]+)`, 'g'))) {
    remember(column, text);
  }
  return Object.fromEntries([...found].map(([column, texts]) => [column, [...texts]]));
}
