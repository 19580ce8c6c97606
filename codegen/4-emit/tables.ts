import { escapeBytes } from './cpp/cpp-literals.js';

/** Bytes that may be read past a string's last: as many as `View::padding`. */
const padding = 16;
/** Entries of a line of generated code. */
const entriesPerLine = 16;

/** The constant tables of one row function, each once. */
export class Tables {
  readonly #names = new Map<string, string>();
  /** Generated code looks something up, in a table or not. */
  isUsed = false;

  /** The name of the table of these entries, which are C++ constants. */
  add(type: string, entries: readonly string[]): string {
    const lines: string[] = [];
    for (let at = 0; at < entries.length; at += entriesPerLine)
      lines.push(entries.slice(at, at + entriesPerLine).join(', '));
    const body = lines.length > 1 ? `\n    ${lines.join(',\n    ')}` : ` ${lines.join('')}`;
    return this.#named(`${type}, ${entries.length},${body}`);
  }

  /** The same for the bytes of strings, one after the other. */
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

  /** Their definitions, for the top of the generated header. */
  get definitions(): readonly string[] {
    return [...this.#names].map(([definition, name]) => `RF_TABLE(${name}, ${definition})`);
  }
}
