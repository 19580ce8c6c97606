import { bool, float64, int32, transform, utf8 } from 'rowfuse';

/** True if the unit is a Latin vowel in lower case. */
const isVowel = (unit: string) => 'aeiou'.includes(unit);

export const countVowels = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let count = 0;
    for (let i = 0; i < text.length; i++) if (isVowel(text[i] ?? '')) count++;
    return count;
  },
});

export const countSpaces = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let count = 0;
    for (const character of text) if (character === ' ') count += 1;
    return count;
  },
});

export const wordCount = transform({
  input: { text: utf8 },
  output: int32,
  row: ({ text }) => text.split(' ').filter((word) => word !== '').length,
});

export const wordCountByState = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let words = 0;
    let inside = false;
    for (let i = 0; i < text.length; i++) {
      const blank = text[i] === ' ' || text[i] === '\t' || text[i] === '\n';
      if (!blank && !inside) words++;
      inside = !blank;
    }
    return words;
  },
});

export const isPalindrome = transform({
  input: { mirror: utf8 },
  output: bool,
  row({ mirror }) {
    let left = 0;
    let right = mirror.length - 1;
    while (left < right) {
      if (mirror[left] !== mirror[right]) return false;
      left++;
      right--;
    }
    return true;
  },
});

export const countMirrored = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let same = 0;
    for (let i = 0, j = text.length - 1; i < j; i++, j--) if (text[i] === text[j]) same++;
    return same;
  },
});

export const reversed = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    for (let i = text.length - 1; i >= 0; i--) result += text[i];
    return result;
  },
});

export const reversedBySpread = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => [...text].toReversed().join(''),
});

export const caesar = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 97 && code <= 122) result += String.fromCharCode(((code - 97 + 3) % 26) + 97);
      else if (code >= 65 && code <= 90) result += String.fromCharCode(((code - 65 + 3) % 26) + 65);
      else result += text[i];
    }
    return result;
  },
});

export const runLength = transform({
  input: { runs: utf8 },
  output: utf8,
  row({ runs }) {
    let result = '';
    let i = 0;
    while (i < runs.length) {
      let j = i + 1;
      while (j < runs.length && runs[j] === runs[i]) j++;
      result += j - i > 1 ? `${j - i}${runs[i]}` : runs[i];
      i = j;
    }
    return result;
  },
});

export const collapseSpaces = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    let blank = true;
    for (const character of text) {
      if (character !== ' ') {
        result += character;
        blank = false;
      } else if (!blank) {
        result += ' ';
        blank = true;
      }
    }
    return result;
  },
});

export const escapeHtml = transform({
  input: { html: utf8 },
  output: utf8,
  row: ({ html }) =>
    html
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
});

export const unescapeHtml = transform({
  input: { html: utf8 },
  output: utf8,
  row: ({ html }) =>
    html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
});

export const stripTags = transform({
  input: { html: utf8 },
  output: utf8,
  row({ html }) {
    let result = '';
    let inside = false;
    for (let i = 0; i < html.length; i++) {
      if (html[i] === '<') inside = true;
      else if (html[i] === '>') inside = false;
      else if (!inside) result += html[i];
    }
    return result;
  },
});

export const slug = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.trim().toLowerCase().replaceAll(' ', '-').replaceAll('.', '').replaceAll(',', ''),
});

export const slugByUnits = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    const lower = text.toLowerCase();
    let result = '';
    for (let i = 0; i < lower.length; i++) {
      const c = lower[i] ?? '';
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) result += c;
      else if (result !== '' && !result.endsWith('-')) result += '-';
    }
    return result.endsWith('-') ? result.slice(0, -1) : result;
  },
});

export const lowerVowels = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    const lower = text.toLowerCase();
    let count = 0;
    for (let i = 0; i < lower.length; i++) {
      const c = lower.charAt(i);
      if (c === 'a' || c === 'e' || c === 'i' || c === 'o' || c === 'u') count++;
    }
    return count;
  },
});

export const upperStart = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.toUpperCase().slice(0, 8),
});

export const capitalize = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
});

export const titleCase = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) =>
    text
      .split(' ')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
      .join(' '),
});

export const initials = transform({
  input: { name: utf8 },
  output: utf8,
  row: ({ name }) =>
    name
      .split(' ')
      .map((part) => part.charAt(0).toUpperCase())
      .join('.'),
});

export const truncateWords = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    if (text.length <= 40) return text;
    const cut = text.lastIndexOf(' ', 40);
    return `${text.slice(0, cut > 0 ? cut : 40)}…`;
  },
});

export const eatLeadingLetters = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let rest = text;
    let letters = 0;
    while (rest !== '') {
      if (rest[0] !== ' ') letters++;
      rest = rest.slice(1);
    }
    return letters;
  },
});

export const countOccurrences = transform({
  input: { text: utf8, word: utf8 },
  output: int32,
  row({ text, word }) {
    let count = 0;
    let at = text.indexOf(word);
    while (at >= 0) {
      count++;
      at = text.indexOf(word, at + word.length);
    }
    return count;
  },
});

/** True if `part` stands in `text` from `at` on. */
function matchesAt(text: string, part: string, at: number): boolean {
  for (let i = 0; i < part.length; i++) if (text[at + i] !== part[i]) return false;
  return true;
}

