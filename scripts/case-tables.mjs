// Writes native/include/rowfuse/string/case/case_tables.hpp: node scripts/case-tables.mjs [--check]
//
// The data come from the running Node's own toUpperCase, toLowerCase, \p{Cased} and \p{Case_Ignorable}, so it must be one of the pinned
// Unicode version. test/native/string/case-tables.test.ts compares the tables with Python's unicodedata.
import { readFileSync, writeFileSync } from 'node:fs';

export const unicodeVersion = '17.0';
if (process.versions.unicode !== unicodeVersion) {
  console.error(
    `The case tables are pinned to Unicode ${unicodeVersion}; this Node has ${process.versions.unicode}. Run it with a Node of that version.`,
  );
  process.exit(1);
}

const codePoints = [];
for (let code = 0; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) codePoints.push(code);

/** Returns the difference that case mapping adds to a code point, or the units it becomes. */
function mapping(convert) {
  const deltas = new Map();
  const specials = new Map();
  let growth = 1;
  for (const code of codePoints) {
    const text = String.fromCodePoint(code);
    const mapped = convert(text);
    growth = Math.max(growth, Buffer.byteLength(mapped) / Buffer.byteLength(text));
    if (mapped === text) continue;
    const [first, ...rest] = mapped;
    if (rest.length === 0) deltas.set(code, first.codePointAt(0) - code);
    else specials.set(code, mapped);
  }
  return { deltas, specials, growth };
}

const upper = mapping((text) => text.toUpperCase());
const lower = mapping((text) => text.toLowerCase());
// codegen/3-plan/output-bound.ts counts on these.
if (upper.growth !== 3 || lower.growth !== 1.5) throw new Error(`growth: ${upper.growth}, ${lower.growth}`);

const hex = (value) =>
  value < 0 ? `-0x${(-value).toString(16).toUpperCase()}` : `0x${value.toString(16).toUpperCase()}`;

function lines(values, width) {
  const rows = [];
  for (let i = 0; i < values.length; i += width) rows.push(`    ${values.slice(i, i + width).join(', ')},`);
  return rows.join('\n');
}

/** Builds a table in two stages: blocks of code points, equal blocks stored once. */
function twoStages({ deltas, specials }, shift) {
  // Action 0 keeps the code point. Then follow one action per delta, and one per special.
  const distinct = [...new Set(deltas.values())].sort((a, b) => a - b);
  const texts = [...new Set(specials.values())];
  const actionOf = (code) => {
    if (deltas.has(code)) return 1 + distinct.indexOf(deltas.get(code));
    return specials.has(code) ? 1 + distinct.length + texts.indexOf(specials.get(code)) : 0;
  };
  const last = Math.max(...deltas.keys(), ...specials.keys());
  const size = 1 << shift;
  const blocks = new Map();
  const index = [];
  for (let start = 0; start <= last; start += size) {
    const block = Array.from({ length: size }, (_, i) => actionOf(start + i)).join(',');
    if (!blocks.has(block)) blocks.set(block, blocks.size);
    index.push(blocks.get(block));
  }
  const actions = [...blocks.keys()].flatMap((block) => block.split(',').map(Number));
  if (Math.max(...actions) > 255 || blocks.size > 255) throw new Error('an action or a block needs more than a byte');
  // Packs the units of a special from the lowest 16 bits on; there are at most three, none of them 0 or a surrogate.
  const packed = texts.map((text) => {
    if (text.length > 3 || /[\0\ud800-\udfff]/.test(text)) throw new Error(`special ${JSON.stringify(text)}`);
    return [...text].reduce((sum, unit, i) => sum | (BigInt(unit.charCodeAt(0)) << BigInt(16 * i)), 0n);
  });
  return {
    shift,
    last,
    index,
    actions,
    distinct,
    packed,
    bytes: index.length + actions.length + 4 * distinct.length + 8 * packed.length,
  };
}

function smallest(data) {
  return [4, 5, 6, 7].map((shift) => twoStages(data, shift)).sort((a, b) => a.bytes - b.bytes)[0];
}

