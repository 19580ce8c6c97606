import { Node } from 'ts-morph';

/** The types that only make calls check, and the types that a reader should see for them. */
const readable = [
  [/\.\.\.rest: Given<(.+), Params>/g, 'options?: $1 & { params?: Params }'],
  [/OptionsWith<(.+), Params>/g, '$1 & { params?: Params }'],
  [/<Resident extends DeviceTableWith<Needed<Columns>>>/g, ''],
  [/NotAny<Resident>/g, 'DeviceTable'],
  [/import\("[^"]*"\)\./g, ''],
  [/OnlyVector<Columns>/g, 'Vector'],
  [/\{[^{}]*\}: (\w+) = \{\}/g, 'options?: $1'],
  [/(?<![\w$])_(?=[a-z]\w*:)/g, ''],
  [/WebStream</g, 'ReadableStream<'],
  [/AcceptedVectors\[T\]\n.*/g, 'Vector\n  | TypedArray\n  | readonly (Element<T> | Absent)[];'],
];

function shown(text) {
  return readable.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), text);
}

/**
 * Returns a declaration as code, without its body, its members or its comments.
 *
 * @param isExported tells the names of types that have a section of their own: others are not shown as bases
 */
export function signatureOf(node, isExported) {
  if (Node.isVariableDeclaration(node)) return constantOf(node);
  if (Node.isInterfaceDeclaration(node) || Node.isClassDeclaration(node)) return headOf(node, isExported);
  if (Node.isTypeAliasDeclaration(node)) return aliasOf(node, isExported);
  return memberSignatureOf(node);
}

/**
 * Returns a function or a method as code.
 *
 * @param given the type arguments of the base that it comes from
 */
export function memberSignatureOf(node, given = new Map()) {
  const body = node.getBody?.();
  const text = body === undefined ? node.getText() : node.getText().slice(0, body.getStart() - node.getStart());
  const plain = `${text.replace(/^(?:export |default |declare |async )+/, '').replace(/[;\s]+$/, '')};`;
  const lines = plain.split('\n');
  const indent = /^ */.exec(lines.at(-1))[0].length;
  const code = lines.map((line, at) => (at === 0 ? line : line.slice(indent))).join('\n');
  return shown(
    [...given].reduce((result, [name, by]) => result.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), by), code),
  );
}

function aliasOf(node, isExported) {
  const head = `${node.getName()}${parametersOf(node)}`;
  const type = node.getTypeNode();
  const text = withoutComments(type);
  if (text.includes('typeof ')) return `type ${head} = ${node.getType().getText().replaceAll('"', "'")};`;
  // The description says what such a type is. Its text is a program for the type checker.
  if (/\binfer\b/.test(text)) return `type ${head} = …;`;
  const name = Node.isTypeReference(type) ? type.getTypeName() : undefined;
  const isBase = name !== undefined && !isExported(name.getText()) && !isForeign(name);
  return shown(isBase ? `interface ${head}` : `type ${head} =${text.startsWith('|') ? '\n  ' : ' '}${text};`);
}

function parametersOf(node) {
  const parameters = node.getTypeParameters().map((parameter) => parameter.getText());
  return parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
}

/** Returns the type of a property, a parameter or a constant, as written where it is written. */
export function typeOf(node) {
  const written = node.getTypeNode?.()?.getText() ?? node.getType().getText(node).replaceAll('"', "'");
  const type = shown(written).replaceAll(/\s+/g, ' ');
  return node.hasQuestionToken?.() ? type.replace(/ \| undefined$/, '') : type;
}

function constantOf(node) {
  const written = node.getTypeNode()?.getText();
  return `const ${node.getName()}: ${written === undefined ? typeOf(node) : shown(written)};`;
}

/** True for a type of the language or of another package. */
export function isForeign(name) {
  const symbol = name.getSymbol();
  const [declaration] = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations() ?? [];
  return declaration?.getSourceFile().isInNodeModules() ?? true;
}

function headOf(node, isExported) {
  const kind = Node.isClassDeclaration(node) ? 'class' : 'interface';
  const bases = (Node.isClassDeclaration(node) ? [node.getExtends()] : node.getExtends()).filter(
    (base) => base !== undefined && (isExported(base.getExpression().getText()) || isForeign(base.getExpression())),
  );
  const isAbstract = Node.isClassDeclaration(node) && node.isAbstract() ? 'abstract ' : '';
  const extended = bases.length === 0 ? '' : ` extends ${bases.map((base) => base.getText()).join(', ')}`;
  return shown(`${isAbstract}${kind} ${node.getName()}${parametersOf(node)}${extended}`);
}

/** Returns the text of a node without the comments within it. */
function withoutComments(node) {
  return node.getText().replaceAll(/[ \t]*\/\*\*[\s\S]*?\*\/\n?|\/\/ .*\n\s*/g, '');
}
