import { escapeBytes } from '../cpp/cpp-literals.js';

/** The bytes that may be read past a string's last: `View::padding`. */
const padding = 16;
/** The entries per line of generated code. */
const entriesPerLine = 16;

/** The constant tables of one row function. Equal tables are defined once. */
export class Tables {
  readonly #names = new Map<string, string>();
  #isUsed = false;

  /** Includes the library's lookups, which need not search a table. */
  useLookups(): void {
    this.#isUsed = true;
  }

  /** Returns the name of the table with these entries, which are C++ constants. */
  add(type: string, entries: readonly string[]): string {
    const lines: string[] = [];
    for (let at = 0; at < entries.length; at += entriesPerLine)
      lines.push(entries.slice(at, at + entriesPerLine).join(', '));
    const body = lines.length > 1 ? `\n    ${lines.join(',\n    ')}` : ` ${lines.join('')}`;
    return this.#named(`${type}, ${entries.length},${body}`);
  }

  /** Returns the name of the table with the bytes of these strings, one after the other. */
  addBytes(texts: readonly Uint8Array[]): string {
    const size = texts.reduce((sum, { length }) => sum + length, 0) + padding;
    const pieces = texts.filter(({ length }) => length > 0).map((text) => `"${escapeBytes(text)}"`);
    const lines: string[] = [];
    for (let at = 0; at < pieces.length; at += entriesPerLine)
      lines.push(pieces.slice(at, at + entriesPerLine).join(' '));
    const body = lines.length > 1 ? `\n    ${lines.join('\n    ')}` : ` ${lines[0] ?? '""'}`;
    return this.#named(`char, ${size},${body}`);
  }

  #named(definition: string): string {
    const name = this.#names.get(definition) ?? `table${this.#names.size + 1}`;
    this.#names.set(definition, name);
    return name;
  }

  /** Returns the definitions, for the top of the generated header. */
  definitions(): readonly string[] {
    return [...this.#names].map(([definition, name]) => `RF_TABLE(${name}, ${definition})`);
  }

  /** Returns the header of lookups if there are any, relative to the row library's folder. */
  headers(): readonly string[] {
    return this.#isUsed ? ['value/lookup.hpp'] : [];
  }
}
