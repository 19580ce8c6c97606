import { unwrap } from '../../1-parse/syntax/const-initializer.js';
import { dslName } from '../../1-parse/syntax/dsl-call.js';
import { importedModule } from '../../1-parse/syntax/imported-module.js';
import { ts } from '../../1-parse/syntax/ts.js';
import { excerpt, refusedFunction } from '../../diagnostics/index.js';
import { findIntrinsic } from '../../ir/intrinsics/index.js';
import { unknownPath } from '../constants/global-path.js';
import type { RowContext } from '../context/row-context.js';
import { noClasses, refusedClass } from './refused-classes.js';
import { type PlatformRefusal, platformRefusal } from './refused-functions.js';
import { refusedImport } from './refused-modules.js';
import { refuseRegExp } from './regular-expressions.js';
import { reportUnknownName } from './unknown-constants.js';

const otherPlatform: PlatformRefusal = {
  reason:
    'Row functions can use `Math`, `Number`, `String`, `BigInt`, `Date` and the methods of strings and arrays, and no other globals.',
  advice: 'Compute the value before the call, and pass it in a column or as a param.',
};

/** Reports a call whose callee has no native form. */
export function refuseCall(node: ts.CallExpression, context: RowContext): undefined {
  const callee = unwrap(node.expression);
  const isExported = dslName(callee, context.program.checker) !== undefined;
  const path = unknownPath(callee, context);
  const isCompiled = isExported || (path !== undefined && isConverted(path));
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : isCompiled ? callee.getText() : undefined;
  if (path !== undefined && !isCompiled)
    return refuseFunction(path, platformRefusal(path) ?? otherPlatform, node, context);
  const module = isCompiled ? undefined : moduleOf(callee, context);
  if (module !== undefined)
    return refuseFunction(excerpt(callee.getText()), refusedImport(module, 'function'), node, context);
  if (name !== undefined) {
    return context.refuse(node, {
      construct: `\`${name}\` with these arguments, or of this value,`,
      reason: 'The method must be known when the transform is built.',
      advice:
        'Pass each argument by itself, as many as it takes, and call it of a string, a number, an array or a date.',
    });
  }
  if (ts.isIdentifier(callee) && !context.names.bindingOf(callee)) return reportUnknownName(callee, context);
  return context.refuse(node, {
    construct: `A call of \`${excerpt(callee.getText())}\``,
    reason:
      'Functions are inlined where they are called: which one is called must be known when the transform is built.',
    advice: 'Call a function of this module, of an imported one or of the row function by its name.',
  });
}

/** True if a built-in function is compiled for at least some arguments. */
function isConverted(path: string): boolean {
  return findIntrinsic(path) !== undefined || /^(?:BigInt|Boolean|Number|String)(?:$|\.)/.test(path);
}

function refuseFunction(name: string, refusal: PlatformRefusal, node: ts.Node, context: RowContext): undefined {
  return context.report(node, (span) => refusedFunction(span, { function: `\`${name}\``, ...refusal }));
}

/** Reports a `new` expression. */
export function refuseNew(node: ts.NewExpression, context: RowContext): undefined {
  const callee = unwrap(node.expression);
  const construct = `\`new ${excerpt(callee.getText())}\``;
  const path = unknownPath(callee, context);
  if (path === 'RegExp') return refuseRegExp(node, context);
  if (path !== undefined) return context.refuse(node, { construct, ...(refusedClass(path) ?? otherPlatform) });
  const module = moduleOf(callee, context);
  return context.refuse(node, { construct, ...(module === undefined ? noClasses : refusedImport(module, 'function')) });
}

/** Returns the module outside the project that the first name of a callee is imported from. */
function moduleOf(callee: ts.Expression, { program }: RowContext): string | undefined {
  const root = rootOf(callee);
  return root && importedModule(root, program.checker);
}

/** Returns the first name of a chain of members. */
function rootOf(node: ts.Expression): ts.Identifier | undefined {
  const target = unwrap(node);
  if (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) return rootOf(target.expression);
  return ts.isIdentifier(target) ? target : undefined;
}
