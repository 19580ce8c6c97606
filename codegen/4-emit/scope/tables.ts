import { type Constant, type ConstantPattern, showPattern } from '../../ir/constant-value.js';
import { escapeBytes } from '../cpp/cpp-literals.js';
import { UniqueNames } from '../cpp/cpp-names.js';
import { filled, widest, wrapped } from '../cpp/wrapped.js';

/** The bytes that may be read past a string's last: `View::padding`. */
const padding = 16;
/** The keys that a comment shows of a long list. */
const mostShown = 100;

/** The members of a functor that its body could mean by a table's name. */
const members =
  'segments bulk_text rows is_large builds_strings indexes_text Patterns window column attempt makes_attempts'.split(
    ' ',
  );

/** A regular expression as a type of C++. */
interface DefinedPattern {
  readonly name: string;
  readonly definition: readonly string[];
}

/** The constant tables of the functors of one header, under their names in the source. Equal tables are defined once. */
export class Tables {
  readonly #unique = new UniqueNames(members);
  readonly #names = new Map<string, string>();
  readonly #keys = new Map<string, { readonly name: string; readonly keys: readonly Constant[] }>();
  /** The regular expressions, by their text. */
  readonly #patterns = new Map<string, DefinedPattern>();
  #isUsed = false;

  /** Keeps the names of a functor and its variables, which would hide tables, from tables. */
  reserve(names: Iterable<string>): void {
    this.#unique.reserve(names);
  }

  /** The names of the tables so far. */
  get taken(): readonly string[] {
    const named = [...this.#keys.values(), ...this.#patterns.values()];
    return [...this.#names.values(), ...named.map(({ name }) => name)];
  }

  /** Includes the library's lookups, which need not search a table. */
  useLookups(): void {
    this.#isUsed = true;
  }

  /** Returns the name of the table with these entries, which are C++ constants: `name`, if that is free and the table is new. */
  add(name: string, type: string, entries: readonly string[]): string {
    return this.#named(name, `${type}, ${entries.length},${inLines(entries, ', ')}`);
  }

  /** Returns the name of a type that finds keys by their bits or in a table of hashes. A comment shows the keys. */
  addKeys(name: string, type: string, keys: readonly Constant[]): string {
    const known = this.#keys.get(type) ?? { name: this.#unique.take(name), keys };
    this.#keys.set(type, known);
    return known.name;
  }

  /** Returns the name of the type of a regular expression. A comment shows the expression. */
  addPattern({ source, flags }: ConstantPattern, define: (name: string) => readonly string[]): string {
    const shown = showPattern({ kind: 'pattern', source, flags });
    const known = this.#patterns.get(shown) ?? this.#newPattern(define);
    this.#patterns.set(shown, known);
    return known.name;
  }

  #newPattern(define: (name: string) => readonly string[]): DefinedPattern {
    const name = this.#unique.take('pattern');
    return { name, definition: define(name) };
  }

  /** The names of the types of regular expressions. */
  get patterns(): readonly string[] {
    return [...this.#patterns.values()].map(({ name }) => name);
  }

  /** Returns the name of the table with the bytes of these strings, one after the other. */
  addBytes(name: string, texts: readonly Uint8Array[]): string {
    const size = texts.reduce((sum, { length }) => sum + length, 0) + padding;
    const pieces = texts.filter(({ length }) => length > 0).map((text) => `"${escapeBytes(text)}"`);
    return this.#named(name, `char, ${size},${inLines(pieces.length > 0 ? pieces : ['""'], ' ')}`);
  }

  #named(name: string, definition: string): string {
    const known = this.#names.get(definition) ?? this.#unique.take(name, definedBy);
    this.#names.set(definition, known);
    return known;
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
      ...[...this.#patterns].flatMap(([shown, { definition }]) => [comment([asAscii(shown)]), ...definition]),
    ];
  }

  /** Returns the header of lookups if there are any, relative to the row library's folder. */
  headers(): readonly string[] {
    return this.#isUsed ? ['value/lookup.hpp'] : [];
  }
}

/** Returns the names that RF_TABLE defines for a table. */
function definedBy(name: string): readonly string[] {
  return [name, `${name}_on_host`, `${name}_on_device`];
}

/** Returns entries behind the beginning of a definition: on its line, or on lines of their own. */
function inLines(entries: readonly string[], separator: string): string {
  const line = entries.join(separator);
  return line.length < widest - 40 ? ` ${line}` : `\n${filled(entries, separator, '    ')}`;
}

/** Writes the units of a regular expression that are no ASCII as escapes, which mean the same in it. */
function asAscii(pattern: string): string {
  return pattern.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function comment(keys: readonly string[]): string {
  const shown = keys.slice(0, mostShown);
  const more = keys.length > shown.length ? [`and ${keys.length - shown.length} more`] : [];
  return filled([...shown, ...more], ', ', '// ');
}
