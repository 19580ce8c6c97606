import { Node } from 'ts-morph';

/**
 * Reads the doc comment of a declaration. Returns undefined if it has none.
 *
 * @returns {{ text: string, params: Map<string, string>, throws: string[], returns: string | undefined, examples: string[] } | undefined}
 */
export function docOf(node) {
  const owner = Node.isVariableDeclaration(node) ? node.getVariableStatement() : node;
  const comment = owner?.getJsDocs?.().at(-1);
  if (comment === undefined) return undefined;
  const doc = { text: '', params: new Map(), throws: [], returns: undefined, examples: [], isInternal: false };
  const [text = '', ...tags] = unwrapped(comment.getText()).split(/^@(?=[a-z]+\b)/m);
  doc.text = text.trim();
  for (const tag of tags) {
    const [, name = '', content = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
    const words = content.trim();
    if (name === 'param') doc.params.set(words.split(/\s/)[0], words.replace(/^\S+\s*/, ''));
    else if (name === 'throws') doc.throws.push(words);
    else if (name === 'returns') doc.returns = words;
    else if (name === 'example') doc.examples.push(words);
    else if (name === 'internal') doc.isInternal = true;
    else throw new Error(`${node.getSourceFile().getBaseName()}: unknown tag @${name}`);
  }
  return doc;
}

/** Returns the lines of a comment without the asterisks. */
function unwrapped(comment) {
  return comment
    .replace(/^\/\*\*[ \t]?/, '')
    .replace(/\s*\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*(?: |$)/, ''))
    .join('\n');
}

export function isInternal(node) {
  return docOf(node)?.isInternal ?? false;
}
