import type { Constant } from '../../ir/constant-value.js';
import { escapeBytes } from '../cpp/cpp-literals.js';
import { filled, widest, wrapped } from '../cpp/wrapped.js';

/** The bytes that may be read past a string's last: `View::padding`. */
const padding = 16;
/** The keys that a comment shows of a long list. */
const mostShown = 100;

/** The constant tables of one row function. Equal tables are defined once. */
export class Tables {
  readonly #names = new Map<string, string>();
  readonly #keys = new Map<string, { readonly name: string; readonly keys: readonly Constant[] }>();
  #isUsed = false;

  /** Includes the library's lookups, which need not search a table. */
  useLookups(): void {
    this.#isUsed = true;
  }

  /** Returns the name of the table with these entries, which are C++ constants. */
  add(type: string, entries: readonly string[]): string {
    return this.#named(`${type}, ${entries.length},${inLines(entries, ', ')}`);
  }

  /** Returns the name of a type that finds keys by their bits or in a table of hashes. A comment shows the keys. */
  addKeys(type: string, keys: readonly Constant[]): string {
    const known = this.#keys.get(type);
    const name = known?.name ?? `keys${this.#keys.size + 1}`;
    if (!known) this.#keys.set(type, { name, keys });
    return name;
  }

  /** Returns the name of the table with the bytes of these strings, one after the other. */
  addBytes(texts: readonly Uint8Array[]): string {
    const size = texts.reduce((sum, { length }) => sum + length, 0) + padding;
    const pieces = texts.filter(({ length }) => length > 0).map((text) => `"${escapeBytes(text)}"`);
    return this.#named(`char, ${size},${inLines(pieces.length > 0 ? pieces : ['""'], ' ')}`);
  }

  #named(definition: string): string {
    const name = this.#names.get(definition) ?? `table${this.#names.size + 1}`;
    this.#names.set(definition, name);
    return name;
  }

  /**
   * Returns the definitions, for the top of the generated header.
   *
   * @param show Shows a key in a comment.
   */
  definitions(show: (key: Constant) => string): readonly string[] {
    return [
      ...[...this.#names].map(([definition, name]) => `RF_TABLE(${name}, ${definition})`),
      ...[...this.#keys].flatMap(([type, { name, keys }]) => [
        comment(keys.map(show)),
        wrapped(`using ${name} = `, type.split(', '), ';', ''),
      ]),
    ];
  }

  /** Returns the header of lookups if there are any, relative to the row library's folder. */
  headers(): readonly string[] {
    return this.#isUsed ? ['value/lookup.hpp'] : [];
  }
}

/** Returns entries behind the beginning of a definition: on its line, or on lines of their own. */
function inLines(entries: readonly string[], separator: string): string {
  const line = entries.join(separator);
  return line.length < widest - 40 ? ` ${line}` : `\n${filled(entries, separator, '    ')}`;
}

function comment(keys: readonly string[]): string {
  const shown = keys.slice(0, mostShown);
  const more = keys.length > shown.length ? [`and ${keys.length - shown.length} more`] : [];
  return filled([...shown, ...more], ', ', '// ');
}
