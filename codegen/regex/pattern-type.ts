import type { CompiledPattern } from './compile-pattern.js';
import { layoutMembers } from './image/layout.js';

/** Returns the words of a pattern's image as C++ literals, for a table of them. */
export function imageWords({ image }: CompiledPattern): readonly string[] {
  const words = new DataView(image.buffer, image.byteOffset, image.byteLength);
  return Array.from(
    { length: image.byteLength / 4 },
    (_, place) => `0x${words.getUint32(4 * place, true).toString(16)}`,
  );
}

/**
 * Returns the C++ type of a pattern, line by line. It needs `rowfuse/regex/layout.hpp`.
 *
 * @param table The name of the table with its image.
 * @param wrapped Returns a list between its beginning and its end, on several lines if it is long.
 */
export function patternType(
  name: string,
  table: string,
  { layout }: CompiledPattern,
  wrapped: (before: string, items: readonly string[], after: string, indent: string) => string,
): readonly string[] {
  const members = layoutMembers.map((member) => `.${snakeCase(member)} = ${layout[member]}`);
  return [
    `struct ${name} {`,
    '  RF_HD static constexpr rowfuse::regex::Layout layout() {',
    wrapped('return {', members, '};', '    '),
    '  }',
    `  RF_HD static RF_INLINE char const* image() { return reinterpret_cast<char const*>(${table}::data()); }`,
    '};',
  ];
}

function snakeCase(member: string): string {
  return member.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
