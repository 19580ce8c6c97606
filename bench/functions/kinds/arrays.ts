import { bool, float64, int32, list, transform, utf8 } from 'rowfuse';

export const sumOfValues = transform({
  input: { values: list(float64) },
  output: float64,
  row: ({ values }) => values.reduce((sum, value) => sum + value, 0),
});

export const meanOfValues = transform({
  input: { values: list(float64) },
  output: float64,
  row({ values }) {
    let sum = 0;
    for (const value of values) sum += value;
    return values.length === 0 ? 0 : sum / values.length;
  },
});

export const rangeOfValues = transform({
  input: { values: list(float64) },
  output: float64,
  row({ values }) {
    let least = Infinity;
    let most = -Infinity;
    for (const value of values) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return most - least;
  },
});

export const medianOfValues = transform({
  input: { values: list(float64) },
  output: float64,
  row({ values }) {
    const sorted = values.toSorted((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted[middle] ?? 0;
  },
});

export const deviation = transform({
  input: { values: list(float64) },
  output: float64,
  row({ values }) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  },
});

export const countAbove = transform({
  input: { values: list(float64), x: float64 },
  output: int32,
  row: ({ values, x }) => values.filter((value) => value > x).length,
});

export const scaledValues = transform({
  input: { values: list(float64), x: float64 },
  output: list(float64),
  row: ({ values, x }) => values.map((value) => value * x),
});

export const runningSums = transform({
  input: { values: list(float64) },
  output: list(float64),
  row({ values }) {
    const sums: number[] = [];
    let sum = 0;
    for (const value of values) {
      sum += value;
      sums.push(sum);
    }
    return sums;
  },
});

export const differences = transform({
  input: { values: list(float64) },
  output: list(float64),
  row: ({ values }) => values.slice(1).map((value, i) => value - (values[i] ?? 0)),
});

export const longestRise = transform({
  input: { items: list(int32) },
  output: int32,
  row({ items }) {
    let longest = 0;
    let current = 0;
    for (let i = 0; i < items.length; i++) {
      current = i > 0 && (items[i] ?? 0) > (items[i - 1] ?? 0) ? current + 1 : 1;
      if (current > longest) longest = current;
    }
    return longest;
  },
});

export const maxSubarray = transform({
  input: { items: list(int32) },
  output: float64,
  row({ items }) {
    let best = 0;
    let current = 0;
    for (const item of items) {
      current = Math.max(0, current + item);
      best = Math.max(best, current);
    }
    return best;
  },
});

export const indexOfLargest = transform({
  input: { items: list(int32) },
  output: int32,
  row({ items }) {
    let at = 0;
    for (let i = 1; i < items.length; i++) if ((items[i] ?? 0) > (items[at] ?? 0)) at = i;
    return at;
  },
});

export const evenItems = transform({
  input: { items: list(int32) },
  output: list(int32),
  row: ({ items }) => items.filter((item) => item % 2 === 0),
});

export const isSorted = transform({
  input: { items: list(int32) },
  output: bool,
  row: ({ items }) => items.every((item, i) => i === 0 || item >= (items[i - 1] ?? 0)),
});

export const binarySearch = transform({
  input: { items: list(int32), n: int32 },
  output: int32,
  row({ items, n }) {
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((items[middle] ?? 0) < n) low = middle + 1;
      else high = middle;
    }
    return low;
  },
});

export const dotWithReversed = transform({
  input: { values: list(float64) },
  output: float64,
  row({ values }) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += (values[i] ?? 0) * (values[values.length - 1 - i] ?? 0);
    return sum;
  },
});

export const movingMax = transform({
  input: { items: list(int32) },
  output: list(int32),
  row({ items }) {
    const result: number[] = [];
    for (let i = 0; i < items.length; i++) {
      let most = items[i] ?? 0;
      for (let j = Math.max(0, i - 4); j < i; j++) most = Math.max(most, items[j] ?? 0);
      result.push(most);
    }
    return result;
  },
});

export const joinedItems = transform({
  input: { items: list(int32) },
  output: utf8,
  row: ({ items }) => items.join(', '),
});

