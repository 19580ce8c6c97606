import { bool, transform, utf8 } from 'rowfuse';

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Checks that all brackets are closed in the right order. Exercism: Matching Brackets. */
export const matchingBrackets = transform({
  input: { text: utf8 },
  output: bool,
  row({ text }) {
    const expected: string[] = [];
    for (const char of text) {
      if (char in closing) {
        expected.push(closing[char]);
      } else if (char === ')' || char === ']' || char === '}') {
        if (expected.pop() !== char) return false;
      }
    }
    return expected.length === 0;
  },
});
