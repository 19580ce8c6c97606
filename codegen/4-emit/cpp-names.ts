/**
 * A C++ identifier for a name of the user's. The trailing underscore keeps it apart from keywords, macros and our own
 * names, and the escapes keep different names different: `first name` becomes `first_x20_name_`.
 */
export function cppIdentifier(name: string): string {
  const escaped = Array.from(name, (char, index) => {
    const plain = /^[A-Za-z0-9]$/.test(char) && !(index === 0 && /[0-9]/.test(char));
    // A written `_x` would look like an escape.
    const underscore = char === '_' && name[index + 1] !== 'x';
    return plain || underscore ? char : `_x${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}_`;
  });
  return `${escaped.join('')}_`;
}

/** Makes names unique within one function: the second `space_` becomes `space_2`. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    const identifier = cppIdentifier(name);
    let unique = identifier;
    for (let count = 2; this.#taken.has(unique); count += 1) unique = `${identifier}${count}`;
    this.#taken.add(unique);
    return unique;
  }
}

/** A folder name for a transform, the same on every file system: escapes as in identifiers. */
export function directoryName(name: string): string {
  return cppIdentifier(name).slice(0, -1);
}
