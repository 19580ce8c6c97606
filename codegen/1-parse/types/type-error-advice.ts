import { ts } from 'ts-morph';
import * as dsl from '../../../dsl/index.js';
import { nearest } from '../../../schema/nearest.js';
import { typeNamed } from './type-advice.js';

/** A TypeScript error and the node it is about. */
interface FoundError {
  readonly code: number;
  /** The chain of reasons, one per line. */
  readonly text: string;
  readonly node: ts.Node | undefined;
}

const unknownName: ReadonlySet<number> = new Set([2304, 2552]);
const possiblyAbsent: ReadonlySet<number> = new Set([2531, 2532, 2533, 18047, 18048, 18049]);

/** Finds errors about names that `rowfuse` exports and the module does not import, and suggests the import. */
export function missingImports<Found extends FoundError>(
  errors: readonly Found[],
): { readonly errors: ReadonlySet<Found>; readonly first: Found; readonly advice: string } | undefined {
  const missing = errors.filter(({ code, node }) => unknownName.has(code) && node && nameOf(node) in dsl);
  const [first] = missing;
  if (!first) return undefined;
  const names = [...new Set(missing.map(({ node }) => nameOf(node)))].sort();
  const advice = `Import ${names.length > 1 ? 'them' : 'it'}: \`import { ${names.join(', ')} } from 'rowfuse';\`.`;
  return { errors: new Set(missing), first, advice };
}

/** Suggests a fix for type errors that are common in row functions. Empty if there is no suggestion. */
export function typeErrorAdvice({ code, text, node }: FoundError, checker: ts.TypeChecker): string {
  if (unknownName.has(code)) return /Did you mean/.test(text) || !node ? '' : otherName(node, checker);
  if (code === 2305 && /^Module '"rowfuse"'/.test(text)) {
    const type = typeNamed(nameOf(node));
    return type === undefined ? '' : `Did you mean \`${type}\`?`;
  }
  if (possiblyAbsent.has(code) && node && ts.isExpression(node)) {
    const absent = mayBeNull(checker.getTypeAtLocation(node)) ? 'null' : 'undefined';
    const shown = node.getText();
    return `Test for it first, \`if (${shown} === ${absent}) return …;\`, or give another value: \`(${shown} ?? other)\`.`;
  }
  if (code !== 2322 || !isForAbsence(text)) return '';
  return /to type '[^']*\bnull\b[^']*'\.$/.test(text)
    ? 'Give null where there is no value: `x ?? null`.'
    : 'Give another value where there is none, `x ?? other`, or declare the output column `nullable`.';
}

function nameOf(node: ts.Node | undefined): string {
  return node && ts.isIdentifier(node) ? node.text : '';
}

/** Suggests a name of the project that is in scope and close to the node's. */
function otherName(node: ts.Node, checker: ts.TypeChecker): string {
  const known = checker
    .getSymbolsInScope(node, ts.SymbolFlags.Value)
    .filter(({ declarations = [] }) => declarations.some((one) => !one.getSourceFile().isDeclarationFile))
    .map(({ name }) => name);
  const close = nearest(nameOf(node), known);
  return close === undefined ? '' : `Did you mean \`${close}\`?`;
}

function mayBeNull(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
}

/** True if the error is only about null or undefined. */
function isForAbsence(text: string): boolean {
  return /^\s*Type '(?:null|undefined)' is not assignable to/.test(text.split('\n').at(-1) ?? '');
}
