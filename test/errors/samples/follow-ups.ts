import { int32, nullable, transform, utf8 } from 'rowfuse';

/** A refused value is reported once, where it stands. Code that depends on it is not reported. */
export const elements = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const counts = new Intl.Segmenter(text) as unknown as Map<string, number>; // RF1203
    counts.set(text, 1);
    let best = '';
    let most = 0;
    for (const [word, count] of counts) {
      if (count <= most) continue;
      best = word;
      most = count;
    }
    for (const [place, [word]] of [...counts].entries()) if (place > most) best = word;
    return `${best} ${most}`;
  },
});

export const returned = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    try { // RF1203
      return text.trim();
    } catch {
      return '';
    }
  },
});

function parsed(text: string): string {
  try { // RF1203
    return text.trim();
  } catch {
    return '';
  }
}

export const length = transform({
  input: { text: utf8 },
  output: int32,
  row: ({ text }) => parsed(text).length,
});

export const assigned = transform({
  input: { text: utf8 },
  output: nullable(int32),
  row({ text }) {
    let found: { size: number } | null = null;
    let size = 0;
    for (const character of text) {
      if (character === ';') found = JSON.parse(text); // RF1320
      size = new Blob([text]).size; // RF1203
    }
    const kept = { text, size: 1 };
    const smaller: { text?: string; size: number } = kept;
    delete smaller.text; // RF1203
    return found === null ? size : found.size + smaller.size;
  },
});

let seen = 0;

/** Loop bodies are visited until nothing changes, so an error of an early visit may be gone in the last one. */
export const revisited = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    seen += 1; // RF1203
    let last: string | null = null;
    for (const character of text) {
      if (last !== null && last < character) last = character;
      last ??= character;
    }
    return `${seen}: ${last ?? ''}`;
  },
});
