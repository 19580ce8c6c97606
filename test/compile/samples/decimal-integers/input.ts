// Numbers that are read from text for integer columns only are computed from their digits.
import { float64, int16, int32, transform, uint32, utf8 } from 'rowfuse';

export const prices = transform({
  input: { s: utf8, t: utf8 },
  output: { count: uint32, cents: int32, tenths: int16, again: int32, halves: int32, number: float64 },
  row({ s, t }) {
    const tenths = Math.round(10 * Number(t));
    const halves = Math.round(Number(t) * 2);
    const number = Math.round(Number(t) * 100);
    return { count: Number(s), cents: Math.round(Number(s.trim()) * 100), tenths, again: tenths, halves, number };
  },
});
