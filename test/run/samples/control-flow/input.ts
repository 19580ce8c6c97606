import { float64, int32, nullable, transform, utf8 } from 'rowfuse';

export const grades = transform({
  input: { points: float64, name: utf8 },
  output: utf8,
  row({ points, name }) {
    let grade = 'F';
    let bonus = 0;
    if (name.startsWith('A')) bonus += 5;
    else if (name.endsWith('z')) {
      bonus -= 1.5;
      bonus *= 2;
    }
    const total = points + bonus;
    if (total >= 90) grade = 'A';
    else if (total >= 80) grade = 'B';
    else {
      if (total < 0) return `${name} (none)`;
    }
    {
      const name = grade;
      grade = name + '!';
    }
    return name.length > 3 ? `${name.slice(0, 3)}.: ${grade}` : `${name}: ${grade}`;
  },
});

/** A string that grows, step by step, and shrinks again. */
export const growing = transform({
  input: { s: utf8, t: nullable(utf8), n: int32 },
  output: utf8,
  row({ s, t, n }) {
    let text = s;
    let count = n;
    if (n > 0) text = `${text},${text}`;
    if (t !== null) text += t;
    else text = text.slice(1);
    count++;
    --count;
    count %= 7;
    text = text.trim();
    if (count === 3) text = '';
    return text + s;
  },
});

export const uninitialised = transform({
  input: { s: utf8, n: int32 },
  output: nullable(utf8),
  row({ s, n }) {
    let text: string | null | undefined;
    if (n > 2) text = s;
    else if (n < 0) text = null;
    return text ?? (n === 0 ? null : 'low');
  },
});

export const parameter = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    name = name.trim();
    if (name === '') name = 'nobody';
    return name;
  },
});

/** Nothing is read, and everything is known. */
export const constant = transform({
  input: { s: utf8 },
  output: utf8,
  row: () => (1 + 1 === 2 ? 'two' : 'never'),
});

/** Tests of truthiness, whose parts need no common type. */
export const truths = transform({
  input: { s: utf8, t: nullable(utf8), n: float64 },
  output: utf8,
  row({ s, t, n }) {
    if (t && t.length > 2) return t.slice(1);
    if (!(s && n) || (t === null && s.length > n)) return n || s ? 'either' : 'neither';
    return !n && t ? t : 'both';
  },
});

/** Three ways to name a column. */
export const wholeRow = transform({
  input: { 'first name': utf8, last: nullable(utf8) },
  output: utf8,
  row(row) {
    const { last: family } = row;
    return row.last === null ? row['first name'] : `${row['first name']} ${family}`;
  },
});