export const naiveSearch = transform({
  input: { text: utf8, word: utf8 },
  output: int32,
  row({ text, word }) {
    for (let i = 0; i + word.length <= text.length; i++) if (matchesAt(text, word, i)) return i;
    return -1;
  },
});

export const countDoubled = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let count = 0;
    for (let i = 1; i < text.length; i++) if (text[i] === text[i - 1]) count++;
    return count;
  },
});

export const countTrigrams = transform({
  input: { text: utf8 },
  output: int32,
  row({ text }) {
    let count = 0;
    for (let i = 0; i + 3 <= text.length; i++) {
      const three = text.slice(i, i + 3);
      if (three === 'the' || three === 'and' || three === 'ing') count++;
    }
    return count;
  },
});

export const everySecond = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    for (let i = 0; i < text.length; i += 2) result += text[i];
    return result;
  },
});

export const chunksOfFour = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    for (let i = 0; i < text.length; i += 4) {
      if (i > 0) result += ' ';
      result += text.slice(i, i + 4);
    }
    return result;
  },
});

export const longestWord = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let longest = '';
    for (const word of text.split(' ')) if (word.length > longest.length) longest = word;
    return longest;
  },
});

export const commonPrefix = transform({
  input: { text: utf8, word: utf8 },
  output: int32,
  row({ text, word }) {
    let i = 0;
    while (i < text.length && i < word.length && text[i] === word[i]) i++;
    return i;
  },
});

export const editDistance = transform({
  input: { text: utf8, word: utf8 },
  output: int32,
  row({ text, word }) {
    const distances: number[] = [];
    for (let j = 0; j <= word.length; j++) distances.push(j);
    for (let i = 1; i <= text.length; i++) {
      let diagonal = distances[0] ?? 0;
      distances[0] = i;
      for (let j = 1; j <= word.length; j++) {
        const above = distances[j] ?? 0;
        const cost = text[i - 1] === word[j - 1] ? 0 : 1;
        distances[j] = Math.min(above + 1, (distances[j - 1] ?? 0) + 1, diagonal + cost);
        diagonal = above;
      }
    }
    return distances[word.length] ?? 0;
  },
});

export const hammingToWord = transform({
  input: { text: utf8, word: utf8 },
  output: int32,
  row({ text, word }) {
    const length = Math.min(text.length, word.length);
    let distance = Math.abs(text.length - word.length);
    for (let i = 0; i < length; i++) if (text.charCodeAt(i) !== word.charCodeAt(i)) distance++;
    return distance;
  },
});

export const isSubsequence = transform({
  input: { text: utf8, word: utf8 },
  output: bool,
  row({ text, word }) {
    let at = 0;
    for (let i = 0; i < text.length && at < word.length; i++) if (text[i] === word[at]) at++;
    return at === word.length;
  },
});

export const soundex = transform({
  input: { name: utf8 },
  output: utf8,
  row({ name }) {
    const codes = '01230120022455012623010202';
    const upper = name.toUpperCase();
    let result = upper.charAt(0);
    let last = '';
    for (let i = 1; i < upper.length && result.length < 4; i++) {
      const index = upper.charCodeAt(i) - 65;
      if (index < 0 || index > 25) continue;
      const code = codes.charAt(index);
      if (code !== '0' && code !== last) result += code;
      last = code;
    }
    return result.padEnd(4, '0');
  },
});

export const maskMiddle = transform({
  input: { email: utf8 },
  output: utf8,
  row({ email }) {
    const at = email.indexOf('@');
    if (at < 2) return email;
    return email.slice(0, 1) + '*'.repeat(at - 2) + email.slice(at - 1);
  },
});

export const upperShare = transform({
  input: { text: utf8 },
  output: float64,
  row({ text }) {
    let upper = 0;
    for (const c of text) if (c >= 'A' && c <= 'Z') upper++;
    return text.length === 0 ? 0 : upper / text.length;
  },
});

export const camelToSnake = transform({
  input: { identifier: utf8 },
  output: utf8,
  row({ identifier }) {
    let result = '';
    for (let i = 0; i < identifier.length; i++) {
      const c = identifier[i] ?? '';
      if (c >= 'A' && c <= 'Z') result += (i > 0 ? '_' : '') + c.toLowerCase();
      else result += c;
    }
    return result;
  },
});

export const snakeToCamel = transform({
  input: { text: utf8 },
  output: utf8,
  row({ text }) {
    let result = '';
    let upper = false;
    for (const c of text) {
      if (c === ' ' || c === '_') upper = true;
      else {
        result += upper ? c.toUpperCase() : c;
        upper = false;
      }
    }
    return result;
  },
});

export const bracketsBalanced = transform({
  input: { expression: utf8 },
  output: bool,
  row({ expression }) {
    const open: string[] = [];
    for (const c of expression) {
      if (c === '(' || c === '[' || c === '{') open.push(c);
      else if (c === ')' || c === ']' || c === '}') {
        const last = open.pop();
        if (last === undefined) return false;
        if ((c === ')' && last !== '(') || (c === ']' && last !== '[') || (c === '}' && last !== '{')) return false;
      }
    }
    return open.length === 0;
  },
});

export const removeVowels = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) => [...text].filter((c) => !'aeiouAEIOU'.includes(c)).join(''),
});

export const foldAccents = transform({
  input: { text: utf8 },
  output: utf8,
  row: ({ text }) =>
    text.replaceAll('á', 'a').replaceAll('é', 'e').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ñ', 'n'),
});
