import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';

const { SyntaxKind } = ts;

/**
 * The beginning of each file. The function says if a mutant is the chosen one, and notes that its place is reached: only tests that reach
 * it can notice it. Static mutants are chosen before the modules load.
 */
const chooseMutant = `globalThis.rowfuseReached ??= new Uint8Array(1 << 16); globalThis.rowfuseMutant ??= Number(process.env.ROWFUSE_MUTANT ?? 0); globalThis.rowfuseIsMutant ??= (id) => { globalThis.rowfuseReached[id] = 1; return globalThis.rowfuseMutant === id; };\n`;

const swapped = new Map([
  ['<', ['<=']],
  ['<=', ['<']],
  ['>', ['>=']],
  ['>=', ['>']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['&&', ['||']],
  ['||', ['&&']],
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['+']],
]);

/** Writes all mutants of some files of a copy into these files, and returns them. Their numbers begin with 1. */
export function instrument(folder, files) {
  const mutants = [];
  for (const file of files) {
    const target = path.join(folder, file);
    const text = readFileSync(target, 'utf8');
    const source = ts.createSourceFile(target, text, ts.ScriptTarget.Latest, true);
    writeFileSync(target, new Instrumented(file, source, mutants).text());
  }
  return mutants;
}

class Instrumented {
  #file;
  #source;
  #mutants;

  constructor(file, source, mutants) {
    this.#file = file;
    this.#source = source;
    this.#mutants = mutants;
  }

  text() {
    return `${chooseMutant}${this.#visit(this.#source)}`;
  }

  /** Returns the text of a node in which each mutant of it, and of the nodes below, can be chosen. */
  #visit(node) {
    if (
      ts.isTypeNode(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isImportDeclaration(node)
    )
      return node.getFullText();
    const inner = this.#withChildren(node);
    const variants = variantsOf(node, this.#source);
    if (variants.length === 0) return inner;
    const start = node.getStart(this.#source) - node.getFullStart();
    const [space, own] = [inner.slice(0, start), inner.slice(start)];
    const chosen = variants.reduceRight((rest, variant) => {
      const id = this.#add(node, variant);
      return `(globalThis.rowfuseIsMutant(${id}) ? (${variant}) : ${rest})`;
    }, `(${own})`);
    return `${space}${chosen}`;
  }

  #withChildren(node) {
    let [at, text] = [node.getFullStart(), ''];
    const full = this.#source.text;
    ts.forEachChild(node, (child) => {
      text += full.slice(at, child.getFullStart()) + this.#visit(child);
      at = child.getEnd();
    });
    return text + full.slice(at, node.getEnd());
  }

  #add(node, after) {
    const { line, character } = this.#source.getLineAndCharacterOfPosition(node.getStart(this.#source));
    const id = this.#mutants.length + 1;
    const place = `${this.#file}:${line + 1}:${character + 1}`;
    this.#mutants.push({
      id,
      file: this.#file,
      place,
      start: node.getStart(this.#source),
      end: node.getEnd(),
      before: node.getText(this.#source),
      after,
      isStatic: isStatic(node),
    });
    return id;
  }
}

/** Returns the texts that can replace an expression. */
function variantsOf(node, source) {
  const text = (part) => part.getText(source);
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText(source);
    const [left, right] = [text(node.left), text(node.right)];
    const other = (swapped.get(operator) ?? []).map((one) => `(${left}) ${one} (${right})`);
    if (operator === '-') other.push(`(${right}) - (${left})`);
    if (operator === '&&' || operator === '||') other.push(left, right);
    if (operator === '??') other.push(left, right);
    return other;
  }
  if (ts.isConditionalExpression(node)) return [text(node.whenTrue), text(node.whenFalse)];
  if (
    ts.isPrefixUnaryExpression(node) &&
    (node.operator === SyntaxKind.MinusToken || node.operator === SyntaxKind.ExclamationToken)
  )
    return [text(node.operand)];
  if (ts.isNumericLiteral(node) && isValue(node)) return [`(${text(node)} + 1)`, `(${text(node)} - 1)`];
  if (
    ts.isPropertyAccessExpression(node) &&
    text(node.expression) === 'Math' &&
    ['min', 'max'].includes(node.name.text)
  )
    return [node.name.text === 'min' ? 'Math.max' : 'Math.min'];
  // A branch that is never taken.
  const isTest = ts.isIfStatement(node.parent ?? node) && node.parent.expression === node;
  if (isTest && !ts.isBinaryExpression(node)) return ['false', 'true'];
  if (ts.isCallExpression(node) && text(node.expression) === 'hullOf') return node.arguments.map(text);
  return [];
}

/** True for a number in an expression; keys, types and members of enums are none. */
function isValue({ parent }) {
  return (
    !ts.isEnumMember(parent) &&
    !ts.isLiteralTypeNode(parent) &&
    !(ts.isPropertyAssignment(parent) && parent.name.kind === SyntaxKind.NumericLiteral)
  );
}

/** True if an expression is evaluated while its module loads. */
function isStatic(node) {
  for (let at = node.parent; at; at = at.parent)
    if (ts.isFunctionLike(at) || ts.isPropertyDeclaration(at)) return false;
  return true;
}
