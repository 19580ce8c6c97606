import { bool, float64, int32, list, transform, utf8 } from 'rowfuse';

export const logLevel = transform({
  input: { log: utf8 },
  output: utf8,
  row({ log }) {
    const start = log.indexOf('[');
    const end = log.indexOf(']', start + 1);
    return start < 0 || end < 0 ? '' : log.slice(start + 1, end);
  },
});

export const logFields = transform({
  input: { log: utf8 },
  output: { date: utf8, level: utf8, user: utf8, status: int32 },
  row({ log }) {
    const space = log.indexOf(' ');
    const open = log.indexOf('[');
    const close = log.indexOf(']', open);
    const user = log.indexOf('user=');
    const userEnd = log.indexOf(' ', user);
    const status = log.indexOf('status=');
    return {
      date: log.slice(0, space),
      level: log.slice(open + 1, close),
      user: user < 0 ? '' : log.slice(user + 5, userEnd),
      status: status < 0 ? 0 : Number(log.slice(status + 7, status + 10)),
    };
  },
});

/** Returns the text behind `key=`, up to the next space. */
function fieldOf(line: string, key: string): string {
  const start = line.indexOf(`${key}=`);
  if (start < 0) return '';
  const from = start + key.length + 1;
  const end = line.indexOf(' ', from);
  return end < 0 ? line.slice(from) : line.slice(from, end);
}

export const logSummary = transform({
  input: { log: utf8 },
  output: utf8,
  row: ({ log }) => `${fieldOf(log, 'user')} ${fieldOf(log, 'path')} ${fieldOf(log, 'status')} ${fieldOf(log, 'ms')}`,
});

export const slowRequest = transform({
  input: { log: utf8 },
  output: bool,
  row({ log }) {
    const at = log.indexOf(' ms=');
    return at >= 0 && parseInt(log.slice(at + 4), 10) > 500;
  },
});

export const logMessage = transform({
  input: { log: utf8 },
  output: utf8,
  row: ({ log }) => log.split(' ').slice(2).join(' '),
});

export const pairValue = transform({
  input: { pairs: utf8 },
  output: utf8,
  row({ pairs }) {
    for (const pair of pairs.split(';')) {
      const equals = pair.indexOf('=');
      if (equals >= 0 && pair.slice(0, equals).trim() === 'size') return pair.slice(equals + 1).trim();
    }
    return '';
  },
});

export const pairKeys = transform({
  input: { pairs: utf8 },
  output: utf8,
  row: ({ pairs }) =>
    pairs
      .split(';')
      .map((pair) => (pair.split('=')[0] ?? '').trim())
      .join(','),
});

export const pairSum = transform({
  input: { pairs: utf8 },
  output: float64,
  row({ pairs }) {
    let sum = 0;
    for (const pair of pairs.split(';')) {
      const value = Number(pair.slice(pair.indexOf('=') + 1));
      if (!Number.isNaN(value)) sum += value;
    }
    return sum;
  },
});

export const csvThird = transform({
  input: { csv: utf8 },
  output: utf8,
  row: ({ csv }) => csv.split(',')[2] ?? '',
});

export const csvFieldCount = transform({
  input: { csv: utf8 },
  output: int32,
  row({ csv }) {
    let fields = 1;
    let quoted = false;
    for (let i = 0; i < csv.length; i++) {
      const c = csv[i];
      if (c === '"') quoted = !quoted;
      else if (c === ',' && !quoted) fields++;
    }
    return fields;
  },
});

export const csvFields = transform({
  input: { csv: utf8 },
  output: list(utf8),
  row({ csv }) {
    const fields: string[] = [];
    let field = '';
    let quoted = false;
    for (const c of csv) {
      if (c === '"') quoted = !quoted;
      else if (c === ',' && !quoted) {
        fields.push(field);
        field = '';
      } else field += c;
    }
    fields.push(field);
    return fields;
  },
});

export const queryValue = transform({
  input: { url: utf8 },
  output: utf8,
  row({ url }) {
    const question = url.indexOf('?');
    if (question < 0) return '';
    for (const part of url.slice(question + 1).split('&')) {
      const [key, value] = part.split('=');
      if (key === 'page') return value ?? '';
    }
    return '';
  },
});

export const urlHost = transform({
  input: { url: utf8 },
  output: utf8,
  row({ url }) {
    const scheme = url.indexOf('://');
    const from = scheme < 0 ? 0 : scheme + 3;
    const slash = url.indexOf('/', from);
    const host = slash < 0 ? url.slice(from) : url.slice(from, slash);
    return host.startsWith('www.') ? host.slice(4) : host;
  },
});

export const pathExtension = transform({
  input: { path: utf8 },
  output: utf8,
  row({ path }) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
  },
});

export const pathDepth = transform({
  input: { path: utf8 },
  output: int32,
  row: ({ path }) => path.split('/').filter((part) => part !== '' && part !== '.').length,
});

export const normalizePath = transform({
  input: { path: utf8 },
  output: utf8,
  row({ path }) {
    const parts: string[] = [];
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue;
      if (part === '..') parts.pop();
      else parts.push(part);
    }
    return `/${parts.join('/')}`;
  },
});

