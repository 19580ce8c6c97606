import { bool, expand, float64, int32, list, nullable, transform, utf8 } from 'rowfuse';

const word = /[\p{L}_]+/u;
const kinds = [
  { name: 'spaces', kind: /^\s*$/ },
  { name: 'letters', kind: /^\p{L}+$/u },
  { name: 'ascii', kind: /^[ -~]+$/ },
];
const optional: Record<string, RegExp> = { digits: /\d+/ };
const patterns = { space: /\s/, digit: new RegExp('[0-9]') };
const letters = ['a', 'é', null, 'bc'];
const letter = String.raw`(?<letter>[${letters.join('')}])\.?`;
const spelled = new Map([['aa', 'å'], ['bb', 'ß']]);
const spellings = new RegExp(`${[...spelled.keys(), ...new Set(spelled.values()).values()].join('|')}`, 'g');
const composed = new RegExp(String.raw`\b` + `${letter}(?:${letters.join('|')})|${['x', 1, 2n].join()}|${word.source}\\d`, 'g');

/** Regular expressions that are asked for a match, and for its place. */
export const patternTests = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8) },
  output: { tests: utf8, places: utf8, ofNull: bool, ofText: utf8, members: utf8, computed: int32, kinds: utf8, loop: utf8 },
  where: ({ s }) => !/^x+$/.test(s),
  row({ s, t, n }) {
    let loop = '';
    for (const { name, kind } of kinds) {
      if (name === 'letters' && t === '') continue;
      loop += kind.exec(t)?.[0] ?? name;
      if (loop.length > 8) break;
    }
    const tests = [/^a/, /b$/m, /a.b/s, /\bab\b/i, /[^\x00-\x7f]/, /^(?:a|b)*$/, /(?=.*a)b/, /(?<!a)b/].length;
    return {
      tests: `${tests} ${word.test(s)} ${patterns.space.test(s)} ${patterns.digit.test(t)} ${/^(?=.*a)(?!.*b)/.test(s)} ${/(?<=a)b|^b/y.test(s)} ${/\u{1f600}|é/u.test(t)}`,
      places: `${s.search(/[^a-z]/)} ${s.search(/b|é/gy)} ${t.search(/$/)} ${s.slice(s.search(/a/))}`,
      ofNull: /null/.test(n as string) || (n !== null && /^.?$/u.test(n)),
      ofText: `${'a1b22'.search(/\d{2}/)} ${s.search('b+')} ${s.match('a.')?.[0] ?? '-'}`,
      members: `${word.source} ${word.flags} ${word.unicode} ${word.global} ${optional.digits?.test(t)}`,
      computed: (s + t).toUpperCase().search(/B+A/),
      kinds: `${kinds.find(({ kind }) => kind.test(s))?.name} ${kinds.some((one) => one.kind.test(t))} ${kinds.every((one) => one.kind.test(t))} ${kinds.findIndex(({ kind }) => kind.test(t))}`,
      loop,
    };
  },
});

/** The first match, with its groups. */
export const firstMatches = transform({
  input: { s: utf8, t: utf8 },
  output: { groups: utf8, named: utf8, destructured: utf8, chosen: utf8, length: int32, halves: utf8 },
  row({ s, t }) {
    const match = s.match(/(a+)|(?:b(c)?)+/);
    const named = /(?<first>[a-z])(?<rest>[^ ]*)(?: (?<second>\S+))?/i.exec(t);
    const [whole, left = '-', right] = /([^,;]*)[,;]?(.*)/s.exec(s) ?? [];
    const date = /(?<y>\d)-(?<m>\d)|(?<m2>\w)\/(?<y2>\w)/.exec(`${s} 1-2`);
    const { head, tail = '?' } = t.match(/(?<head>a)(?<tail>b)?/)?.groups ?? {};
    const half = /[\ud800-\udbff]/.exec(s);
    return {
      groups: match ? `${match[0]}|${match[1]}|${match[2] ?? '~'}|${match.index}|${match.input?.length}|${match.groups}` : 'none',
      named: `${named?.groups?.first}${named?.groups?.rest}${named?.groups?.second ?? '!'}`,
      destructured: `${whole}|${left}|${right}|${head}|${tail}`,
      chosen: date === null ? 'none' : (date.groups?.y ?? date.groups?.y2 ?? ''),
      length: match === null ? -1 : match.length,
      halves: half ? `${half.index}${half[0].length}` : '',
    };
  },
});

/** Texts that are replaced: by templates, by values of the row, and by functions. */
export const patternReplacements = transform({
  input: { s: utf8, t: utf8 },
  output: { all: utf8, first: utf8, templates: utf8, named: utf8, ofRow: utf8, made: utf8, places: utf8, empty: utf8 },
  row({ s, t }) {
    return {
      all: s.replace(/[aeiou]/gi, '*'),
      first: s.replace(/\s+/, '_'),
      templates: s.replace(/(\S)(\s)?/g, '$2$1$$[$&]$3$10'),
      named: t.replaceAll(/(?<head>\w)(?<tail>\w*)/g, '$<tail>$<head>$<none>'),
      ofRow: s.replace(/a|b/, t),
      made: s.replace(/(\w)(\d)?/g, (match, letter: string, digit?: string) => `${digit ?? letter.toUpperCase()}${match.length}`),
      places: t.replace(/[^a]/gu, (match, at: number, whole: string) => `${at}${whole.length - match.length}`),
      empty: s.replace(/(?:)/gu, '-'),
    };
  },
});

