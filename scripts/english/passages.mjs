const BLOCK_TAGS = /^@(?:param|returns?|throws|see|example|remarks|internal|deprecated|defaultValue)\b/;
const TITLE =
  /(?:^|[^\w.])(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\]|\\.)*)")/g;
const SHELL_STYLE = /\.(?:sh|py|cmake|yml)$|(?:^|\/)CMakeLists\.txt$|^\.ci\/run$/;

/**
 * The passages of prose in a file: comments and test titles of a source, paragraphs, list items and table cells of a page. Each has
 * its line, its text on one line, and its kind.
 */
export function passagesOf(file, text) {
  if (file.endsWith('.md')) return paragraphs(text);
  const found = comments(text, SHELL_STYLE.test(file) ? /^\s*#(?!!)\s?(.*)$/ : undefined);
  return file.endsWith('.test.ts') ? [...found, ...titles(text)] : found;
}

/** Comments, by lines: those that begin a line, joined to the ones right below, and those after code. */
function comments(text, shell) {
  const found = [];
  let open; // the comment that the next line may continue
  let inBlock = false;
  let inItem = false;
  const add = (line, part) => {
    const words = part.trim();
    if (words === '' || words.startsWith('```')) {
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

function titles(text) {
  return [...text.matchAll(TITLE)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    kind: 'title',
    text: match[1] ?? match[2] ?? match[3],
  }));
}

/** Paragraphs, list items and table cells; no fenced code, no HTML comments. */
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
      } else if (open !== undefined && !/^\s*(?:[-*]|\d+\.) /.test(content)) {
        open.text += ` ${content.trim()}`;
      } else {
        open = { line, kind: 'paragraph', text: content.trim().replace(/^(?:[-*]|\d+\.) /, '') };
        found.push(open);
      }
    });
  return found;
}
