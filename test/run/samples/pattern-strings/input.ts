import { bool, int32, list, nullable, transform, utf8 } from 'rowfuse';

const plain = /ab/;
const folded = new RegExp('é 1', 'i');
const groups = /^(a)(?:b)/;

/** Tests that `startsWith`, `endsWith`, `includes` and `===` answer, and tests that look like these. */
export const textTests = transform({
  input: { s: utf8, t: utf8, n: nullable(utf8) },
  output: { anywhere: utf8, starts: utf8, ends: utf8, whole: utf8, halves: utf8, open: utf8, near: utf8, ofNull: bool },
  row({ s, t, n }) {
    return {
      anywhere: `${plain.test(s)} ${/a/.test(t)} ${/,/i.test(s)} ${/\u{1f600}/u.test(t)} ${/é/.test(s)} ${/ab/g.test(s)} ${/(a)(b)/.test(t)} ${/[,]/.test(s)}`,
      starts: `${/^a/.test(s)} ${/^é/.test(t)} ${groups.test(s)} ${/^😀/.test(t)} ${/^A/.test(`${s}x`)}`,
      ends: `${/b$/.test(s)} ${/é$/.test(t)} ${/(?:b)c$/.test(t)} ${/ $/.test(s)}`,
      whole: `${/^a$/.test(s)} ${/^$/.test(t)} ${/^😀$/u.test(t)} ${/^(?:ab|ba)$/.test(s)} ${/^(?:)$/.test(s)}`,
      halves: `${/\ud83d/.test(t)} ${/\ude00$/.test(t)} ${/^\ud83d/.test(t.slice(1))} ${/a\ud83d/.test(`${s}${t}`)} ${/\ud83d/u.test(t)} ${/\ude00/u.test(t.slice(1))} ${/\u{d83d}\u{de00}/u.test(t)}`,
      open: `${/ab*/.test(s)} ${/c*b?a/.test(t)} ${/^a.*/.test(s)} ${/[^]*é$/.test(t)} ${/.*b/.test(s)} ${/(?:a|)b(c{0,2})(?:)/.test(t)} ${/a*/.test(s)}`,
      near: `${/a/i.test(s)} ${/^a/m.test(t)} ${/b$/m.test(t)} ${/a/y.test(s)} ${/^a*$/.test(s)} ${/a+b/.test(t)} ${/\ba/.test(s)} ${/a|é/.test(t)} ${/^a|b$/.test(s)} ${/.a/.test(t)} ${/a{2}b/.test(s)} ${folded.test(t)} ${/(?=a)a/.test(s)} ${/k/iu.test(t)}`,
      ofNull: /null/.test(n as string),
    };
  },
});

/** Texts that are found, replaced and split at by operations of strings, and others that look like these. */
export const textChanges = transform({
  input: { s: utf8, t: utf8 },
  output: { places: utf8, all: utf8, first: utf8, dollars: utf8, ofRow: utf8, atEnds: utf8, near: utf8, parts: list(utf8), counts: utf8 },
  row({ s, t }) {
    const g = /a/g;
    g.exec(s);
    const replaced = s.replace(g, '<a>');
    return {
      places: `${s.search(/b/)} ${t.search(/é/g)} ${t.search(/😀/u)} ${t.search(/\ude00/)} ${s.search(/a/y)} ${s.search(/^b/)} ${s.slice(s.search(/,/))} ${'a,b'.search(/,/)}`,
      all: `${s.replace(/a/g, 'é')} ${t.replaceAll(/é/gu, '')} ${s.replace(/, /g, ';')} ${t.replace(/\ud83d/g, '-')} ${replaced}${g.lastIndex}`,
      first: `${s.replace(/a/, 'AA')} ${t.replace(/\ude00/, '')} ${s.replace(/[b]/, 'é')} ${(s + t).toUpperCase().replace(/B/, 'x')}`,
      dollars: `${s.replace(/a/g, '[$&]')}|${s.replace(/a/, '$$1$1$<x>$0')}|${s.replace(/b/, "$`-$'")}|${s.replace(/b/g, "<$'>")}|${s.replace(/^a/, '$&$&')}|${s.replace(/^a/, "$'$`")}|${s.replace(/b$/, '$$&')}`,
      ofRow: `${s.replace(/a/, t)} ${s.replace(/a/g, t)} ${s.replace(/^a/, t)} ${s.replace(/ab/, `${t}$&`)} ${s.replace(/a/, undefined as unknown as string)}`,
      atEnds: `${s.replace(/^a/, '')} ${t.replace(/^😀/g, 'x')} ${s.replace(/b$/, 'é')} ${t.replace(/é$/g, '')} ${t.replace(/\ude00$/, '!')} ${s.replace(/^$/, 'none')} ${t.replace(/^a$/g, 'one')} ${(s + t).replace(/b$/, '')}`,
      near: `${s.replace(/a/i, '-')} ${s.replace(/(a)/g, '$1$1')} ${s.replace(/^a/gm, '')} ${t.replace(/b$/gm, '')} ${s.replace(/a/y, '')} ${s.replace(/a/gy, '')} ${s.replace(/aa?/g, '')} ${t.replace(/\ud83d/gu, '')} ${s.replace(/a/g, (a) => `${a}!`)}`,
      parts: [...s.split(/,/), ...t.split(/é/u, 2), ...t.split(/\ud83d/), ...s.split(/(a)/).map((part) => part ?? '~'), ...s.split(/a/y), ...s.split(/^a/), ...s.split(/a|b/)],
      counts: `${s.split(/,/).length} ${t.split(/ /g, 3).length} ${''.split(/a/).length} ${s.split(/a/i).length} ${s.split(/a/).join('+')} ${s.split(/(?:)/).length}`,
    };
  },
});

