import { bool, int32, transform, utf8 } from 'rowfuse';

// String methods of Python and of cuDF's user-defined functions, written for UTF-16; these count code points.

const lengthOf = (text: string) => [...text].length;
const placeOf = (text: string, at: number) => (at < 0 ? -1 : lengthOf(text.slice(0, at)));

function countOf(text: string, part: string) {
  return part === '' ? lengthOf(text) + 1 : text.split(part).length - 1;
}

function stripStart(text: string, characters: string) {
  let at = 0;
  for (const character of text) {
    if (!characters.includes(character)) break;
    at += character.length;
  }
  return text.slice(at);
}

function stripEnd(text: string, characters: string) {
  let end = 0;
  let at = 0;
  for (const character of text) {
    at += character.length;
    if (!characters.includes(character)) end = at;
  }
  return text.slice(0, end);
}

const within = (character: string, first: string, last: string) => character >= first && character <= last;
const isCased = (character: string) => character.toLowerCase() !== character.toUpperCase();
const isDecimal = (character: string) =>
  within(character, '0', '9') || within(character, '٠', '٩') || within(character, '०', '९') || within(character, '０', '９');
const isDigit = (character: string) =>
  isDecimal(character) || '²³¹'.includes(character) || within(character, '⁴', '⁹') || within(character, '₀', '₉');
const every = (text: string, test: (character: string) => boolean) => text !== '' && [...text].every(test);

/** Every cased character has this case, and there is one. */
function hasCase(text: string, mapped: string) {
  return text === mapped && [...text].some(isCased);
}

export const stringUdfs = transform({
  input: { s: utf8, t: utf8 },
  output: {
    len: int32,
    count: int32,
    find: int32,
    rfind: int32,
    startswith: bool,
    endswith: bool,
    isalnum: bool,
    isalpha: bool,
    isdecimal: bool,
    isdigit: bool,
    islower: bool,
    isspace: bool,
    isupper: bool,
    strip: utf8,
    lstrip: utf8,
    rstrip: utf8,
    strip_of: utf8,
    lstrip_of: utf8,
    rstrip_of: utf8,
    upper: utf8,
    lower: utf8,
    replace: utf8,
    contains: bool,
    add: utf8,
    eq: bool,
    ne: bool,
    lt: bool,
    le: bool,
    gt: bool,
    ge: bool,
  },
  row: ({ s, t }) => ({
    len: lengthOf(s),
    count: countOf(s, t),
    find: placeOf(s, s.indexOf(t)),
    rfind: placeOf(s, s.lastIndexOf(t)),
    startswith: s.startsWith(t),
    endswith: s.endsWith(t),
    isalnum: every(s, (character) => isCased(character) || isDigit(character)),
    isalpha: every(s, isCased),
    isdecimal: every(s, isDecimal),
    isdigit: every(s, isDigit),
    islower: hasCase(s, s.toLowerCase()),
    isspace: s !== '' && s.trim() === '',
    isupper: hasCase(s, s.toUpperCase()),
    strip: s.trim(),
    lstrip: s.trimStart(),
    rstrip: s.trimEnd(),
    strip_of: stripEnd(stripStart(s, t), t),
    lstrip_of: stripStart(s, t),
    rstrip_of: stripEnd(s, t),
    upper: s.toUpperCase(),
    lower: s.toLowerCase(),
    replace: s.replaceAll(t, '<$$&>'),
    contains: s.includes(t),
    add: s + t,
    eq: s === t,
    ne: s !== t,
    lt: s < t,
    le: s <= t,
    gt: s > t,
    ge: s >= t,
  }),
});
