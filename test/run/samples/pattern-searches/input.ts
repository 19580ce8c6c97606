import { bool, expand, float64, int32, nullable, transform, utf8 } from 'rowfuse';

/** Loops over `exec` of a regular expression that the row function makes. */
export const searchLoops = transform({
  input: { s: utf8, t: utf8 },
  output: { pairs: utf8, inFor: utf8, once: utf8, after: utf8, halves: utf8, tests: int32 },
  row({ s, t }) {
    const pair = /(?<key>[a-z])(?<value>[^a-z])?/g;
    let pairs = '';
    let m: RegExpExecArray | null;
    while ((m = pair.exec(s)) !== null) {
      if (m[0] === 'c') continue;
      pairs += `${m.index}${m[1]}${m.groups?.value ?? '~'}${pair.lastIndex};`;
    }
    let inFor = '';
    const words = new RegExp('[^ ]+', 'g');
    for (let word = words.exec(t); word; word = words.exec(t)) inFor += `${word[0].length}@${word.index} `;
    let once = '';
    const letter = /[a-z]/gi;
    let found;
    do {
      found = letter.exec(t);
      once += found ? found[0] : '.';
    } while (found && once.length < 3);
    const before = letter.exec(t);
    const next = letter.exec(t);
    const half = /[\ud800-\udbff]|b/g;
    let halves = '';
    let one: RegExpExecArray | null = null;
    while ((one = half.exec(t.slice(1)))) halves += `${one.index}-${half.lastIndex} `;
    let tests = 0;
    const any = /[^]/gu;
    while (any.test(s)) tests += 1;
    return { pairs, inFor, once, after: `${m === null} ${before?.[0]} ${next?.[0]} ${before?.index} ${letter.lastIndex}`, halves, tests };
  },
});

/** A tokenizer: sticky regular expressions that begin where the token before ended. */
export const stickyTokens = expand({
  input: { s: utf8, t: nullable(utf8) },
  output: { kind: utf8, text: utf8, at: int32 },
  *rows({ s, t }) {
    if (t === null) return;
    const source = `${s}${t}`;
    const word = /[\p{L}_]+/uy;
    const digits = /\d+(?:\.\d+)?/y;
    const spaces = /\s+/y;
    let at = 0;
    while (at < source.length) {
      spaces.lastIndex = at;
      if (spaces.test(source)) at = spaces.lastIndex;
      word.lastIndex = at;
      digits.lastIndex = at;
      const found = word.exec(source) ?? digits.exec(source);
      if (found) {
        yield { kind: found[0] < 'A' ? 'digits' : 'word', text: found[0], at: found.index };
        at += found[0].length;
      } else {
        yield { kind: 'other', text: source.charAt(at), at };
        at += 1;
      }
    }
  },
});

/** An empty match is skipped by hand, by units and by code points. */
export const emptySearches = transform({
  input: { s: utf8 },
  output: { units: utf8, points: utf8, overlaps: utf8 },
  row({ s }) {
    const some = /a*/g;
    let units = '';
    let m;
    while ((m = some.exec(s)) !== null) {
      if (m.index === some.lastIndex) some.lastIndex++;
      units += `${m.index}${m[0]}|`;
    }
    const each = /b|(?:)/gu;
    let points = '';
    for (let n = each.exec(s); n !== null; n = each.exec(s)) {
      points += `${n.index}${n[0]}|`;
      if (n[0] === '') each.lastIndex += (s.codePointAt(each.lastIndex) ?? 0) > 0xffff ? 2 : 1;
    }
    const two = /[^ ][^ ]/g;
    let overlaps = '';
    let o: RegExpExecArray | null;
    while ((o = two.exec(s))) {
      overlaps += `${o.index}-${two.lastIndex} `;
      two.lastIndex = o.index + 1;
    }
    return { units, points, overlaps };
  },
});

