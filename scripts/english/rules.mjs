const LONGEST_SENTENCE = 35;
const COUNTED =
  'rows?|lanes?|bits?|bytes?|threads?|warps?|blocks?|tiles?|columns?|values?|groups?|lines?|numbers?|elements?|calls?|passes|steps';
const COUNTED_BY =
  'row|lane|bit|byte|thread|warp|block|tile|column|value|group|line|call|key|case|run|chunk|window|size|version|element|batch|string|second|combination|level';
/** Such as `a bit a row`, `16 bytes a thread` and `a line each`. `One row each` is English. */
const DISTRIBUTIVE = new RegExp(
  `(?:(?:\\b(?:an?|one|two|three|four|eight|fewer|more|several|\\d+)|\\$\\{…\\}) (?:${COUNTED}) an? (?:${COUNTED_BY})|\\ban? (?:${COUNTED}) each)\\b(?! other)`,
  'i',
);

/** The rules of plain English that a script can judge. Each returns what it says of a passage, or nothing. */
export const rules = {
  /** "What a launch leaves": a fragment whose subject is a question word. A question keeps its question mark. */
  headless({ kind, text }) {
    if (kind === 'cell' || kind === 'paragraph') return undefined;
    const opening = /^(What|Of|The same|How|Which|Where|Who|Whom|Whose|Why|Whether)\b/.exec(text)?.[1];
    const sentence = sentencesOf(text)[0] ?? '';
    return opening === undefined || sentence.endsWith('?') || isWhole(opening, sentence)
      ? undefined
      : `begins with "${opening}": name the thing first`;
  },

  /** Finds distributive phrases that "per" says more plainly. */
  distributive({ text }) {
    const found = DISTRIBUTIVE.exec(text.replace(/`[^`]*`/g, ''));
    return found ? `"${found[0]}": write "per"` : undefined;
  },

  coinage({ text }) {
    const found = /\b(?:com(?:es?|ing)|came) (?:and|or) (?:goe?s?|going|went)\b/i.exec(text);
    return found ? `"${found[0]}": write filters and expansions` : undefined;
  },

  /** A title of one word says what the test is about, and not what must hold. `%s` stands for words. */
  fragment({ kind, text }) {
    return kind === 'title' && /^[\w-]+$/.test(text) ? `"${text}": write a statement` : undefined;
  },

  long({ text }) {
    const long = sentencesOf(text)
      .map((sentence) => ({ sentence, words: wordsOf(sentence) }))
      .find(({ words }) => words > LONGEST_SENTENCE);
    return long
      ? `${long.words} words in "${long.sentence.split(' ').slice(0, 6).join(' ')} …": at most ${LONGEST_SENTENCE}`
      : undefined;
  },
};

/** True if the opening has its sentence: "Where a row is null, its length is 0", "The same bytes are …". */
function isWhole(opening, sentence) {
  if (opening === 'Where' || opening === 'Of' || opening === 'How')
    return /^[^.]*,/.test(sentence) && opening === 'Where';
  return (
    opening === 'The same' &&
    /^The same \w+ (?:is|are|was|were|has|have|does|do|reads?|writes?|runs?|makes?|gives?|takes?|must|can|may)\b/.test(
      sentence,
    )
  );
}

function sentencesOf(text) {
  return text
    .replace(/`[^`]*`/g, 'Code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\b(?:e\.g|i\.e|cf|vs|etc)\./g, (short) => short.replaceAll('.', ''))
    .split(/(?<=[.!?])["')\]*]*\s+(?=["'([*]*(?:[A-Z0-9]|--[a-z]))/);
}

function wordsOf(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
