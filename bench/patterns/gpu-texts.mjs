// Texts for the benchmark on the GPU: 32 to 96 bytes of words and numbers. Half of them contain a date, at any place.
import { mix } from '../data/redact-table.mjs';

export const seed = 2026;
const words = 'order shipped to customer after the payment of an invoice was received by our office in town'.split(' ');

export function drawTexts(rows) {
  return Array.from({ length: rows }, (_, row) => {
    let state = mix(row ^ Math.imul(seed, 0x9e3779b9));
    const below = (limit) => {
      state = mix(state + 0x6d2b79f5);
      return state % limit;
    };
    const twoDigits = (limit) => String(1 + below(limit)).padStart(2, '0');
    const length = 32 + below(65);
    const hasDate = below(2) === 0;
    const before = below(length - 10);
    let text = '';
    const fill = (to) => {
      while (text.length < to) text += `${below(4) === 0 ? below(100_000) : words[below(words.length)]} `;
      text = text.slice(0, to);
    };
    if (hasDate) {
      fill(before);
      text += `${1990 + below(40)}-${twoDigits(12)}-${twoDigits(28)}`;
    }
    fill(length);
    return text;
  });
}