export const emailParts = transform({
  input: { email: utf8 },
  output: { user: utf8, domain: utf8 },
  row({ email }) {
    const at = email.lastIndexOf('@');
    return { user: email.slice(0, at).toLowerCase(), domain: email.slice(at + 1).toLowerCase() };
  },
});

export const looksLikeEmail = transform({
  input: { email: utf8 },
  output: bool,
  row({ email }) {
    const at = email.indexOf('@');
    return at > 0 && email.indexOf('@', at + 1) < 0 && email.indexOf('.', at) > at + 1 && !email.includes(' ');
  },
});

export const ipToNumber = transform({
  input: { ip: utf8 },
  output: float64,
  row: ({ ip }) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0),
});

export const isIp = transform({
  input: { ip: utf8 },
  output: bool,
  row({ ip }) {
    const parts = ip.split('.');
    return parts.length === 4 && parts.every((part) => part !== '' && Number(part) >= 0 && Number(part) <= 255);
  },
});

export const parseIntByHand = transform({
  input: { integer: utf8 },
  output: int32,
  row({ integer }) {
    let value = 0;
    let i = integer[0] === '-' ? 1 : 0;
    for (; i < integer.length; i++) {
      const digit = integer.charCodeAt(i) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    return (integer[0] === '-' ? -value : value) | 0;
  },
});

export const parseMoney = transform({
  input: { money: utf8 },
  output: float64,
  row: ({ money }) => Number(money.replace('$', '').replaceAll(',', '')),
});

export const sumNumbers = transform({
  input: { numbers: utf8 },
  output: float64,
  row: ({ numbers }) => numbers.split(',').reduce((sum, part) => sum + Number(part), 0),
});

export const maxNumber = transform({
  input: { numbers: utf8 },
  output: float64,
  row({ numbers }) {
    let most = -Infinity;
    for (const part of numbers.split(',')) most = Math.max(most, parseFloat(part));
    return most;
  },
});

export const digitsOnly = transform({
  input: { phone: utf8 },
  output: utf8,
  row: ({ phone }) => [...phone].filter((c) => c >= '0' && c <= '9').join(''),
});

export const sumDigits = transform({
  input: { digits: utf8 },
  output: int32,
  row({ digits }) {
    let sum = 0;
    for (let i = 0; i < digits.length; i++) sum += digits.charCodeAt(i) - 48;
    return sum;
  },
});

export const versionMajorMinor = transform({
  input: { version: utf8 },
  output: { major: int32, minor: int32 },
  row({ version }) {
    const [major, minor] = version.split('.');
    return { major: parseInt(major ?? '0', 10) | 0, minor: parseInt(minor ?? '0', 10) | 0 };
  },
});

export const parseSize = transform({
  input: { size: utf8 },
  output: float64,
  row({ size }) {
    const space = size.indexOf(' ');
    const number = Number(size.slice(0, space));
    switch (size.slice(space + 1)) {
      case 'KB':
        return number * 1024;
      case 'MB':
        return number * 1024 ** 2;
      case 'GB':
        return number * 1024 ** 3;
      default:
        return number;
    }
  },
});

export const parseColor = transform({
  input: { color: utf8 },
  output: { red: int32, green: int32, blue: int32 },
  row: ({ color }) => ({
    red: parseInt(color.slice(1, 3), 16) | 0,
    green: parseInt(color.slice(3, 5), 16) | 0,
    blue: parseInt(color.slice(5, 7), 16) | 0,
  }),
});

export const evaluateSum = transform({
  input: { numbers: utf8 },
  output: float64,
  row({ numbers }) {
    let sum = 0;
    let value = 0;
    let fraction = 0;
    let sign = 1;
    for (let i = 0; i <= numbers.length; i++) {
      const c = numbers.charAt(i);
      if (c >= '0' && c <= '9') {
        if (fraction > 0) {
          value += Number(c) * fraction;
          fraction /= 10;
        } else value = value * 10 + Number(c);
      } else if (c === '.') fraction = 0.1;
      else if (c === '-') sign = -1;
      else if (c === ',' || c === '') {
        sum += sign * value;
        value = 0;
        fraction = 0;
        sign = 1;
      }
    }
    return sum;
  },
});

/** Returns the index behind the digits that begin at `at`. */
function skipDigits(text: string, at: number): number {
  let i = at;
  while (i < text.length && text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) i++;
  return i;
}

export const countNumbers = transform({
  input: { log: utf8 },
  output: int32,
  row({ log }) {
    let count = 0;
    let i = 0;
    while (i < log.length) {
      const end = skipDigits(log, i);
      if (end > i) count++;
      i = end + 1;
    }
    return count;
  },
});

export const firstQuoted = transform({
  input: { csv: utf8 },
  output: utf8,
  row({ csv }) {
    const open = csv.indexOf('"');
    if (open < 0) return '';
    const close = csv.indexOf('"', open + 1);
    return close < 0 ? csv.slice(open + 1) : csv.slice(open + 1, close);
  },
});

export const markdownTitle = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let level = 0;
    while (text.charAt(level) === '#') level++;
    return text.slice(level).trim();
  },
});