/** `lastIndex` is any number, and methods of strings set it or leave it. */
export const lastIndices = transform({
  input: { s: utf8, n: float64, i: int32 },
  output: { global: utf8, sticky: utf8, pairs: utf8, plain: utf8, methods: utf8, all: utf8 },
  row({ s, n, i }) {
    const g = /[a-z]/g;
    g.lastIndex = n;
    let global = `${g.lastIndex} `;
    global += `${g.exec(s)?.index} ${g.lastIndex} `;
    g.lastIndex -= 2;
    global += `${g.test(s)} ${g.lastIndex}`;
    const y = /[a-z]/y;
    y.lastIndex = i % 8;
    let sticky = `${y.test(s)} ${y.lastIndex} `;
    y.lastIndex = n;
    sticky += `${s.match(y)?.[0]} ${y.lastIndex} ${y.exec(s)?.[0]} ${y.lastIndex}`;
    const u = /./gsu;
    const v = /[^]/uy;
    u.lastIndex = Math.abs(i) % 4;
    v.lastIndex = u.lastIndex;
    const ofU = u.exec(s);
    const ofV = v.exec(s);
    const pairs = `${ofU?.index} ${ofU?.[0].length} ${u.lastIndex} ${ofV?.index} ${ofV?.[0].length} ${v.lastIndex}`;
    const p = /[a-z]/;
    p.lastIndex = n;
    const plain = `${p.test(s)} ${p.exec(s)?.index} ${p.lastIndex} ${/a/g.lastIndex}`;
    g.lastIndex = 1;
    let methods = `${(s.match(g) ?? []).length} ${g.lastIndex} `;
    g.lastIndex = 1;
    methods += `${s.replace(g, (c) => `${c}${g.lastIndex}`)} ${g.lastIndex} `;
    g.lastIndex = 2;
    methods += `${s.replaceAll(g, '-')} ${g.lastIndex} `;
    g.lastIndex = i;
    methods += `${s.search(g)} ${s.split(g).length} ${g.lastIndex}`;
    g.lastIndex = Math.abs(i) % 5;
    let all = '';
    for (const m of s.matchAll(g)) all += `${m.index}${g.lastIndex} `;
    all += `${[...s.matchAll(g)].length}`;
    return { global, sticky, pairs, plain, methods, all };
  },
});

/** Returns the next match of a regular expression of the caller. */
function nextOf(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[0] ?? '-';
}

function countOf(text: string): number {
  const word = /[\p{L}]+/gu;
  let count = 0;
  while (word.exec(text)) count++;
  return count;
}

/** Searches in other functions, in several texts, and with regular expressions that are made anew. */
export const searchedTexts = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8) },
  output: { helpers: utf8, texts: utf8, anew: utf8, grown: utf8, asked: bool, looks: utf8 },
  row({ s, t, n }) {
    const letter = /[a-z]/g;
    const next = () => letter.exec(s);
    let m;
    let helpers = `${nextOf(letter, s)}${nextOf(letter, s)}${nextOf(/a/g, s)} `;
    while ((m = next())) helpers += m[0];
    helpers += ` ${countOf(s)} ${countOf(t)} ${countOf(n ?? '')}`;
    let texts = '';
    for (const part of [s, t, s]) {
      texts += `${letter.exec(part)?.index}:${letter.lastIndex} `;
      if (letter.test(`${part}x`)) texts += letter.lastIndex;
    }
    let anew = '';
    for (const word of t.split(' ')) {
      const two = /[^]/g;
      anew += `${two.exec(word)?.[0]}${two.exec(word)?.[0]} `;
    }
    let grown = s.slice(0, 4);
    const a = /a/g;
    while (a.exec(grown) && grown.length < 8) grown += 'a';
    const each = /[ab]/g;
    const asked = [s, t].some((text) => each.test(text)) && each.lastIndex > 0;
    const look = /(?<=([a-z]))[^a-z](?!\s)|é/g;
    let looks = '';
    let k: RegExpExecArray | null = null;
    while ((k = look.exec(s)) !== null) {
      looks += `${k.index}${k[1] ?? '~'} `;
      if (looks.length > 12) break;
    }
    looks += `${k === null} ${look.lastIndex} ${look.test(t)} ${look.lastIndex} ${look.test(s)}`;
    return { helpers, texts, anew, grown, asked, looks };
  },
});

