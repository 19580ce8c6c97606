import type { Segments } from '../../3-plan/segments.js';

/** Returns the initializer of an `rf::Segments`. */
export function cppSegments({ count, longer, constant, mapped }: Segments): string {
  if (count === 0) return '{}';
  const constants = constant.includes(true) ? `, .constant = ${bits(constant)}` : '';
  return `{.count = ${count}, .longer = ${bits(longer)}${constants}${mapped ? ', .mapped = true' : ''}}`;
}

function bits(pieces: readonly boolean[]): string {
  return `0b${[...pieces].reverse().map(Number).join('') || '0'}`;
}
