/** Texts that end comments, literals and lines of some language, or look like another text on a terminal or in an editor. */

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));

/** One character each. */
export const hostileCharacters: readonly string[] = [
  ...range(0, 0xff),
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
  '\u061c',
  '\u200b',
  '\u200e',
  '\u200f',
  '\ufeff',
  '\ud800',
  '\udfff',
];

/** Texts that try to break out of their context. */
export const hostileWords: readonly string[] = [
  '*/ globalThis.escaped = 1; /*',
  '\u2028globalThis.escaped = 1 //',
  '\u2029globalThis.escaped = 1 //',
  '\nglobalThis.escaped = 1 //',
  '\r#define if while',
  'ends with a backslash\\',
  'ends with a trigraph??/',
  '"); globalThis.escaped = 1; ("',
  "'); globalThis.escaped = 1; ('",
  '`); globalThis.escaped = 1; (`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become one
  '${globalThis.escaped = 1}',
  '{{banner}}',
  '$& $1 $` $<name>',
  '#line 1 "x"',
  '%s%n%00',
  '</script><!-- -->',
  '\u001b]0;title\u0007\u001b[2J',
  '\u202e gnp.exe',
  'a;b$<CONFIG>$ENV{HOME}',
  '__proto__',
  'constructor',
];