/** The indices at which the groups of a match start and end. */
export const matchIndices = transform({
  input: { s: utf8, t: utf8 },
  output: { first: utf8, all: utf8, named: utf8, loop: utf8 },
  row({ s, t }) {
    const m = /(?<=([^ ]))([a-z])(?:(c)|(.))?/d.exec(s);
    const first = m
      ? `${m.indices?.[0]?.[0]} ${m.indices?.[1]?.[1]} ${m.indices![2]!.join('-')} ${m.indices![3] === undefined} ${m.indices?.[4]?.[0] ?? '~'}`
      : 'none';
    let all = '';
    for (const match of t.matchAll(/([^a])(a)?/dgu)) {
      const [start, end] = match.indices![1]!;
      all += `${start}-${end}${match.indices?.[2] ? '+' : ''} `;
    }
    const date = /(?<y>\d)-(?<m>[^ ])|(?<m2>[^ ])\/(?<y2>\d)/d.exec(`${s} 1-2`);
    const named = `${date?.indices?.groups?.y?.[0]} ${date?.indices?.groups?.m2?.[1]} ${date?.indices?.groups?.m?.join()}`;
    const key = /(?<key>[a-z]+)=?/dg;
    let loop = '';
    let found: RegExpExecArray | null = null;
    while ((found = key.exec(s)) !== null) {
      const { key: places } = found.indices!.groups!;
      loop += `${s.slice(places![0], places![1])}${places![0]} `;
    }
    return { first, all, named, loop };
  },
});

