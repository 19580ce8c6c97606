import { bool, float64, int32, nullable, pipe, transform, uint8, utf8 } from 'rowfuse';

export const trimmedText = transform({ input: { text: utf8 }, output: utf8, row: ({ text }) => text.trim() });

export const initials = transform({
  input: { name: utf8 },
  output: { initial: utf8, rest: nullable(utf8), length: uint8 },
  row({ name }) {
    if (name === '') return { initial: '?', rest: null, length: 0 };
    return { initial: name.charAt(0), rest: name.slice(1), length: name.length };
  },
});

export const shortOnes = transform({
  input: { initial: utf8, length: uint8 },
  output: { label: utf8, share: float64, isOne: bool },
  params: { most: int32 },
  keep: ['initial'],
  where: ({ length }, { params: { most } }) => length < most,
  row: ({ initial, length }) => ({ label: `${initial}${length}`, share: length / 255, isOne: length === 1 }),
});

/** A single output column goes to a single input column as a variable, and text stays a view. */
export const trimmedInitials = pipe(trimmedText, initials);
