import { wrapped } from '../../codegen/4-emit/cpp/wrapped.js';
import { compilePattern, isRefusal } from '../../codegen/regex/compile-pattern.js';
import { imageWords, patternType } from '../../codegen/regex/pattern-type.js';

/** The patterns of test/native/regex/sample_patterns.hpp: one for each way in which generated code finds matches. */
export const samplePatterns: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['DatePattern', /(\d{4})-(\d\d)-(\d\d)/g],
  ['SetPattern', /[^\d-]+/g],
  ['EnclosedPattern', /-([^-]*)-/g],
  ['CutPattern', /.*a|b/g],
  ['LookPattern', /\w+(?=(-))/gu],
  ['BehindPattern', /(?<=-)\w/g],
];

export function sampleHeader(): string {
  const types = samplePatterns.map(([type, { source, flags }]) => {
    const pattern = compilePattern(source, flags);
    if (isRefusal(pattern)) throw new Error(pattern.reason);
    const words = imageWords(pattern);
    const table = wrapped(`RF_TABLE(${type}Image, std::uint32_t, ${words.length}, `, words, ')', '');
    return [table, `/// ${source}`, ...patternType(type, `${type}Image`, pattern, wrapped), ''].join('\n');
  });
  return `/// Patterns as generated code has them: UPDATE=1 npx vitest run test/regex writes this file.
#pragma once

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/regex/layout.hpp>

namespace test {

${types.join('\n')}
}  // namespace test
`;
}