/** Parts of texts: all matches, and the texts between matches. */
export const patternParts = transform({
  input: { s: utf8, t: utf8 },
  output: { words: list(utf8), between: list(utf8), groups: utf8, limited: utf8, all: utf8, sum: float64, units: int32 },
  row({ s, t }) {
    let sum = 0;
    for (const match of `${s} 12 ${t} 3`.matchAll(/\d+/g)) sum += Number(match[0]) + match.index;
    const pairs = [...t.matchAll(/(?<key>\w)(?<value>\W)?/g)];
    return {
      words: s.toLowerCase().match(/[a-z]+/g) ?? [],
      between: t.split(/[ ,]\s*/),
      groups: s.split(/(a)|(b)/).map((part) => part ?? '~').join('|'),
      limited: `${s.split(/(?:)/u, 3).join()} ${t.split(/a*/).length}`,
      all: pairs.map((pair) => `${pair[1]}${pair.groups?.value ?? '!'}${pair.index}`).join(),
      sum,
      units: (s.match(/./gs) ?? []).length - (s.match(/./gsu) ?? []).length,
    };
  },
});

/** Rows that are made of matches. */
export const matchedRows = expand({
  input: { s: utf8 },
  output: { word: utf8, at: int32 },
  *rows({ s }) {
    for (const { 0: text, index } of s.matchAll(/[^\s,]+/g)) {
      if (/^a/.test(text)) continue;
      yield { word: text, at: index };
      if (text.length > 4) break;
    }
  },
});

/** Variables that functions assign for some matches only. What is known of them holds with and without a match. */
export const assignedByMatches = transform({
  input: { s: utf8 },
  output: { ofText: utf8, ofAllTexts: utf8, ofFirst: utf8, ofAll: utf8, asked: utf8 },
  row({ s }) {
    const seen: { text: string | null; texts: string | null } = { text: null, texts: null };
    const matched: { first: string | null; all: string | null } = { first: null, all: null };
    let asked: string | null = null;
    const changed = `${s.replace('a', (text) => {
      seen.text = text;
      return '-';
    })}${s.replaceAll('a', (text) => {
      seen.texts = text;
      return '-';
    })}${s.replace(/[ab]/, (text) => {
      matched.first = text;
      return '-';
    })}${s.replace(/[ab]/g, (text) => {
      matched.all = text;
      return '-';
    })}`;
    [/a/, /b/].some((one) => {
      if (one.test(s)) asked = s;
      return false;
    });
    return {
      ofText: `${seen.text ?? 'none'} ${changed}`,
      ofAllTexts: seen.texts ?? 'none',
      ofFirst: matched.first ?? 'none',
      ofAll: matched.all ?? 'none',
      asked: (asked as string | null) ?? 'none',
    };
  },
});

/** Sets of characters that are replaced or removed, and results that are read, compared and replaced again. */
export const replacedSets = transform({
  input: { s: utf8, t: utf8 },
  output: { bytes: utf8, others: utf8, removed: utf8, runs: utf8, halves: utf8, again: utf8, read: utf8, ofRow: utf8 },
  row({ s, t }) {
    const clean = s.replace(/[^a-z]+/gi, '');
    return {
      bytes: `${t.replace(/[a-m]/g, '#')}${'A-1 b-2'.replace(/\d/g, t)}`,
      others: s.replace(/[^a]/g, '.'),
      removed: `${s.replace(/\s/g, '')}|${t.replace(/[^\x00-\x7f]/g, '')}|${s.replace(/x*/g, '')}`,
      runs: s.replace(/\s+/g, ' · '),
      halves: `${s.replace(/[\ud800-\udbff]/g, '^')}${t.replace(/./g, '$&$&').length}${s.replace(/\udc00|\ude00/g, '')}`,
      again: t
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
      read: `${clean.length}${clean === s ? '=' : clean}${clean.charCodeAt(1)}${s.replace(/a+|é/g, 'äb').at(-1) ?? ''}`,
      ofRow: s.replace(/b|[0-9]+/g, t),
    };
  },
});

