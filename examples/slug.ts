import { transform, utf8 } from 'rowfuse';

/** The letters from ß to ÿ, as addresses spell them. */
const spellings = 'ss a a a a ae aa ae c e e e e i i i i d n o o o o oe - oe u u u ue y th y'.split(' ');

/** Turns a title into a part of an address, `dont-panic-10-tips`: 60 characters at most, cut between words. */
export const titleSlug = transform({
  input: { title: utf8 },
  output: utf8,
  row: ({ title }) =>
    title
      .toLowerCase()
      .replace(/['’]|[\u0300-\u036f]+/g, '') // apostrophes, and accents that are characters of their own
      .replace(/[ß-ÿ]/g, (letter) => spellings[letter.charCodeAt(0) - 0xdf] ?? letter)
      .replaceAll('&', ' and ')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .replace(/^(?:(.{1,60})(?:-.*)?|(.{60}).*)$/u, '$1$2'),
});
