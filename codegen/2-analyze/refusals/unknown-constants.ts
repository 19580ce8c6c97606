import { isAmbient, isConst, resolveSymbol, unwrap } from '../../1-parse/syntax/const-initializer.js';
import { dslName } from '../../1-parse/syntax/dsl-call.js';
import { importedModule } from '../../1-parse/syntax/imported-module.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt, mutableCapture, undeclaredName, unknownCapture, unknownGlobal } from '../../diagnostics/index.js';
import { isComposite } from '../../ir/constant-value.js';
import { evaluateConstant } from '../constants/evaluate-constant.js';
import { unknownPath } from '../constants/global-path.js';
import type { RowContext } from '../context/row-context.js';
import { findChange } from '../syntax/list-changes.js';
import { noClasses, refusedClass } from './refused-classes.js';
import { platformRefusal } from './refused-functions.js';
import { refusedImport } from './refused-modules.js';
import { refuseRegExp } from './regular-expressions.js';
import { culpritIn } from './unknown-parts.js';

/** Reports a module's name that has no value at build time. Later uses report nothing more, because the cause is the same. */
export function reportUnknownName(name: ts.Identifier, context: RowContext): undefined {
  const { checker } = context.program;
  if (dslName(name, checker) !== undefined)
    return context.refuse(name, { construct: `\`${name.text}\` as a value`, ...noOwnFunctions });
  const module = importedModule(name, checker);
  if (module !== undefined) return reportGlobal(name, `\`${name.text}\``, refusedImport(module, 'value'), context);
  const declaration = resolveSymbol(name, checker)?.declarations?.[0];
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return reportPlatform(name, context);
  reportDeclared(name, declaration, context);
  context.names.forget(name);
  return undefined;
}

/** Reports a global, or an undeclared name. */
function reportPlatform(name: ts.Identifier, context: RowContext): undefined {
  const { parent } = name;
  const isObject = ts.isPropertyAccessExpression(parent) && parent.expression === name;
  const path = (isObject && unknownPath(parent, context)) || name.text;
  const refusal = platformRefusal(path);
  if (!refusal && !context.program.checker.getSymbolAtLocation(name))
    return context.report(name, (span) => undeclaredName(span, { name: name.text }));
  return reportGlobal(name, `The global \`${refusal ? path : name.text}\``, refusal ?? noGlobals, context);
}

const noOwnFunctions = {
  reason: 'The exports of `rowfuse` describe transforms, or are functions to call in row functions.',
  advice: 'Call it: `sha256(s)`.',
};

const noGlobals = {
  reason: 'A row function sees its row, constants of its module, and the built-in operations of strings and numbers.',
  advice: 'Compute the value outside, and pass it in a column or as a param.',
};

function reportGlobal(
  node: ts.Node,
  name: string,
  refusal: { readonly reason: string; readonly advice: string },
  context: RowContext,
): undefined {
  return context.report(node, (span) => unknownGlobal(span, { name, ...refusal }));
}

function reportDeclared(name: ts.Identifier, declaration: ts.Declaration, context: RowContext): undefined {
  if (ts.isClassDeclaration(declaration))
    return context.refuse(name, { construct: `The class \`${name.text}\``, ...noClasses });
  if (ts.isModuleDeclaration(declaration))
    return context.refuse(name, { construct: `The namespace \`${name.text}\``, ...noNamespaces });
  if (ts.isSourceFile(declaration)) return reportUnknown(name, 'It is a file of JSON.', context, inTypeScript);
  const change = changeOf(declaration, context);
  if (change) return context.report(name, (span) => mutableCapture(span, { name: name.text, ...change }));
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (initializer && isDescription(initializer, context))
    return context.refuse(name, { construct: `The transform \`${name.text}\``, ...noTransforms });
  const culprit = initializer && culpritIn(initializer, context.program);
  if (!culprit) return reportUnknown(name, 'It is declared without a value that the build could read.', context);
  return reportCulprit(name, culprit, context);
}

function isDescription(initializer: ts.Expression, { program: { checker } }: RowContext): boolean {
  const call = unwrap(initializer);
  return ts.isCallExpression(call) && dslName(call.expression, checker) !== undefined;
}

const noTransforms = {
  reason: 'A transform is a function of columns, and row functions have single values.',
  advice: 'Chain transforms by `pipe(first, second)`, or write a function that both call.',
};

const inTypeScript = 'Write it as a constant in a TypeScript module of the project.';

const noNamespaces = {
  reason: 'A namespace is an object that the program makes when it runs.',
  advice: "Move its members to a module of their own, and import that as a whole: `import * as text from './text.js'`.",
};

