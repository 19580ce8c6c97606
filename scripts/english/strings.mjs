import { ts } from 'ts-morph';

/** A text of fewer words is a name, a piece of code or a label. */
const SHORTEST_MESSAGE = 5;

/**
 * Returns the texts in a TypeScript or JavaScript source that people read: the titles of its tests and suites, or in other files its
 * messages. A message is a string or template with several words of prose. `${…}` stands for one word.
 */
export function stringsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, kind, words) =>
    found.push({
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      kind,
      text: words.replace(/\s+/g, ' ').trim(),
    });
  const judge = file.endsWith('.test.ts')
    ? (node) => {
        if (ts.isCallExpression(node) && isTest(node.expression))
          for (const [literal, words] of literalsOf(node.arguments[0]))
            add(literal, /^describe\b/.test(node.expression.getText(source)) ? 'suite' : 'title', words);
      }
    : (node) => {
        const words = wordsOf(node);
        if (words !== undefined && isProse(words) && !ts.isImportDeclaration(node.parent)) add(node, 'message', words);
      };
  const visit = (node) => {
    judge(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the messages in a source of C++ or CUDA: its string literals with several words of prose. Adjacent literals are one message. */
export function messagesOfNative(text) {
  const found = [];
  const code = text.replace(/^[ \t]*(?:\/\/|#).*$/gm, '');
  for (const match of code.matchAll(/(?<!['\w])"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/g)) {
    const words = match[0].replace(/"\s*"/g, '').slice(1, -1);
    if (isProse(words))
      found.push({ line: code.slice(0, match.index).split('\n').length, kind: 'message', text: words });
  }
  return found;
}

/** True for `test`, `describe.skipIf(…)`, `test.each(…)` and the like. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return /^(?:test|it|describe)$/.test(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}

/** Returns the texts that an argument may be: both branches of a choice. */
function literalsOf(node) {
  if (node === undefined) return [];
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  const words = wordsOf(node);
  return words === undefined ? [] : [[node, words]];
}

function wordsOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `\${…}${literal.text}`).join('');
}

/** True for a sentence or a part of one; false for code, paths, options and lists of names. */
function isProse(text) {
  const words = text.split(/\s+/).filter((word) => /^["'(`]?[A-Za-z][a-z]*(?:[-'’][a-z]+)*[,.:;?!)"'`]*$/.test(word));
  return (
    words.length >= SHORTEST_MESSAGE &&
    words.length * 2 > text.split(/\s+/).length &&
    !/[;{}]\s*$|=>|\bconst\b/.test(text)
  );
}