/** Begins at the start of a text, wherever the search before ended. */
function startsAnew(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** A tokenizer by a table of regular expressions, and others whose values are used in expressions and choices. */
export const searchTables = transform({
  input: { s: utf8, t: utf8 },
  output: { tokens: utf8, parts: utf8, chosen: utf8, texts: utf8 },
  row({ s, t }) {
    const rules = [
      { kind: 'word', re: /[a-z_]+/iy },
      { kind: 'number', re: /\d+/y },
      { kind: 'pair', re: /[\u{10000}-\u{10ffff}]/uy },
    ];
    let tokens = '';
    for (let at = 0; at < s.length; ) {
      const start = at;
      for (const { kind, re } of rules) {
        re.lastIndex = at;
        const m = re.exec(s);
        if (!m) continue;
        tokens += `${kind}${m[0].length} `;
        at = re.lastIndex;
        break;
      }
      if (at === start) at++;
    }
    const re = /[a-z]/g;
    const both = (a: string | undefined, b: string | undefined, c: number) => `${a}${b}${c}`;
    let parts = both(re.exec(t)?.[0], re.exec(t)?.[0], re.lastIndex);
    parts += `${re.exec(t)?.[0]}|${re.exec(t)?.[0]}${(re.lastIndex += 1)}${re.lastIndex++}${re.lastIndex}`;
    const first = s.length > 1 ? re.exec(s) : null;
    const next = re.exec(s) ?? re.exec(s);
    const asked = (re.test(s) && re.test(s)) || re.test(s);
    switch (re.exec(s)?.[0]) {
      case 'a':
        re.lastIndex = 0;
        break;
      default:
        re.lastIndex = 1;
    }
    const chosen = `${first?.index} ${next?.[0]} ${asked} ${re.lastIndex} ${first?.[0]} ${re.exec(s) === null}`;
    let one: string | null = null;
    one = re.exec(s)?.[0] ?? null;
    let all: RegExpMatchArray | null = null;
    all = t.match(/a/g);
    let late: RegExpMatchArray | null = null;
    if (t.length > 2) late = t.match(/(b)(c)?/);
    const texts = `${one} ${all?.length} ${late?.[1]} ${startsAnew(re, s)} ${startsAnew(/b/y, s)} ${startsAnew(/b/, s)}`;
    return { tokens, parts, chosen, texts };
  },
});

/** Matches that one variable takes from another, and searches that set each other's place. */
export const searchPairs = transform({
  input: { s: utf8 },
  output: { doubled: utf8, between: utf8, listed: utf8 },
  row({ s }) {
    const letter = /[a-z]/g;
    let before: RegExpExecArray | null = null;
    let match: RegExpExecArray | null = null;
    let doubled = '';
    while (true) {
      before = match;
      match = letter.exec(s);
      if (!match) break;
      if (before?.[0] === match[0]) doubled += `${before.index}=${match.index} `;
    }
    const open = /[a ]/g;
    const close = /[^a ]/g;
    let between = `${before?.[0]} `;
    for (let from = open.exec(s); from; from = open.exec(s)) {
      close.lastIndex = open.lastIndex;
      const to = close.exec(s);
      if (!to) break;
      between += `${s.slice(from.index, to.index).length}@${to.index} `;
      open.lastIndex = close.lastIndex;
    }
    let listed = '';
    for (const one of [/a/g, /[b ]/y]) while (one.exec(s) && listed.length < 50) listed += one.lastIndex;
    return { doubled, between, listed: `${listed} ${[/a/g, /b/y].some((one) => one.test(s) && one.lastIndex > 1)}` };
  },
});

/** Searches of one text each, whose `lastIndex` nothing asks for, and others that need theirs. */
export const singleTexts = transform({
  input: { s: utf8, t: utf8 },
  output: { column: utf8, local: utf8, again: utf8, empty: int32, parts: utf8, literal: utf8, late: utf8, asked: utf8, sticky: utf8 },
  row({ s, t }) {
    const ofColumn = /([a-z])[^a-z]?/g;
    let column = '';
    for (let m = ofColumn.exec(s); m !== null; m = ofColumn.exec(s)) column += `${m.index}${m[1]}`;
    const whole = `${s}-${t}`;
    const ofLocal = /[^ ]+/gu;
    let local = '';
    let word: RegExpExecArray | null = null;
    while ((word = ofLocal.exec(whole)) !== null) local += `${word[0]}@${word.index} `;
    const ofAgain = /[\ud83dab]/g;
    let again = '';
    for (let step = 0; step < 6; step++) again += `${ofAgain.exec(t)?.index} ${ofAgain.test(t)} `;
    const ofEmpty = /a*/g;
    let empty = 0;
    while (ofEmpty.exec(s) && empty < 5) empty += 1;
    let parts = '';
    for (const part of t.split(' ')) {
      const ofPart = /[^a]/g;
      while (ofPart.test(part)) parts += '.';
      parts += `${ofPart.exec(part)?.[0]};`;
    }
    const ofLiteral = /\d/g;
    let literal = '';
    while (ofLiteral.test('1 and 23')) literal += s.length;
    const ofLate = /a/g;
    let late = '';
    for (const part of [s, t]) {
      const text = `${part}a`;
      late += `${ofLate.exec(text)?.index} ${ofLate.exec(text)?.index} `;
    }
    let grown = s;
    const ofGrown = /b/g;
    let asked = '';
    while (ofGrown.exec(grown) && grown.length < 9) grown += 'b';
    const ofAsked = /[^]/gu;
    while (ofAsked.exec(t) && asked.length < 20) asked += `${ofAsked.lastIndex} `;
    const ofSticky = /a|b\b|😀/uy;
    const sticky = `${ofSticky.test(t)} ${ofSticky.exec(t)?.index} ${ofSticky.test(t)} ${ofSticky.exec(t)?.[0]}`;
    return { column, local, again, empty, parts, literal, late: `${late}${grown}`, asked, sticky };
  },
});

/** Texts between two characters, which the CPU finds without an automaton. */
export const enclosedTexts = transform({
  input: { s: utf8, t: nullable(utf8) },
  output: { without: utf8, quoted: utf8, parts: utf8, first: utf8, counts: int32, isThere: bool },
  row({ s, t }) {
    const both = `${s}ab${t ?? ''}-a-`;
    return {
      without: both.replace(/a[^b]*b/g, '|'),
      quoted: [...both.matchAll(/ ([^ -]+)-/gu)].map((match) => `${match.index}:${match[1]}`).join(),
      parts: both.split(/b(.*?)a/s).join('/'),
      first: /-(\w*)-/.exec(both)?.[1] ?? 'none',
      counts: (s.match(/a[^]*?b/g) ?? []).length,
      isThere: /b[^a]+a/.test(both),
    };
  },
});
