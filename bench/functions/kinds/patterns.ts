import { bool, int32, transform, utf8 } from 'rowfuse';

export const hasDate = transform({
  input: { log: utf8 },
  output: bool,
  row: ({ log }) => /\d{4}-\d{2}-\d{2}/.test(log),
});

export const hasLateError = transform({
  input: { log: utf8 },
  output: bool,
  row: ({ log }) => /T(?:2[0-3]|1[89]).*\[ERROR\].*status=5\d\d/.test(log),
});

export const dateParts = transform({
  input: { log: utf8 },
  output: { year: int32, month: int32, day: int32 },
  row({ log }) {
    const [, year = '0', month = '0', day = '0'] = /(\d{4})-(\d\d)-(\d\d)/.exec(log) ?? [];
    return { year: Number(year), month: Number(month), day: Number(day) };
  },
});

export const logByGroups = transform({
  input: { log: utf8 },
  output: { level: utf8, user: utf8, status: int32, ms: int32 },
  row({ log }) {
    const match = /\[(?<level>[A-Z]+)\] user=(?<user>\S+) status=(?<status>\d+) ms=(?<ms>\d+)/.exec(log);
    return {
      level: match?.groups?.level ?? '',
      user: match?.groups?.user ?? '',
      status: Number(match?.groups?.status ?? '0'),
      ms: Number(match?.groups?.ms ?? '0'),
    };
  },
});

export const isEmail = transform({
  input: { email: utf8 },
  output: bool,
  row: ({ email }) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(email),
});

export const hostByPattern = transform({
  input: { url: utf8 },
  output: utf8,
  row: ({ url }) => url.replace(/^https?:\/\/(?:www\.)?([^/]+)\/.*$/, '$1'),
});

export const digitsMasked = transform({
  input: { log: utf8 },
  output: utf8,
  row: ({ log }) => log.replace(/\d/g, '#'),
});

export const spacesCollapsed = transform({
  input: { query: utf8 },
  output: utf8,
  row: ({ query }) => query.trim().replace(/[\s&]+/g, ' '),
});

export const tagsStripped = transform({
  input: { html: utf8 },
  output: utf8,
  row: ({ html }) => html.replace(/<[^>]*>/g, ''),
});

export const slugByPattern = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
});

export const wordsByPattern = transform({
  input: { text: utf8 },
  output: int32,
  row: ({ text }) => (text.match(/\p{L}+/gu) ?? []).length,
});

export const sentencesSplit = transform({
  input: { text: utf8 },
  output: int32,
  row: ({ text }) => text.split(/[.,]\s+/).length,
});

export const namesACity = transform({
  input: { text: utf8 },
  output: bool,
  row: ({ text }) =>
    /London|Paris|Berlin|Madrid|Rome|Vienna|Warsaw|Prague|Dublin|Lisbon|Athens|Oslo|Stockholm|Helsinki|Copenhagen|Brussels|Budapest|Bucharest|Sofia|Zagreb/.test(
      text,
    ),
});

export const capitalsByFunction = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
});

export const pairsSummed = transform({
  input: { pairs: utf8 },
  output: int32,
  row({ pairs }) {
    let sum = 0;
    for (const match of pairs.matchAll(/(\w+)=(\d+)/g)) sum += Number(match[2]) + (match[1] === 'size' ? 1000 : 0);
    return sum;
  },
});

export const phoneDigits = transform({
  input: { phone: utf8 },
  output: utf8,
  row: ({ phone }) => phone.replace(/\D/g, '').replace(/^49/, '0'),
});

export const isSecure = transform({
  input: { url: utf8 },
  output: bool,
  row: ({ url }) => /^https:\/\//.test(url),
});

export const isTextFile = transform({
  input: { path: utf8 },
  output: bool,
  row: ({ path }) => /\.txt$/.test(path),
});

export const isPicture = transform({
  input: { path: utf8 },
  output: bool,
  row: ({ path }) => /\.(?:jpe?g|png|gif|webp)$/i.test(path),
});

export const isError = transform({
  input: { log: utf8 },
  output: bool,
  row: ({ log }) => /\[ERROR\]/.test(log),
});

export const statusPlace = transform({
  input: { log: utf8 },
  output: int32,
  row: ({ log }) => log.search(/status=/),
});

export const ampersandsUnescaped = transform({
  input: { html: utf8 },
  output: utf8,
  row: ({ html }) => html.replace(/&amp;/g, '&'),
});

export const schemeRemoved = transform({
  input: { url: utf8 },
  output: utf8,
  row: ({ url }) => url.replace(/^https:\/\//, ''),
});

export const endingReplaced = transform({
  input: { path: utf8 },
  output: utf8,
  row: ({ path }) => path.replace(/\.txt$/, '.md'),
});

export const tagsCounted = transform({
  input: { tags: utf8 },
  output: int32,
  row: ({ tags }) => tags.split(/,/).filter((tag) => tag.length > 3).length,
});

export const trimmedByPattern = transform({
  input: { query: utf8 },
  output: utf8,
  row: ({ query }) => query.replace(/^\s+|\s+$/g, ''),
});

export const firstWord = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => /^\S+/.exec(text)?.[0] ?? '',
});

export const snakeCase = transform({
  input: { identifier: utf8 },
  output: utf8,
  row: ({ identifier }) => identifier.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
});

export const quotedFields = transform({
  input: { csv: utf8 },
  output: int32,
  row: ({ csv }) => (csv.match(/"[^"]*"/g) ?? []).length,
});

export const longestParameter = transform({
  input: { url: utf8 },
  output: int32,
  row({ url }) {
    let longest = 0;
    for (const [, name = '', value = ''] of url.matchAll(/[?&]([^=&]+)=([^&]*)/g))
      longest = Math.max(longest, name.length + value.length);
    return longest;
  },
});

export const timeHidden = transform({
  input: { log: utf8 },
  output: utf8,
  row: ({ log }) => log.replace(/\d{2}:\d{2}:\d{2}/, 'hh:mm:ss'),
});

export const pairsByExec = transform({
  input: { pairs: utf8 },
  output: int32,
  row({ pairs }) {
    const pattern = /(\w+)=(\d+)/g;
    let sum = 0;
    for (let match = pattern.exec(pairs); match !== null; match = pattern.exec(pairs))
      sum += Number(match[2]) + (match[1] === 'size' ? 1000 : 0);
    return sum;
  },
});
