import { messagesOfNative, stringsOf } from './strings.mjs';

const BLOCK_TAGS = /^@(?:param|returns?|throws|see|example|remarks|internal|deprecated|defaultValue)\b/;
const NATIVE = /\.(?:cc|cpp|cu|cuh|h|hpp)$/;
const SHELL_STYLE = /\.(?:sh|py|cmake|yml)$|(?:^|\/)CMakeLists\.txt$|^\.ci\/run$/;

/**
 * Returns the passages of prose in a file: comments, test titles and messages of a source, paragraphs, list items and table cells of a
 * page. Each has its line, its text on one line, and its kind.
 */
export function passagesOf(file, text) {
  if (file.endsWith('.md')) return paragraphs(text);
  if (file.endsWith('.txt.hbs')) return templateLines(text);
  const found = comments(text, SHELL_STYLE.test(file) ? /^\s*#(?!!)\s?(.*)$/ : undefined);
  if (/\.(?:ts|mjs|js)$/.test(file)) return [...found, ...stringsOf(file, text)];
  if (file.endsWith('.py')) return [...found, ...docstrings(text)];
  return NATIVE.test(file) ? [...found, ...messagesOfNative(text)] : found;
}

/** Returns comments by lines: comments that begin a line, joined to the lines right below, and comments after code. */
function comments(text, shell) {
  const found = [];
  let open; // the comment that the next line may continue
  let inBlock = false;
  let inItem = false;
  let inExample = false; // code of an `@example`, up to the next tag
  const add = (line, part) => {
    const words = part.trim();
    if (/^@/.test(words)) inExample = /^@example\b/.test(words);
    if (inExample || words === '' || words.startsWith('```')) {
      open = undefined;
      return;
    }
    const isItem = /^[-*] |^\d+\. /.test(words);
    const continuesItem = open !== undefined && inItem && /^ {2}/.test(part);
    if (/^ {2}/.test(part) && !isItem && !continuesItem) {
      // A line of code or a row of a table.
      open = undefined;
      found.push({ line, kind: 'cell', text: words });
      return;
    }
    inItem = isItem || continuesItem;
    if (open !== undefined && !BLOCK_TAGS.test(words) && !/^[-*] |^\|/.test(words)) {
      open.text += ` ${words}`;
      return;
    }
    open = { line, kind: 'comment', text: words.replace(BLOCK_TAGS, '').trim() };
    found.push(open);
  };
  text.split('\n').forEach((content, index) => {
    const line = index + 1;
    if (inBlock) {
      add(line, content.replace(/\*\/.*$/, '').replace(/^\s*\*? ?/, ''));
      inBlock = !content.includes('*/');
      if (!inBlock) open = undefined;
      return;
    }
    const whole = (shell ?? /^\s*\/\/[/!]?<?\s?(.*)$/).exec(content);
    if (whole) {
      add(line, whole[1]);
      return;
    }
    open = undefined;
    if (shell) return;
    const block = /^\s*\/\*\*?(.*)$/.exec(content);
    if (block) {
      inBlock = !block[1].includes('*/');
      add(line, block[1].replace(/\*\/.*$/, ''));
      if (!inBlock) open = undefined;
      return;
    }
    const trailing = /[;,{}()\]\w] +\/\/[/!]?<? (.*)$/.exec(content);
    if (trailing) add(line, trailing[1]);
    open = undefined;
  });
  return found;
}

/** Returns paragraphs, list items and table cells; no fenced code, no HTML comments. A line of a quotation is a passage of its own. */
function paragraphs(text) {
  const found = [];
  let open;
  let fence = false;
  text
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .forEach((content, index) => {
      const line = index + 1;
      if (/^\s*(?:```|~~~)/.test(content)) {
        fence = !fence;
        open = undefined;
      } else if (fence || /^\s*$|^\s*<|^#|^---/.test(content)) {
        open = undefined;
      } else if (/^\s*\|/.test(content)) {
        open = undefined;
        for (const cell of content.replace(/\\\|/g, '/').split('|'))
          if (/\w/.test(cell)) found.push({ line, kind: 'cell', text: cell.trim() });
      } else if (open !== undefined && !/^\s*(?:[-*]|\d+\.) |^>/.test(content)) {
        open.text += ` ${content.trim()}`;
      } else {
        open = { line, kind: 'paragraph', text: content.trim().replace(/^(?:[-*]|\d+\.) |^> ?/, '') };
        found.push(open);
      }
    });
  return found;
}

/** Returns the lines of a template of text, without its tags. */
function templateLines(text) {
  return text
    .split('\n')
    .map((content, index) => ({ line: index + 1, kind: 'message', text: content.replace(/\{\{[^}]*\}\}/g, '').trim() }))
    .filter(({ text: words }) => /\w/.test(words));
}

/** Returns the paragraphs of the docstrings of a Python source, except indented ones, which are commands. */
function docstrings(text) {
  return [...text.matchAll(/"""([\s\S]*?)"""/g)].flatMap(({ 1: content, index }) =>
    [...content.matchAll(/(?:^|\n)(?! {4,}|\n)(?:.+\n?)+/g)].map((paragraph) => ({
      line: text.slice(0, index + 3 + paragraph.index).split('\n').length,
      kind: 'comment',
      text: paragraph[0].replace(/\s+/g, ' ').trim(),
    })),
  );
}
