import { bool, float64, int32, transform, utf8 } from 'rowfuse';

export const padNumber = transform({
  input: { n: int32 },
  output: utf8,
  row: ({ n }) => String(n).padStart(8, '0'),
});

export const money = transform({
  input: { price: float64 },
  output: utf8,
  row({ price }) {
    const [whole = '', cents = ''] = price.toFixed(2).split('.');
    let result = '';
    for (let i = 0; i < whole.length; i++) {
      if (i > 0 && (whole.length - i) % 3 === 0) result += ',';
      result += whole[i];
    }
    return `$${result}.${cents}`;
  },
});

export const thousands = transform({
  input: { n: int32 },
  output: utf8,
  row({ n }) {
    let rest = String(n);
    let result = '';
    while (rest.length > 3) {
      result = `,${rest.slice(-3)}${result}`;
      rest = rest.slice(0, -3);
    }
    return rest + result;
  },
});

export const percent = transform({
  input: { price: float64, total: float64 },
  output: utf8,
  row: ({ price, total }) => `${((100 * price) / total).toFixed(1)} %`,
});

export const fileSize = transform({
  input: { bytes: float64 },
  output: utf8,
  row({ bytes }) {
    const units = ['B', 'KB', 'MB', 'GB', 'TB'];
    let value = bytes;
    let unit = 0;
    while (value >= 1024 && unit < 4) {
      value /= 1024;
      unit++;
    }
    return `${value.toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`;
  },
});

export const duration = transform({
  input: { seconds: int32 },
  output: utf8,
  row({ seconds }) {
    const h = Math.floor(seconds / 3600);
    const m = Math.floor((seconds % 3600) / 60);
    const s = seconds % 60;
    return `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`;
  },
});

export const toRoman = transform({
  input: { year: int32 },
  output: utf8,
  row({ year }) {
    const values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    const letters = ['M', 'CM', 'D', 'CD', 'C', 'XC', 'L', 'XL', 'X', 'IX', 'V', 'IV', 'I'];
    let rest = year;
    let result = '';
    for (let i = 0; i < 13; i++) {
      while (rest >= (values[i] ?? 1)) {
        result += letters[i];
        rest -= values[i] ?? 1;
      }
    }
    return result;
  },
});

export const ordinal = transform({
  input: { small: int32 },
  output: utf8,
  row({ small }) {
    const tens = small % 100;
    if (tens >= 11 && tens <= 13) return `${small}th`;
    switch (small % 10) {
      case 1:
        return `${small}st`;
      case 2:
        return `${small}nd`;
      case 3:
        return `${small}rd`;
      default:
        return `${small}th`;
    }
  },
});

export const hexOfNumber = transform({
  input: { n: int32 },
  output: utf8,
  row: ({ n }) => `0x${n.toString(16).padStart(8, '0')}`,
});

export const hexByHand = transform({
  input: { n: int32 },
  output: utf8,
  row({ n }) {
    let rest = n;
    let result = '';
    do {
      result = '0123456789abcdef'.charAt(rest % 16) + result;
      rest = Math.floor(rest / 16);
    } while (rest > 0);
    return result;
  },
});

export const binaryOfNumber = transform({
  input: { n: int32 },
  output: utf8,
  row({ n }) {
    let result = '';
    for (let bit = 15; bit >= 0; bit--) result += (n >> bit) & 1 ? '1' : '0';
    return result;
  },
});

export const hexColor = transform({
  input: { n: int32 },
  output: utf8,
  row({ n }) {
    const part = (value: number) => value.toString(16).padStart(2, '0');
    return `#${part((n >> 16) & 255)}${part((n >> 8) & 255)}${part(n & 255)}`;
  },
});

export const ipOfNumber = transform({
  input: { n: int32 },
  output: utf8,
  row: ({ n }) => `${(n >>> 24) & 255}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`,
});

export const greeting = transform({
  input: { name: utf8, small: int32 },
  output: utf8,
  row: ({ name, small }) =>
    `Hello ${name}, you have ${small === 0 ? 'no' : small} new message${small === 1 ? '' : 's'}.`,
});

export const lastNameFirst = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    const space = name.lastIndexOf(' ');
    return space < 0 ? name : `${name.slice(space + 1)}, ${name.slice(0, space)}`;
  },
});

export const jsonLine = transform({
  input: { name: utf8, n: int32, price: float64 },
  output: utf8,
  row: ({ name, n, price }) => `{"name":"${name.replaceAll('"', '\\"')}","n":${n},"price":${price}}`,
});

export const csvQuote = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) =>
    text.includes(',') || text.includes('"') || text.includes('\n') ? `"${text.replaceAll('"', '""')}"` : text,
});

