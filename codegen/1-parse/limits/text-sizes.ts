import { constantTooLarge, type DiagnosticBag } from '../../diagnostics/index.js';
import { visitInOrder } from '../syntax/dependency-order.js';
import { nodesIn } from '../syntax/nodes-in.js';
import { nodeSpan } from '../syntax/span.js';
import { ts } from '../syntax/ts.js';
import { mostElements, mostUnits } from './constant-limits.js';

/**
 * Reports templates that grow, through the constants they consist of, past the limit of a constant. TypeScript
 * evaluates templates of constants, enum members and template types without a bound: forty that double keep it busy for
 * ever. The sizes are estimated from names alone, because TypeScript cannot be asked before this check.
 */
export function checkTexts(root: string, program: ts.Program, bag: DiagnosticBag): void {
  const texts = new Texts();
  for (const file of program.getSourceFiles()) if (!file.isDeclarationFile) texts.add(file);
  const found = texts.firstTooLarge();
  if (found) bag.add(constantTooLarge(nodeSpan(root, found), { elements: mostElements, units: mostUnits }));
}

/** The cost of evaluating a text: its UTF-16 units, and the names and literals that it consists of. */
interface Size {
  readonly units: number;
  readonly parts: number;
}

const unknown: Size = { units: 0, parts: 1 };

class Texts {
  /** The declarations of each name, in all modules and scopes. */
  readonly #named = new Map<string, ts.Node[]>();
  /** The templates that TypeScript evaluates by itself. */
  readonly #templates: ts.Node[] = [];
  /** The largest size of each name. */
  readonly #sizes = new Map<string, Size>();

  add(file: ts.SourceFile): void {
    for (const node of nodesIn(file)) {
      if (ts.isTemplateExpression(node) || ts.isTemplateLiteralTypeNode(node)) this.#templates.push(node);
      if (ts.isEnumMember(node) && node.initializer) this.#templates.push(node.initializer);
      if (ts.isVariableDeclaration(node) || ts.isEnumMember(node)) this.#declare(node.name, node.initializer);
      else if (ts.isTypeAliasDeclaration(node)) this.#declare(node.name, node.type);
      else if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) this.#declare(node.name, node.propertyName);
    }
  }

  #declare(name: ts.Node, text: ts.Node | undefined): void {
    if (!text || !ts.isIdentifier(name) || !mayBeText(text)) return;
    const known = this.#named.get(name.text);
    if (known) known.push(text);
    else this.#named.set(name.text, [text]);
  }

  firstTooLarge(): ts.Node | undefined {
    return this.#templates.find((template) => {
      for (const name of namesIn(template)) this.#measure(name);
      return isTooLarge(this.#sizeOf(template));
    });
  }

  #measure(name: string): void {
    const textsOf = (one: string) => this.#named.get(one) ?? [];
    visitInOrder(
      name,
      (one) => textsOf(one).flatMap((text) => [...namesIn(text)]),
      (one) => this.#sizes.has(one),
      (one) =>
        this.#sizes.set(
          one,
          textsOf(one)
            .map((text) => this.#sizeOf(text))
            .reduce(larger, unknown),
        ),
    );
  }

  #sizeOf(text: ts.Node): Size {
    let [units, parts] = [0, 1];
    for (const node of nodesIn(text)) {
      if (ts.isIdentifier(node)) {
        const size = this.#sizes.get(node.text) ?? unknown;
        units += size.units;
        parts += size.parts;
      } else if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
        units += node.text.length;
    }
    return { units, parts };
  }
}

function isTooLarge({ units, parts }: Size): boolean {
  return units > mostUnits || parts > mostUnits;
}

function larger(a: Size, b: Size): Size {
  return { units: Math.max(a.units, b.units), parts: Math.max(a.parts, b.parts) };
}

function* namesIn(text: ts.Node): Generator<string, void> {
  for (const node of nodesIn(text)) if (ts.isIdentifier(node)) yield node.text;
}

/** True if an expression or type may be composed of texts or numbers, without calls, objects or arrays. */
function mayBeText(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return mayBeText(node.expression);
  if (ts.isParenthesizedTypeNode(node)) return mayBeText(node.type);
  return textKinds.has(node.kind);
}

const textKinds: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.TemplateLiteralType,
  ts.SyntaxKind.TypeReference,
  ts.SyntaxKind.LiteralType,
]);