export const sortedWords = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.split(' ').toSorted().join(' '),
});

export const sortedLetters = transform({
  input: { word: utf8 },
  output: utf8,
  row: ({ word }) => [...word].toSorted().join(''),
});

export const sortedByLength = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) =>
    text
      .split(' ')
      .toSorted((a, b) => a.length - b.length)
      .join(' '),
});

export const distinctTags = transform({
  input: { tags: utf8 },
  output: utf8,
  row({ tags }) {
    const seen: string[] = [];
    for (const tag of tags.split(',')) if (!seen.includes(tag)) seen.push(tag);
    return seen.join(',');
  },
});

export const mostFrequentTag = transform({
  input: { tags: utf8 },
  output: utf8,
  row({ tags }) {
    const names: string[] = [];
    const counts: number[] = [];
    for (const tag of tags.split(',')) {
      const at = names.indexOf(tag);
      if (at < 0) {
        names.push(tag);
        counts.push(1);
      } else counts[at] = (counts[at] ?? 0) + 1;
    }
    let best = 0;
    for (let i = 1; i < counts.length; i++) if ((counts[i] ?? 0) > (counts[best] ?? 0)) best = i;
    return names[best] ?? '';
  },
});

export const wordLengths = transform({
  input: { text: utf8 },
  output: list(int32),
  row: ({ text }) => text.split(' ').map((word) => word.length),
});

export const reversedWords = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.split(' ').toReversed().join(' '),
});

export const partsOfText = transform({
  input: { csv: utf8 },
  output: list(utf8),
  row: ({ csv }) => csv.split(','),
});

export const longWords = transform({
  input: { text: utf8 },
  output: list(utf8),
  row: ({ text }) => text.split(' ').filter((word) => word.length > 5),
});

export const hasTag = transform({
  input: { tags: utf8 },
  output: bool,
  row: ({ tags }) => tags.split(',').some((tag) => tag === 'urgent' || tag === 'blocked'),
});

export const letterCounts = transform({
  input: { text: utf8 },
  output: list(int32),
  row({ text }) {
    const counts = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < text.length; i++) {
      const letter = text.charCodeAt(i) - 97;
      if (letter >= 0 && letter < 6) counts[letter] = (counts[letter] ?? 0) + 1;
    }
    return counts;
  },
});

const numbersOf = (text: string) => text.split(',').map(Number);

export const meanOfText = transform({
  input: { numbers: utf8 },
  output: float64,
  row({ numbers }) {
    const parts = numbersOf(numbers);
    return parts.reduce((sum, part) => sum + part, 0) / parts.length;
  },
});

export const spanOfText = transform({
  input: { numbers: utf8 },
  output: float64,
  row({ numbers }) {
    const parts = numbersOf(numbers);
    return Math.max(...parts) - Math.min(...parts);
  },
});

export const sortedNumbers = transform({
  input: { numbers: utf8 },
  output: utf8,
  row: ({ numbers }) =>
    numbersOf(numbers)
      .sort((a, b) => a - b)
      .join(' '),
});

export const histogram = transform({
  input: { items: list(int32) },
  output: list(int32),
  row({ items }) {
    const bins = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (const item of items) {
      const bin = Math.floor((item + 1000) / 200);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    return bins;
  },
});

export const evenMinusOdd = transform({
  input: { items: list(int32) },
  output: float64,
  row: ({ items }) => items.reduce((sum, item, i) => (i % 2 === 0 ? sum + item : sum - item), 0),
});

export const weightedMean = transform({
  input: { values: list(float64) },
  output: float64,
  row({ values }) {
    let sum = 0;
    let weights = 0;
    for (let i = 0; i < values.length; i++) {
      const weight = 1 / (i + 1);
      sum += (values[i] ?? 0) * weight;
      weights += weight;
    }
    return weights === 0 ? 0 : sum / weights;
  },
});

export const sortedItems = transform({
  input: { items: list(int32) },
  output: list(int32),
  row: ({ items }) => items.toSorted((a, b) => b - a),
});