export const tableCell = transform({
  input: { text: utf8, price: float64 },
  output: utf8,
  row: ({ text, price }) => `${text.slice(0, 20).padEnd(20)} | ${price.toFixed(2).padStart(10)}`,
});

export const wrapLines = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    let column = 0;
    for (const word of text.split(' ')) {
      if (column > 0 && column + 1 + word.length > 60) {
        result += '\n';
        column = 0;
      } else if (column > 0) {
        result += ' ';
        column++;
      }
      result += word;
      column += word.length;
    }
    return result;
  },
});

export const centered = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    const left = Math.floor((30 - name.length) / 2);
    return name.padStart(name.length + Math.max(left, 0)).padEnd(30);
  },
});

export const cardGroups = transform({
  input: { card: utf8 },
  output: utf8,
  row({ card }) {
    let result = '';
    for (let i = 0; i < card.length; i++) {
      if (i > 0 && i % 4 === 0) result += ' ';
      result += card[i];
    }
    return result;
  },
});

export const maskCard = transform({
  input: { card: utf8 },
  output: utf8,
  row: ({ card }) => card.slice(-4).padStart(card.length, '*'),
});

export const phoneFormat = transform({
  input: { card: utf8 },
  output: utf8,
  row: ({ card }) => `(${card.slice(0, 3)}) ${card.slice(3, 6)}-${card.slice(6, 10)}`,
});

export const yesNo = transform({
  input: { flag: bool, name: utf8 },
  output: utf8,
  row: ({ flag, name }) => `${name}: ${flag ? 'yes' : 'no'}`,
});

export const roundedText = transform({
  input: { price: float64 },
  output: utf8,
  row: ({ price }) => String(Math.round(price * 100) / 100),
});

export const coordinates = transform({
  input: { x: float64, y: float64 },
  output: utf8,
  row: ({ x, y }) => `${Math.abs(x).toFixed(4)}°${x < 0 ? 'S' : 'N'} ${Math.abs(y).toFixed(4)}°${y < 0 ? 'W' : 'E'}`,
});

export const indentLines = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => `  ${text.split('. ').join('.\n  ')}`,
});

export const stars = transform({
  input: { small: int32 },
  output: utf8,
  row: ({ small }) => '★'.repeat(small % 6) + '☆'.repeat(5 - (small % 6)),
});

export const numberInWords = transform({
  input: { small: int32 },
  output: utf8,
  row({ small }) {
    const ones = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    const tens = ['', 'ten', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
    if (small < 10) return ones[small] ?? '';
    const one = small % 10;
    const ten = tens[Math.floor(small / 10)] ?? '';
    return one === 0 ? ten : `${ten}-${ones[one]}`;
  },
});

export const groupedNumber = transform({
  input: { n: int32 },
  output: utf8,
  row: ({ n }) => n.toString().replace(/\B(?=(\d{3})+$)/g, ','),
});

export const coordinatePair = transform({
  input: { n: int32, m: int32, small: int32 },
  output: utf8,
  row: ({ n, m, small }) => `(${n}, ${m}) @ ${small} [${n + m}]`,
});

export const clockText = transform({
  input: { seconds: int32 },
  output: utf8,
  row({ seconds }) {
    const pad = (value: number) => (value < 10 ? `0${value}` : `${value}`);
    const hours = Math.floor(seconds / 3600) % 24;
    return `${pad(hours)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  },
});

export const binaryBytes = transform({
  input: { n: int32 },
  output: utf8,
  row: ({ n }) => `${((n >> 8) & 255).toString(2).padStart(8, '0')} ${(n & 255).toString(2).padStart(8, '0')}`,
});

export const hexDump = transform({
  input: { word: utf8 },
  output: utf8,
  row({ word }) {
    const parts: string[] = [];
    for (let i = 0; i < word.length; i++) parts.push(word.charCodeAt(i).toString(16).padStart(2, '0'));
    return parts.join(' ');
  },
});

export const progressBar = transform({
  input: { small: int32 },
  output: utf8,
  row({ small }) {
    const filled = Math.round(small / 5);
    return `[${'#'.repeat(filled)}${'.'.repeat(20 - filled)}] ${String(small).padStart(3)}%`;
  },
});

export const scientific = transform({
  input: { price: float64 },
  output: utf8,
  row: ({ price }) => `${price.toExponential(3)} ${price.toPrecision(4)}`,
});

export const signedAmount = transform({
  input: { x: float64 },
  output: utf8,
  row: ({ x }) => `${x < 0 ? '-' : '+'}${Math.abs(x).toFixed(2)} EUR`,
});
