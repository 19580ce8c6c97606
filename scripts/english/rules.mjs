const LONGEST_SENTENCE = 35;

/** The rules of plain English that a script can judge. Each returns what it says of a passage, or nothing. */
export const rules = {
  /** "What a launch leaves": a fragment whose subject is a question word. A question keeps its question mark. */
  headless({ kind, text }) {
    if (kind === 'cell' || kind === 'paragraph') return undefined;
    const opening = /^(What|Of|The same|How|Which|Where|Who)\b/.exec(text)?.[1];
    const sentence = sentencesOf(text)[0] ?? '';
    return opening === undefined || sentence.endsWith('?') || isWhole(opening, sentence)
      ? undefined
      : `begins with "${opening}": name the thing first`;
  },

  /** Finds distributive phrases that "per" says more plainly. */
  distributive({ text }) {
    const found =
      /\b(?:an?|one) (?:row|lane|bit|byte|thread|warp|block|tile|column|value|group|line)s? (?:an?|each)\b(?! other)/.exec(
        text.replace(/`[^`]*`/g, ''),
      );
    return found ? `"${found[0]}": write "per"` : undefined;
  },

  coinage({ text }) {
    const found = /\bcomes? and goe?s?\b/i.exec(text);
    return found ? `"${found[0]}": write filters and expansions` : undefined;
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
    /^The same \w+ (?:is|are|was|were|has|have|does|do|reads?|writes?|runs?|makes?|gives?)\b/.test(sentence)
  );
}

function sentencesOf(text) {
  return text
    .replace(/`[^`]*`/g, 'Code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\b(?:e\.g|i\.e|cf|vs|etc)\./g, (short) => short.replaceAll('.', ''))
    .split(/(?<=[.!?])["')\]*]*\s+(?=["'([*]*[A-Z0-9])/);
}

function wordsOf(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
