import { describe, expect, it } from 'vitest';
import { compilePattern, isRefusal } from '../../codegen/regex/compile-pattern.js';

/** Returns the part of a pattern at which a refusal points, and its reason. */
function refused(source: string, flags = ''): readonly [part: string, reason: string] {
  const refusal = compilePattern(source, flags);
  if (!isRefusal(refusal)) throw new Error(`/${source}/${flags} is compiled`);
  expect(refusal.advice).not.toBe('');
  return [source.slice(refusal.start, refusal.end), refusal.reason];
}

describe('a pattern is refused', () => {
  it('at a back-reference, by number or by name', () => {
    const reason = 'No engine matches back-references in time that is linear in the text.';
    expect(refused('(a|b)-\\1')).toEqual(['\\1', reason]);
    expect(refused('(?<first>a)b\\k<first>', 'u')).toEqual(['\\k<first>', reason]);
  });

  it('at the outermost quantifier that writes out too many positions', () => {
    const reason = 'The pattern has more than 10000 positions when its quantifiers are written out.';
    expect(refused('a(?:(x{1000}){1000})b')).toEqual(['(x{1000}){1000}', reason]);
    expect(refused('\\d{1,20000}')).toEqual(['\\d{1,20000}', reason]);
  });

  it('where its syntax is wrong', () => {
    expect(refused('a(b')).toEqual(['', 'Invalid regular expression: /a(b/: Unterminated group.']);
    expect(refused('[a]]', 'u')[0]).toBe(']');
  });

  it('at sets of strings', () => {
    expect(refused('x[\\q{ab|c}]', 'v')[0]).toBe('\\q{ab|c}');
    expect(refused('x\\p{RGI_Emoji}', 'v')[0]).toBe('\\p{RGI_Emoji}');
  });
});

describe('a pattern is compiled', () => {
  it('if a quantifier of many iterations reads nothing', () => {
    expect(isRefusal(compilePattern('(?:){1000000000}a(?:^|){1000000}', ''))).toBe(false);
  });

  it('with the indices of its groups by name', () => {
    const pattern = compilePattern('(?<year>\\d{4})-(x)|(?<year>\\d\\d)', '');
    expect(isRefusal(pattern) ? undefined : [pattern.groups, [...pattern.names]]).toEqual([3, [['year', [1, 3]]]]);
  });
});