/** Reports a name whose initializer has an unknown part. */
function reportCulprit(name: ts.Identifier, culprit: ts.Node, context: RowContext): undefined {
  const text = `\`${excerpt(culprit.getText(), 50)}\``;
  const made = `\`${name.text}\`, which is made of ${text},`;
  if (ts.isNewExpression(culprit)) {
    const path = unknownPath(unwrap(culprit.expression), context);
    if (path === 'RegExp') return refuseRegExp(name, context, culprit);
    if (path === 'Set' || path === 'Map') return reportUnknown(name, keysByIdentity, context);
    if (path === 'Date') return reportUnknown(name, `It is computed from ${text}, a \`Date\`.`, context, noDates);
    const refusal = path === undefined ? noClasses : refusedClass(path);
    if (refusal) return context.refuse(name, { construct: made, ...refusal });
  }
  if (ts.isFunctionLike(culprit)) return context.refuse(name, { construct: made, ...noFunctionsInObjects });
  return reportUnknown(name, `It is computed from ${text}, ${reasonFor(culprit, context)}.`, context);
}

const keysByIdentity = 'Its keys are objects, which JavaScript compares by identity and not by content.';
const noDates =
  "Write the time as a number, `const start = 1_704_067_200_000;`, or declare a param: `params: { start: timestamp('ms') }`.";
const noFunctionsInObjects = {
  reason: 'Functions have no native form: they are inlined where they are called by a name of the module.',
  advice:
    'Declare them at the top level, `const clean = (s: string) => s.trim();`, or in a module that is imported as a whole.',
};

/** Returns the end of a sentence about the part of a constant that has no value. */
function reasonFor(culprit: ts.Node, context: RowContext): string {
  const called = ts.isCallExpression(culprit) ? unwrap(culprit.expression) : culprit;
  const root = rootOf(called);
  const module = root && importedModule(root, context.program.checker);
  if (module !== undefined) return `which is imported from '${module}'`;
  if (root && (isAmbient(root, context.program.checker) || !context.program.checker.getSymbolAtLocation(root)))
    return 'which is only known when the program runs';
  if (ts.isCallExpression(culprit)) return 'a call that the build does not make';
  if (ts.isIdentifier(culprit)) return 'which can change or has no value at build time';
  return 'which the build does not evaluate';
}

function rootOf(node: ts.Node): ts.Identifier | undefined {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node))
    return rootOf(unwrap(node.expression));
  return ts.isIdentifier(node) ? node : undefined;
}

function reportUnknown(
  name: ts.Identifier,
  reason: string,
  context: RowContext,
  advice = adviceFor(name, context),
): undefined {
  return context.report(name, (span) => unknownCapture(span, { name: name.text, reason, advice }));
}

/** Suggests a param of the constant's type. */
function adviceFor(name: ts.Identifier, { program: { checker } }: RowContext): string {
  const { flags } = checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(name));
  const type =
    flags & ts.TypeFlags.NumberLike
      ? 'float64'
      : flags & ts.TypeFlags.StringLike
        ? 'utf8'
        : flags & ts.TypeFlags.BooleanLike
          ? 'bool'
          : flags & ts.TypeFlags.BigIntLike
            ? 'int64'
            : undefined;
  if (checker.getTypeAtLocation(name).getCallSignatures().length > 0)
    return `Write the function out, with what it needs as parameters: \`const ${name.text} = (s: string) => …\`.`;
  if (type === undefined) return 'Write its value out in the source, or pass what depends on it in a column.';
  return `Write its value out, or declare a param, \`params: { ${name.text}: ${type} }\`, and pass it at the call: \`{ params: { ${name.text} } }\`.`;
}

/** Returns how the program changes a name, or undefined if it does not. */
function changeOf(
  declaration: ts.Declaration,
  { program }: RowContext,
): { readonly reason: string; readonly advice: string } | undefined {
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const toKeep = 'Declare it with `const` and leave what is inside alone, or declare a param, which each call passes.';
  if (!isConst(declaration)) return { reason: 'It is declared without `const`.', advice: toKeep };
  const value = declaration.initializer && evaluateConstant(declaration.initializer, program)?.value;
  const change = isComposite(value) ? findChange(declaration, program) : undefined;
  if (!change) return undefined;
  const file = change.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(change.getStart(file)).line + 1;
  const reason = `\`${excerpt(change.getText(), 40)}\` in line ${line} changes it.`;
  return isInFunction(change) ? { reason: `${reason} ${noMemory}`, advice: leaveOut } : { reason, advice: toKeep };
}

const noMemory = 'Rows are evaluated in any order, and many at once: nothing is carried from one to the next.';
const leaveOut = 'Compute the value for each row; what spans rows is described by `rolling` or `aggregate`.';

function isInFunction(node: ts.Node): boolean {
  return node.parent !== undefined && (ts.isFunctionLike(node.parent) || isInFunction(node.parent));
}
