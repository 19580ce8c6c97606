import { int32, transform, utf8 } from 'rowfuse';

export const wordsCounted = transform({
  input: { text: utf8 },
  output: { word: utf8, count: int32, distinct: int32 },
  row({ text }) {
    const counts = new Map<string, number>();
    for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
    let word = '';
    let most = 0;
    for (const [key, count] of counts) {
      if (count > most) {
        word = key;
        most = count;
      }
    }
    return { word, count: most, distinct: counts.size };
  },
});

export const topFiveWords = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const counts = new Map<string, number>();
    for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([word]) => word)
      .join(' ');
  },
});

export const levenshtein = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const a = text.slice(0, 20);
    const b = text.slice(20, 40);
    let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
    let current = new Array<number>(b.length + 1).fill(0);
    for (let i = 1; i <= a.length; i++) {
      current[0] = i;
      for (let j = 1; j <= b.length; j++) {
        const cost = a[i - 1] === b[j - 1] ? 0 : 1;
        current[j] = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      }
      [previous, current] = [current, previous];
    }
    return previous[b.length] ?? 0;
  },
});

export const gridPaths = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const width = 10;
    const rows: number[][] = [];
    for (let y = 0; y < 10; y++) rows.push(new Array<number>(width).fill(0));
    for (let y = 0; y < 10; y++) {
      for (let x = 0; x < width; x++) {
        const isBlocked = text[y * width + x] === ' ';
        const above = y > 0 ? (rows[y - 1]?.[x] ?? 0) : 0;
        const left = x > 0 ? (rows[y]?.[x - 1] ?? 0) : 0;
        const row = rows[y];
        if (row) row[x] = isBlocked ? 0 : x + y === 0 ? 1 : above + left;
      }
    }
    return (rows[9]?.[9] ?? 0) | 0;
  },
});

export const lettersInDictionary = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const counts: Record<string, number> = {};
    for (const letter of text) counts[letter] = (counts[letter] ?? 0) + 1;
    return Object.entries(counts)
      .map(([letter, count]) => `${letter}${count}`)
      .join('');
  },
});

export const firstRepeatedWord = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const seen = new Set<string>();
    for (const word of text.split(' ')) {
      if (seen.has(word)) return word;
      seen.add(word);
    }
    return '';
  },
});

export const wordsByInitial = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const groups = new Map<string, string[]>();
    for (const word of text.split(' ')) {
      const initial = word.charAt(0);
      const group = groups.get(initial);
      if (group) group.push(word);
      else groups.set(initial, [word]);
    }
    return [...groups].map(([initial, words]) => `${initial}:${words.length}`).join(',');
  },
});

interface Entry {
  word: string;
  count: number;
}

export const entriesChanged = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const entries: Entry[] = [];
    for (const word of text.split(' ')) {
      const known = entries.find((entry) => entry.word === word);
      if (known) known.count += 1;
      else entries.push({ word, count: 1 });
    }
    return entries.reduce((most, { count }) => Math.max(most, count), 0);
  },
});

function quicksort(items: number[], low: number, high: number): void {
  if (low >= high) return;
  const pivot = items[high] ?? 0;
  let border = low;
  for (let i = low; i < high; i++) {
    const item = items[i] ?? 0;
    if (item < pivot) {
      items[i] = items[border] ?? 0;
      items[border] = item;
      border++;
    }
  }
  items[high] = items[border] ?? 0;
  items[border] = pivot;
  quicksort(items, low, border - 1);
  quicksort(items, border + 1, high);
}

export const medianUnit = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const units: number[] = [];
    for (let i = 0; i < text.length && i < 100; i++) units.push((text.charCodeAt(i) * 7919 + i * 104729) % 65521);
    quicksort(units, 0, units.length - 1);
    return units[units.length >> 1] ?? 0;
  },
});

export const editsUndone = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const kept: string[] = [];
    for (const character of text) {
      if (character === 'e') kept.pop();
      else kept.push(character);
    }
    return kept.join('');
  },
});
