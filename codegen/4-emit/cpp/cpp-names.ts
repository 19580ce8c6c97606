import { isReserved } from './reserved-names.js';

/**
 * Returns a C++ identifier for a name of the user, unique per name. Escapes keep names apart: `first name` becomes `first_x20_name`. A name
 * that is reserved, or could be mistaken for such a result, ends in an underscore (`new_`).
 */
export function cppIdentifier(name: string): string {
  const escaped = escapedName(name);
  return isReserved(escaped) || escaped.endsWith('_') ? `${escaped}_` : escaped;
}

/** The longest identifier in characters; longer ones are cut. */
const longest = 100;

/** Makes names unique within one scope: the second `space` becomes `space_2`. */
export class UniqueNames {
  readonly #taken: Set<string>;

  /** @param taken Names that the scope has already. */
  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  /** Returns the names of a scope inside this one. */
  inner(): UniqueNames {
    return new UniqueNames([...this.#taken]);
  }

  reserve(names: Iterable<string>): void {
    for (const name of names) this.#taken.add(name);
  }

  /** @param definedBy Returns all names that a definition of this name takes. */
  take(name: string, definedBy = (unique: string): readonly string[] => [unique]): string {
    const identifier = readableName(name).slice(0, longest);
    const free = isReserved(identifier) ? `${identifier}_` : identifier;
    const isTaken = (unique: string) => definedBy(unique).some((defined) => this.#taken.has(defined));
    let unique = free;
    for (let count = 2; isTaken(unique); count += 1) unique = `${free}${free.endsWith('_') ? '' : '_'}${count}`;
    this.reserve(definedBy(unique));
    return unique;
  }
}

/** Returns the name of a type: `redact` becomes `Redact`. */
export function typeName(name: string): string {
  const identifier = escapedName(name);
  const type = `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}`;
  return isReserved(type) || type === '' ? `${type}_` : type;
}

/**
 * Returns a folder name for a transform that every file system can hold, with the escapes of identifiers. Names that Windows reserves
 * for devices, and tools for packages, have their first letter escaped.
 */
export function directoryName(name: string): string {
  const folder = escapedName(name);
  return notOurs.test(folder) ? `${escaped(folder.charAt(0))}${folder.slice(1)}` : folder;
}

/** Reserved names: https://learn.microsoft.com/windows/win32/fileio/naming-a-file. */
const notOurs = /^(?:con|prn|aux|nul|com\d|lpt\d|node_modules)$/i;

/** Returns the name with all that C++ does not allow in one escaped, and each name differently. */
function escapedName(name: string): string {
  const characters = Array.from(name, (char, index) => {
    const plain = /^[A-Za-z0-9]$/.test(char) && !(index === 0 && /[0-9]/.test(char));
    // An `_x` of the name would look like an escape.
    const underscore = char === '_' && name[index + 1] !== 'x';
    return plain || underscore ? char : escaped(char);
  });
  return characters.join('');
}

/** Returns an identifier that reads like the name: `person.first name` becomes `person_first_name`. Several names may become one. */
function readableName(name: string): string {
  const words = Array.from(name, readableCharacter);
  const joined = words.join('').replace(/_{2,}/g, '_');
  const start = joined.replace(/^_+(?=[A-Za-z])/, '');
  return /^[A-Za-z_]/.test(start) ? start : `_${start}`;
}

/** Returns a letter without its marks (`í` becomes `i`), an underscore for punctuation, or the escape of another letter. */
function readableCharacter(char: string): string {
  const [letter = ''] = char.normalize('NFD');
  if (/^[A-Za-z0-9_]$/.test(letter)) return letter;
  return char.charCodeAt(0) < 0x80 ? '_' : escaped(char);
}

function escaped(char: string): string {
  return `_x${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}_`;
}
