import path from 'node:path';
import type { ts } from 'ts-morph';
import { type Span, spanOf } from '../../diagnostics/index.js';

/** Returns a file's path relative to the project, with `/` as its separator on every platform. */
export function projectPath(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}

/** Returns the span of a node, without the comments before it. */
export function nodeSpan(root: string, node: ts.Node): Span {
  const file = node.getSourceFile();
  return spanOf(projectPath(root, file.fileName), file.text, node.getStart(file), node.getEnd());
}
