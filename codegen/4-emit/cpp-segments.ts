import type { Segments } from '../3-plan/segments.js';

/** The initializer of a `rf::Segments`. */
export function cppSegments({ count, longer }: Segments): string {
  const bits = [...longer].reverse().map((isLonger) => (isLonger ? '1' : '0'));
  return `{.count = ${count}, .longer = 0b${bits.join('') || '0'}}`;
}
