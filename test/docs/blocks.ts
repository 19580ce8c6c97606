import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.js';

/** A fenced block of code on a page. */
export interface Block {
  /** The page, relative to the repository. */
  readonly page: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** The first word behind the fence, in lower case; empty if there is none. */
  readonly language: string;
  /** The rest of that line. */
  readonly info: string;
  /** The lines between the fences, without the indentation of the fence. */
  readonly text: string;
  /** The text of the comment `<!-- snippet: … -->` above the block, or of `<!-- snippets: … -->` on the page. */
  readonly directive: string | undefined;
  /** The text of the block that directly follows, if only blank lines are between. */
  readonly next: Pick<Block, 'language' | 'text'> | undefined;
}

/** A page, with its blocks and the rest. */
export interface Page {
  readonly page: string;
  readonly blocks: readonly Block[];
  /** Lines of code that are indented instead of fenced. Nothing tells their language. */
  readonly unfenced: readonly number[];
  /** Spans of code in prose and tables. */
  readonly spans: readonly { readonly line: number; readonly text: string }[];
}

/** Returns the pages whose snippets are checked: all Markdown of `docs/`, and the pages that users and contributors start from. */
export function pages(): readonly Page[] {
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .filter((file) => !file.split(path.sep).some((part) => part.startsWith('.') || part === 'node_modules'))
    .map((file) => `docs/${file.split(path.sep).join('/')}`)
    .sort();
  return ['README.md', 'CONTRIBUTING.md', 'runtime/README.md', ...docs].map((page) =>
    readPage(page, readFileSync(path.join(root, page), 'utf8')),
  );
}

const fence = /^(?<indent> *)(?<ticks>`{3,}|~{3,}) *(?<language>[\w+#-]*)(?<info>.*)$/;
const comment = /<!-- snippet: (?<text>[\s\S]*?) -->\s*$/;

/** Splits a page into blocks, spans, and code that is indented instead of fenced. */
export function readPage(page: string, text: string): Page {
  const whole = /^<!-- snippets: (?<text>[\s\S]*?) -->$/m.exec(text)?.groups?.text;
  const lines = text.split('\n');
  const blocks: { -readonly [Key in keyof Block]: Block[Key] }[] = [];
  const unfenced: number[] = [];
  const spans: { line: number; text: string }[] = [];
  /** The prose since the last block. */
  let above: string[] = [];
  let isList = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const opening = fence.exec(line)?.groups;
    if (opening === undefined) {
      const isCode = /^ {4}/.test(line) && !isList && (above.at(-1) ?? '').trim() === '';
      if (isCode) unfenced.push(at + 1);
      if (/^ {0,3}\S/.test(line)) isList = /^ {0,3}(?:[-*+]|\d+\.) /.test(line) || (isList && above.at(-1) !== '');
      for (const span of line.matchAll(/`([^`]+)`/g)) spans.push({ line: at + 1, text: span[1] ?? '' });
      above.push(line);
      continue;
    }
    const { indent = '', ticks = '', language = '', info = '' } = opening;
    const close = lines.findIndex((other, index) => index > at && other.trim() === ticks);
    if (close < 0) throw new Error(`${page}:${at + 1}: this fence is not closed`);
    const own = lines
      .slice(at + 1, close)
      .map((other) => (other.startsWith(indent) ? other.slice(indent.length) : other));
    const prose = above.join('\n');
    const previous = blocks.at(-1);
    const block = {
      page,
      line: at + 1,
      language: language.toLowerCase(),
      info: info.trim(),
      text: own.join('\n'),
      directive: comment.exec(prose)?.groups?.text?.replaceAll(/\s+/g, ' ') ?? whole,
      next: undefined,
    };
    if (previous !== undefined && prose.trim() === '') previous.next = block;
    blocks.push(block);
    above = [];
    at = close;
  }
  return { page, blocks, unfenced, spans };
}