/** White space that `trim`, `trimStart` and `trimEnd` remove, and white space that they do not. */
export const whiteSpace = transform({
  input: { s: utf8, t: utf8 },
  output: { both: utf8, start: utf8, end: utf8, near: utf8, length: int32 },
  row({ s, t }) {
    const wide = `\ufeff\u3000 ${s}\u2028\t\v${t}\xa0\u1680\r\n`;
    const of = (text: string) => `<${text}>`;
    return {
      both: `${of(wide.replace(/^\s+|\s+$/g, ''))}${of(s.replace(/\s+$|^\s+/g, ''))}${of(t.replace(/^\s*|\s*$/gu, ''))}${of(t.replace(/(^\s+)|(\s+$)/gi, ''))}${of(s.replace(/^[\s\uFEFF\xA0]+|[\s\uFEFF\xA0]+$/g, ''))}`,
      start: `${of(wide.replace(/^\s+/, ''))}${of(s.replace(/^\s*/g, ''))}${of(` ${t}`.replace(/^(?:\s+)/, ''))}`,
      end: `${of(wide.replace(/\s+$/, ''))}${of(s.replace(/\s*$/g, ''))}${of(`${t} `.replace(/\s+$/gs, ''))}`,
      near: [
        wide.replace(/^\s+|\s+$/, ''),
        wide.replace(/^\s+|\s+$/gm, ''),
        wide.replace(/^ +| +$/g, ''),
        wide.replace(/^\s/, ''),
        wide.replace(/\s$/, ''),
        wide.replace(/^\s+?/, ''),
        wide.replace(/^\s{2,}/, ''),
        wide.replace(/^\s+/, ' '),
        wide.replace(/^\s+|\s+$/g, '$1'),
        wide.replace(/\s+/, ''),
        wide.replace(/^\s+|^\s+/g, ''),
        ` ${s}`.replace(/\s+$/y, ''),
        `${s} `.replace(/^[\s,]+|\s+$/g, ''),
      ].map(of).join(''),
      length: wide.replace(/^\s+|\s+$/g, '').length,
    };
  },
});

/** Matches that end with the text, and text above ASCII that is skipped. */
export const endings = transform({
  input: { s: utf8, t: utf8 },
  output: { tests: utf8, found: utf8, changed: utf8, skipped: utf8 },
  row({ s, t }) {
    const wide = `${'é—中😀'.repeat(12)}${t}${'жあ'.repeat(20)}\u2028${s}`;
    return {
      tests: `${/(?:a|b)c?$/.test(s)} ${/[é😀]{1,2}$/.test(t)} ${/[é😀]{1,2}$/u.test(t)} ${/(?:^|b)a$/.test(s)} ${/\ba$/i.test(t)} ${/^.?b$/.test(s)} ${/(?:a$|b)/.test(s)} ${/[\ud83d\ude00]$/.test(wide)} ${/.$/m.test(wide)}`,
      found: `${/(a)?(b)?$/.exec(s)?.index} ${/[^a😀]?.$/u.exec(wide)?.[0]} ${s.search(/ ?b$/)} ${t.search(/(?:é|😀)+$/)} ${[...s.matchAll(/a?$/g)].length}`,
      changed: `${s.replace(/[ab]$/, '<$&>')} ${wide.replace(/[^a😀]$/u, '').length} ${s.replace(/a?b?$/g, '!')} ${t.split(/é?$/).join('|')}`,
      skipped: `${wide.replace(/中.*a/, '')} ${/é.*\u2028/s.exec(wide)?.[0].length} ${/^[^b]*$/.test(wide)} ${/😀([^a-z]*)(.)/.exec(wide)?.[2]} ${wide.replace(/[^]*ж/, '')} ${/é[^\ude00]*a/.test(wide)}`,
    };
  },
});