/** First matches that templates and functions replace, and results of one form whether there is a match or not. */
export const replacedFirst = transform({
  input: { s: utf8, t: utf8 },
  output: { template: utf8, half: utf8, held: utf8, grown: utf8, made: utf8, elements: utf8 },
  row({ s, t }) {
    const held = s.replace(/a(b)?/, '<$1>');
    let grown = '';
    for (let step = 0; step < 3; step += 1) grown = `${grown}${t}`.replace(/[a-c]/, '$&$$');
    const [, left = '-', right = '-'] = t.match(/(\w)(\W)?/) ?? ['', 'no', 'match'];
    const [, only] = /(é|ß)/.exec(s) ?? [];
    return {
      template: t.replace(/(?<head>\S)(\s)?/, "$<head>$02$3$11$0$$1$&$`$'$"),
      half: s.replace(/[\udc00-\udfff]/, '$`$&'),
      held: held.length > 3 ? held : `${held}${held}`,
      grown,
      made: s.replace(/(a)|b/, (all, a?: string) => (a === undefined ? `${all}!` : t)),
      elements: `${left}${right}${only ?? '~'}${(t.match(/\d(\d)/) || [])[1] ?? '?'}${(s.match(/a/) ?? ['none'])[0]}`,
    };
  },
});

/** Patterns with look-arounds, which take memory in proportion to the text. */
export const matchesOfLongTexts = transform({
  input: { s: utf8 },
  output: { behind: int32, ahead: int32, parts: int32, replaced: utf8, places: float64, first: int32 },
  row({ s }) {
    let places = 0;
    for (const match of s.matchAll(/(?=(b))./g)) places += match.index + (match[1]?.length ?? 0);
    return {
      behind: (s.match(/(?<=b)a/g) ?? []).length,
      ahead: (s.match(/a(?=b)/g) ?? []).length,
      parts: s.split(/(?<=b)a/).length,
      replaced: s.replaceAll(/(?<!c)b/g, '<$&>'),
      places,
      first: s.search(/(?<=bc)a/),
    };
  },
});

/** Numbers of matches and of parts, of which no array is made. */
export const countedMatches = transform({
  input: { s: utf8, t: utf8 },
  output: { matches: utf8, parts: utf8, held: int32, look: int32 },
  row({ s, t }) {
    const words = t.match(/\w+/g) ?? [];
    const fields = s.split(/(,)|\s/);
    const most = (s.match(/a+b|[^a]/g) ?? []).length + (t.match(/\P{ASCII}/gu) ?? []).length;
    return {
      matches: `${(s.match(/[^a-c]/g) ?? []).length} ${(t.match(/\s+/g) ?? []).length} ${(s.match(/x*/g) ?? []).length} ${most}`,
      parts: `${s.split(/[a-c]+/).length} ${t.split(/[ab]/, 2).length} ${t.split(/\s/).length} ${s.split(/(?:)/u).length} ${t.split(/a*/).length}`,
      held: words.length * 2 + fields.length,
      look: (t.match(/(?<=a)b|$/g) ?? []).length + t.split(/(?=b)/).length,
    };
  },
});

/** A pattern that is put together from constants. */
export const composedPattern = transform({
  input: { s: utf8, t: utf8 },
  output: { first: utf8, all: utf8, spelled: utf8, text: utf8 },
  row: ({ s, t }) => ({
    first: s.match(new RegExp(`^(?:${letter})+$`))?.groups?.letter ?? '-',
    all: [...`${s}.${t}x,1,2`.matchAll(composed)].map(([found]) => found).join('/'),
    spelled: s.replace(spellings, (text) => spelled.get(text) ?? `${[...spelled.entries()].length}`),
    text: `${letter} ${letters.join(String.raw`\n${word.source}`)}`,
  }),
});

const steps = [
  { from: /a+/g, to: 'b' },
  { from: /(\w)(\s)/, to: '$2$1' },
  { from: /[^ -~]/gu, to: '?' },
];

/** Arrays of patterns whose functions are inlined, and parts of a match that become numbers. */
export const patternSteps = transform({
  input: { s: utf8, t: utf8 },
  output: { replaced: utf8, folded: utf8, count: int32, flags: utf8, places: float64, sum: float64, parts: utf8 },
  row({ s, t }) {
    let places = 0;
    steps.forEach(({ from }, index) => {
      if (t.search(from) >= 0) places += 10 ** index;
    });
    const match = s.match(/(\d)?(b)?(?<rest>c)?$/);
    const { groups, index = -1 } = /(?<letter>[a-c])(?<digit>\d)?/.exec(t) ?? {};
    return {
      replaced: steps.reduce((text, { from, to }) => text.replace(from, to), s),
      folded: [/a/, /b/].map((one) => one.exec(t)?.index ?? null).join(),
      count: steps.filter(({ from }) => s.match(from) !== null).length,
      flags: `${kinds.map(({ name, kind }) => (kind.test(s) ? name : null)).join('+')} ${kinds.map(({ kind }) => kind.test(t)).filter(Boolean).length}`,
      places,
      sum: Number(match?.[1] ?? 0.5) + +(match?.[2] || 1) + Number(match?.[3] === undefined ? t : 7),
      parts: `${groups?.letter} ${groups?.digit ?? 'none'} ${index} ${Number(groups?.digit ?? (index > 0 ? 'x' : 3n))}`,
    };
  },
});
