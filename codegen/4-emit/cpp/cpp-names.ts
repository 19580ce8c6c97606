/**
 * Returns a C++ identifier for a name of the user. The trailing underscore keeps it apart from keywords, macros and our own names;
 * the escapes keep different names different: `first name` becomes `first_x20_name_`.
 */
export function cppIdentifier(name: string): string {
  const characters = Array.from(name, (char, index) => {
    const plain = /^[A-Za-z0-9]$/.test(char) && !(index === 0 && /[0-9]/.test(char));
    // An `_x` of the name would look like an escape.
    const underscore = char === '_' && name[index + 1] !== 'x';
    return plain || underscore ? char : escaped(char);
  });
  return `${characters.join('')}_`;
}

/** The longest identifier in characters; longer ones are cut. */
const longest = 100;

/** Makes names unique within one function: the second `space_` becomes `space_2`. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    const whole = cppIdentifier(name);
    const identifier = whole.length > longest ? `${whole.slice(0, longest)}_` : whole;
    let unique = identifier;
    for (let count = 2; this.#taken.has(unique); count += 1) unique = `${identifier}${count}`;
    this.#taken.add(unique);
    return unique;
  }
}

/**
 * Returns a folder name for a transform that every file system can hold, with the escapes of identifiers. Names that Windows reserves
 * for devices, and tools for packages, have their first letter escaped.
 */
export function directoryName(name: string): string {
  const folder = cppIdentifier(name).slice(0, -1);
  return notOurs.test(folder) ? `${escaped(folder.charAt(0))}${folder.slice(1)}` : folder;
}

/** Reserved names: https://learn.microsoft.com/windows/win32/fileio/naming-a-file. */
const notOurs = /^(?:con|prn|aux|nul|com\d|lpt\d|node_modules)$/i;

function escaped(char: string): string {
  return `_x${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}_`;
}
