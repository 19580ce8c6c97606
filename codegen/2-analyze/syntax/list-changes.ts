import type { Program } from '../../1-parse/project.js';
import { resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { nodesIn } from '../../1-parse/syntax/nodes-in.js';
import { isAssignment, ts } from '../../1-parse/syntax/ts.js';

/** Methods that change their array, set or map. */
const changing: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin add set delete clear'.split(' '),
);

/** Functions of `Object` and `Reflect` that change their first argument. */
const changingFunctions: ReadonlySet<string> = new Set(
  'assign defineProperty defineProperties setPrototypeOf deleteProperty set'.split(' '),
);

/** The first place in a file that changes each constant. */
type Changes = ReadonlyMap<ts.Symbol, ts.Node>;

/** Each file of a program is walked once, however many of its constants are captured. */
const changesOfFiles = new WeakMap<Program, Map<ts.SourceFile, Changes>>();

/**
 * Returns a place in the declaring module or in the modules that import it that changes a constant array, object or the like, or
 * something inside it. Its contents at build time are then not those of every call: `const` keeps the name, not the contents.
 */
export function findChange(declaration: ts.VariableDeclaration, program: Program): ts.Node | undefined {
  const { checker, files } = program;
  const symbol = ts.isIdentifier(declaration.name) && checker.getSymbolAtLocation(declaration.name);
  if (!symbol) return undefined;
  for (const file of new Set([declaration.getSourceFile(), ...files])) {
    const change = changesIn(file, program).get(symbol);
    if (change) return change;
  }
  return undefined;
}

function changesIn(file: ts.SourceFile, program: Program): Changes {
  const known = changesOfFiles.get(program) ?? new Map<ts.SourceFile, Changes>();
  changesOfFiles.set(program, known);
  const found = known.get(file);
  if (found) return found;
  const changes = new Map<ts.Symbol, ts.Node>();
  for (const node of nodesIn(file)) {
    for (const list of changedBy(node)) {
      const name = rootOf(list);
      const symbol = name && resolveSymbol(name, program.checker);
      if (symbol && !changes.has(symbol)) changes.set(symbol, node);
    }
  }
  known.set(file, changes);
  return changes;
}

/** Returns the expressions whose contents a node may change, without the nodes inside it. */
function changedBy(node: ts.Node): readonly ts.Expression[] {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    if (!ts.isPropertyAccessExpression(expression)) return [];
    const [first] = node.arguments;
    const { name, expression: object } = expression;
    const isFunction = ts.isIdentifier(object) && (object.text === 'Object' || object.text === 'Reflect');
    return [
      ...(changing.has(name.text) ? [object] : []),
      ...(isFunction && changingFunctions.has(name.text) && first ? [first] : []),
    ];
  }
  if (ts.isDeleteExpression(node)) return memberIn(node.expression);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator } = node;
    const steps = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
    return steps ? memberIn(node.operand) : [];
  }
  return ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) ? memberIn(node.left) : [];
}

/** Returns the object of `list[i]`, `list.length`, `table.inner.value`. */
function memberIn(node: ts.Expression): readonly ts.Expression[] {
  const target = unwrap(node);
  return isMember(target) ? [target.expression] : [];
}

/** Returns the name that a chain of members begins with. */
function rootOf(node: ts.Expression): ts.Identifier | undefined {
  const target = unwrap(node);
  if (isMember(target)) return rootOf(target.expression);
  return ts.isIdentifier(target) ? target : undefined;
}

function isMember(node: ts.Node): node is ts.ElementAccessExpression | ts.PropertyAccessExpression {
  return ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node);
}
