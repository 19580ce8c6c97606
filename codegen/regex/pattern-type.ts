import type { CompiledPattern } from './compile-pattern.js';
import { layoutMembers } from './image/layout.js';

/**
 * Returns the C++ type of a pattern, for namespace level. It needs `rowfuse/regex/regex.hpp` and `rowfuse/base/constant_table.hpp`.
 *
 * @param name A C++ identifier.
 */
export function patternType(name: string, { layout, image }: CompiledPattern): string {
  const words = Array.from({ length: image.length / 4 }, (_, place) => {
    const bytes = image.subarray(4 * place, 4 * place + 4);
    return `0x${bytes.reduceRight((word, byte) => word * 256 + byte, 0).toString(16)}`;
  });
  const members = layoutMembers.map((member) => `.${snakeCase(member)} = ${layout[member]}`);
  return `RF_TABLE(${name}Image, uint32_t, ${words.length}, ${words.join(', ')})

struct ${name} {
  RF_HD static constexpr rowfuse::regex::Layout layout() {
    return {${members.join(', ')}};
  }
  RF_HD static RF_INLINE char const* image() { return reinterpret_cast<char const*>(${name}Image::data()); }
};
`;
}

/** Returns the name of a member in C++. */
export function snakeCase(member: string): string {
  return member.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