function structOf(name, what, table) {
  const { shift, last, index, actions, distinct, packed } = table;
  const Name = name[0].toUpperCase() + name.slice(1);
  return `/// ${what}: ${table.bytes} bytes.
struct ${Name}Table {
  static constexpr uint32_t last = ${hex(last)};  // no mapping past this code point
  static constexpr int shift = ${shift};
  static constexpr int deltas = ${distinct.length};
  uint8_t blocks[${index.length}];   // by code point >> shift
  uint8_t actions[${actions.length}];  // by block and the code point's low bits: 0, 1 + delta, 1 + deltas + special
  int32_t delta[${distinct.length}];
  uint64_t special[${packed.length}];  // up to three UTF-16 units, the first in the lowest bits
};

inline constexpr ${Name}Table ${name}_table{
  {
${lines(index, 32)}
  },
  {
${lines(actions, 32)}
  },
  {
${lines(distinct.map(hex), 14)}
  },
  {
${lines(
  packed.map((value) => `0x${value.toString(16).toUpperCase()}`),
  6,
)}
  },
};
`;
}

/** The code points where \`class\` changes: the first of each run, with its class in the two lowest bits. */
function classRuns() {
  const runs = [];
  let before = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    // A code point with both properties is passed over, as V8 does it.
    const kind = /\p{Case_Ignorable}/u.test(text) ? 2 : /\p{Cased}/u.test(text) ? 1 : 0;
    if (kind !== before) runs.push((code << 2) | kind);
    before = kind;
  }
  return runs;
}

const runs = classRuns();
const header = `/// Case mapping of Unicode ${unicodeVersion}. Generated by scripts/case-tables.mjs: change that, then run it.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// The Unicode version of toUpperCase and toLowerCase.
inline constexpr char const* unicode_version = "${unicodeVersion}";

namespace detail {

${structOf('upper', 'toUpperCase of one code point', smallest(upper))}
${structOf('lower', 'toLowerCase of one code point, regardless of its context', smallest(lower))}
/// The classes of code points that decide if a sigma beside them is final.
struct CaseClasses {
  static constexpr int count = ${runs.length};
  uint32_t runs[${runs.length}];  // first code point << 2 | class: 1 is cased, 2 is ignorable, 0 is neither
};

inline constexpr CaseClasses case_classes{{
${lines(runs.map(hex), 12)}
}};

#if defined(__CUDACC__)
// Device code cannot index a host constant. The copies are dropped from programs that do not use them.
static __device__ UpperTable const device_upper_table = upper_table;
static __device__ LowerTable const device_lower_table = lower_table;
static __device__ CaseClasses const device_case_classes = case_classes;
#endif

#if defined(RF_DEVICE_PASS)
#define RF_CASE_TABLE(name) device_##name
#else
#define RF_CASE_TABLE(name) name
#endif

/// The mapping of a code point: one code point, or up to three units.
struct MappedCase {
  uint32_t code_point;
  uint64_t units;  ///< unless 0: instead of the code point, the first in the lowest 16 bits, 0 after the last
};

template <class Table>
RF_HD RF_INLINE MappedCase look_up_case(Table const& table, uint32_t code_point) {
  if (code_point > Table::last) return {code_point, 0};
  uint32_t const block = table.blocks[code_point >> Table::shift];
  uint32_t const low = code_point & ((1u << Table::shift) - 1);
  int32_t const action = table.actions[(block << Table::shift) + low];
  if (action == 0) return {code_point, 0};
  if (action <= Table::deltas) return {code_point + static_cast<uint32_t>(table.delta[action - 1]), 0};
  return {0, table.special[action - 1 - Table::deltas]};
}

RF_HD RF_INLINE MappedCase upper_case_of(uint32_t code_point) { return look_up_case(RF_CASE_TABLE(upper_table), code_point); }
RF_HD RF_INLINE MappedCase lower_case_of(uint32_t code_point) { return look_up_case(RF_CASE_TABLE(lower_table), code_point); }

enum class CaseClass : uint32_t { neither, cased, ignorable };

RF_HD inline CaseClass case_class_of(uint32_t code_point) {
  int32_t low = 0;  // runs before \`low\` begin at the code point or before it
  int32_t high = CaseClasses::count;
  while (low < high) {
    int32_t const middle = (low + high) / 2;
    if (RF_CASE_TABLE(case_classes).runs[middle] >> 2 <= code_point) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? CaseClass::neither : static_cast<CaseClass>(RF_CASE_TABLE(case_classes).runs[low - 1] & 3);
}

#undef RF_CASE_TABLE

}  // namespace detail

}  // namespace rowfuse
`;

const path = new URL('../native/include/rowfuse/string/case/case_tables.hpp', import.meta.url);
if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== header) {
    console.error(
      'native/include/rowfuse/string/case/case_tables.hpp differs from its generator. Run: node scripts/case-tables.mjs',
    );
    process.exitCode = 1;
  }
} else {
  writeFileSync(path, header);
}
