import { nodesIn } from '../../codegen/1-parse/syntax/nodes-in.js';
import { ts } from '../../codegen/1-parse/syntax/ts.js';

/**
 * Returns the kinds of a module's nodes in order: the code without its names, values and comments. Throws for invalid JavaScript, or
 * TypeScript if the file is such.
 */
export function kindsOfScript(text: string, language: 'js' | 'ts'): string {
  const options = { compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, allowJs: true } };
  const fileName = `file.${language}`;
  const { diagnostics = [] } = ts.transpileModule(text, { ...options, fileName, reportDiagnostics: true });
  for (const { messageText } of diagnostics) throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext);
  return [...nodesIn(file)].map(({ kind }) => ts.SyntaxKind[kind]).join(' ');
}

const cppToken =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')|(?<line>^#line \d+ "(?:[^"\\\n]|\\[0-7]{3})*"$)|(?<directive>^#[^\n"]*)|(?<name>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<space>[ \n]+)|(?<other>[!-/:-@[-`{-~])/gmy;

/**
 * Returns the tokens of C++ and CUDA, without names, numbers and texts. Every line must also end by itself. A whole `#line` is dropped:
 * long names break lines, and where the lines of the code and those of the source part there is one more.
 */
export function tokensOfCpp(text: string): string {
  if (/(?:\\|\?\?\/)$/m.test(text)) throw new Error('A line goes on in the next');
  const tokens: string[] = [];
  cppToken.lastIndex = 0;
  while (cppToken.lastIndex < text.length) {
    const at = cppToken.lastIndex;
    const { groups = {} } = cppToken.exec(text) ?? {};
    const found = Object.entries(groups).find(([, token]) => token !== undefined);
    if (!found) throw new Error(`No token of C++ at ${JSON.stringify(text.slice(at, at + 40))}`);
    const [kind, token = ''] = found;
    if (kind === 'comment' && /[^\x20-\x7e]/.test(token)) throw new Error(`A comment has ${JSON.stringify(token)}`);
    if (kind === 'directive' || kind === 'other') tokens.push(token);
    else if (kind !== 'comment' && kind !== 'space' && kind !== 'line') tokens.push(kind);
  }
  // Tables are as long as their texts.
  return tokens
    .join(' ')
    .replace(/number(?: , number)+/g, 'numbers')
    .replace(/text(?: text)+/g, 'text');
}
