/** Escapes a text for Markdown that VitePress also reads as a Vue template. Spans of code stay as they are. */
export function escaped(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');
}

/** Returns a text as a cell of a table: one line, with its bars escaped, also those in code. Items of a list are separated by breaks. */
export function cell(text) {
  return text
    .trim()
    .replaceAll(/\n+- /g, '<br>• ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

/** Joins the lines of each paragraph and of each item of a list. */
export function reflowed(text) {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\n(?!\s*- )\s*/g, ' '))
    .join('\n\n');
}

export function fenced(code, info) {
  return [`\`\`\`${info}`, code, '```'].join('\n');
}

/** Numbers headings as GitHub and VitePress do, so that two of one name get two anchors. */
export class Anchors {
  #used = new Map();

  of(heading) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-');
    const times = this.#used.get(slug) ?? 0;
    this.#used.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  }
}
