import { isAssignment, ts } from '../../1-parse/syntax/ts.js';
import { excerpt } from '../../diagnostics/index.js';
import { isComposite } from '../../ir/constant-value.js';
import type { Expression } from '../../ir/expression.js';
import type { Refusal } from '../context/refusal.js';
import type { RowContext } from '../context/row-context.js';
import type { Value } from '../values/value.js';
import { isAsync, noWaiting } from './no-waiting.js';
import { refuseCall, refuseNew } from './refused-calls.js';
import { noClasses } from './refused-classes.js';
import { reportMember } from './unknown-members.js';

/** The reason why a construct is not compiled, and what to write instead. */
const noFunctions: Omit<Refusal, 'construct'> = {
  reason: 'This is neither a method that is compiled nor a function that is known when the transform is built.',
  advice: 'Call a function of this module, of an imported one or of the row function.',
};
const noObjects: Omit<Refusal, 'construct'> = {
  reason: 'Only strings, numbers, bigints, booleans, plain objects, arrays, maps and sets have a native form.',
  advice: 'Use plain objects and arrays that the row function writes out, or further columns.',
};
const noEffects: Omit<Refusal, 'construct'> = {
  reason: 'An assignment changes a variable of the row function, or a part of an object that it writes out.',
  advice: 'Assign to a `let`, or to a property that the object was written with.',
};
const noSteps: Omit<Refusal, 'construct'> = {
  reason: 'It is neither a number nor a bigint, and would be converted first.',
  advice: 'Convert it, and add or subtract 1: `x = Number(x) + 1`.',
};
const noCatch: Omit<Refusal, 'construct'> = {
  reason: 'An error ends its row: what failed is worked out afterwards, by the reference, and cannot be caught.',
  advice: 'Test for what would fail first; the option `onError` of the call says what becomes of rows that throw.',
};

const { SyntaxKind } = ts;

const refusals: ReadonlyMap<ts.SyntaxKind, Refusal> = new Map<ts.SyntaxKind, Refusal>([
  [SyntaxKind.ForOfStatement, { construct: '`for await`', ...noWaiting }],
  [
    SyntaxKind.ForInStatement,
    {
      construct: 'A `for … in` loop',
      reason: 'It goes through a dictionary that the row function fills.',
      advice:
        'Go through a constant object by `for (const [key, value] of Object.entries(table))`, through a text by `for … of`.',
    },
  ],
  [
    SyntaxKind.VariableDeclarationList,
    {
      construct: 'This head of a loop',
      reason: 'A loop takes the parts one by one.',
      advice: 'Name the part, `for (const part of parts)`, and take it apart inside.',
    },
  ],
  [SyntaxKind.TryStatement, { construct: '`try`', ...noCatch }],
  [SyntaxKind.FunctionDeclaration, { construct: 'A function inside a row function', ...noFunctions }],
  [SyntaxKind.FunctionExpression, { construct: 'A function inside a row function', ...noFunctions }],
  [
    SyntaxKind.TaggedTemplateExpression,
    {
      construct: 'A tagged template',
      reason: 'The only tag that is compiled is `String.raw`.',
      advice: "Call the function with the values: `link('a', s)`.",
    },
  ],
  [SyntaxKind.ClassDeclaration, { construct: 'A class', ...noClasses }],
  [SyntaxKind.ClassExpression, { construct: 'A class', ...noClasses }],
  [SyntaxKind.ObjectBindingPattern, { construct: 'Destructuring of anything but the row', ...noObjects }],
  [SyntaxKind.ArrayBindingPattern, { construct: 'Destructuring of an array', ...noObjects }],
  [SyntaxKind.Parameter, { construct: 'A rest parameter or a default', ...noObjects }],
  [
    SyntaxKind.ThisKeyword,
    {
      construct: '`this`',
      reason: 'A row function is called with its row, and is no method of an object.',
      advice: 'Read columns from the first parameter, and constants of the module by their names.',
    },
  ],
  [
    SyntaxKind.SpreadElement,
    {
      construct: 'Spread of this value',
      reason: 'Arrays and strings are spread, whose elements are of one kind.',
      advice: 'Spread an array or a string, or write the elements out.',
    },
  ],
  [
    SyntaxKind.DeleteExpression,
    {
      construct: '`delete`',
      reason: 'An object keeps its properties; only a dictionary, such as `Record<string, number>`, loses them.',
      advice: 'Take the others: `const { text, ...rest } = object;`.',
    },
  ],
  [SyntaxKind.AwaitExpression, { construct: '`await`', ...noWaiting }],
  [
    SyntaxKind.YieldExpression,
    {
      construct: '`yield` here',
      reason: 'Its value is undefined: it makes a row, and nothing comes back.',
      advice: 'Write `yield value;` as a statement of its own, in the generator `*rows` of an `expand`.',
    },
  ],
  [SyntaxKind.PostfixUnaryExpression, { construct: '`++` or `--` of this value', ...noSteps }],
  [SyntaxKind.PrefixUnaryExpression, { construct: '`++` or `--` of this value', ...noSteps }],
  [
    SyntaxKind.OmittedExpression,
    {
      construct: 'A hole in an array',
      reason: 'Methods of arrays pass over holes, but not over `undefined`.',
      advice: 'Write `undefined` in its place.',
    },
  ],
  [
    SyntaxKind.ElementAccessExpression,
    {
      construct: 'This element access',
      reason: 'The column or property must be known when the transform is built.',
      advice: "Write the name out, `row['column']`; to go through several columns, make an array: `[row.a, row.b]`.",
    },
  ],
]);

const binaryRefusals: ReadonlyMap<ts.SyntaxKind, Refusal> = new Map<ts.SyntaxKind, Refusal>([
  [
    SyntaxKind.InKeyword,
    {
      construct: '`in` of this value',
      reason: 'The properties of this value follow from its type.',
      advice: 'Ask a dictionary or a constant object, `key in table`; or compare with `undefined` what may be missing.',
    },
  ],
  [
    SyntaxKind.InstanceOfKeyword,
    {
      construct: '`instanceof` of this value and class',
      reason: 'Only arrays, maps and sets are told apart by their classes when the row runs.',
      advice: "Ask `typeof x === 'string'`, or compare with `null`.",
    },
  ],
]);

const declarationRefusals = {
  var: {
    construct: '`var`',
    reason: 'Its scope is the whole function, whatever the block.',
    advice: 'Use `const` or `let`.',
  },
  using: { construct: '`using`', ...noObjects },
} as const satisfies Record<string, Refusal>;

/** Reports a construct that the language does not have (yet), with the reason and the rewrite of its family. */
export function unsupported(node: ts.Node, context: RowContext): undefined {
  if (ts.isNewExpression(node)) return refuseNew(node, context);
  if (ts.isCallExpression(node)) return refuseCall(node, context);
  if (standsInRefused(node, context)) return undefined;
  const refusal =
    (ts.isBinaryExpression(node) ? refuseBinary(node) : refusals.get(node.kind)) ??
    ({
      construct: `This ${words(SyntaxKind[node.kind] ?? 'syntax')}`,
      reason: 'Row functions are compiled to native code, and this has no translation.',
      advice: 'Use `const`, `let`, `if`, loops, `return`, operators, templates and the methods of strings.',
    } satisfies Refusal);
  const construct = ts.isElementAccessExpression(node) ? `\`${excerpt(node.getText(), 40)}\`` : refusal.construct;
  return context.refuse(node, { ...refusal, construct });
}

/** True if an `await` or `yield` is in a function that was already reported as async or a generator. */
function standsInRefused(node: ts.Node, { isGenerator }: RowContext): boolean {
  if (!ts.isAwaitExpression(node) && !ts.isYieldExpression(node)) return false;
  const around = ts.findAncestor(node, ts.isFunctionLike);
  if (!around) return false;
  const isMany =
    (ts.isMethodDeclaration(around) || ts.isFunctionExpression(around)) && around.asteriskToken !== undefined;
  return isAsync(around) || (isMany && !isGenerator);
}

function refuseBinary({ operatorToken }: ts.BinaryExpression): Refusal | undefined {
  const { kind } = operatorToken;
  if (!isAssignment(kind)) return binaryRefusals.get(kind);
  return {
    construct: `\`${ts.tokenToString(kind)}\` here`,
    ...noEffects,
    advice: 'Assign to a `let` of the row function, with `=` or an operator and `=`, in a statement of its own.',
  };
}

const constantKinds = {
  array: {
    construct: 'A constant array',
    advice: 'Ask it: `list[i]`, `includes(x)`, `indexOf(x)`, `at(i)`, `length`, `for … of`.',
  },
  set: { construct: 'A constant `Set`', advice: 'Ask it: `has(x)`, `size`, `for … of`.' },
  map: { construct: 'A constant `Map`', advice: 'Ask it: `get(key)`, `has(key)`, `size`, `for … of`.' },
  object: {
    construct: 'A constant object',
    advice: 'Take a property of it: `object.name`, `object[key]`, `key in object`.',
  },
  pattern: {
    construct: 'A regular expression',
    advice:
      'Ask it, `pattern.test(s)`, or pass it to a method of a string: `s.match(pattern)`, `s.replace(pattern, x)`.',
  },
} as const;

/** Reports a constant array, object or the like that is used as a value. */
export function unsupportedConstant(kind: keyof typeof constantKinds, node: ts.Node, context: RowContext): undefined {
  const { construct, advice } = constantKinds[kind];
  return context.refuse(node, {
    construct: `${construct} as a value`,
    reason: 'It has no native form: generated code holds tables of what is inside.',
    advice,
  });
}

const knownMembers = {
  array: ['at', 'includes', 'indexOf', 'lastIndexOf', 'length', '[i]'],
  set: ['has', 'size'],
  map: ['get', 'has', 'size'],
  object: ['its own properties'],
  pattern: ['exec', 'flags', 'source', 'test'],
} as const;

/** Reports a property that a constant does not have, or a method of it that is not called. */
export function unknownConstantMember(
  { kind }: { readonly kind: keyof typeof constantKinds },
  method: string,
  node: ts.Node,
  context: RowContext,
): undefined {
  const type = constantKinds[kind].construct;
  return reportMember({ type, known: knownMembers[kind] }, method, node, context);
}

/** Reports a form of declaration. */
export function unsupportedAs(form: keyof typeof declarationRefusals, node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, declarationRefusals[form]);
}

/** Returns `JsxElement` as `jsx element`. */
function words(kind: string): string {
  return kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** Reports a compile-time value where a value of the row is needed. */
export function unsupportedValue(value: Exclude<Value, Expression>, node: ts.Node, context: RowContext): undefined {
  if (value.kind === 'constant') {
    const composite = value.reference.candidates.find(isComposite);
    return composite && unsupportedConstant(composite.kind, node, context);
  }
  return context.refuse(node, valueRefusals[value.kind]);
}

const valueRefusals: Readonly<
  Record<'object' | 'tuple' | 'records' | 'optional' | 'iterator' | 'date' | 'function' | 'row', Refusal>
> = {
  object: {
    construct: 'An object here',
    reason: 'This place takes one value, and an object is several.',
    advice: 'Use its properties one by one, or return it where all its properties are output columns.',
  },
  tuple: {
    construct: 'An array here',
    reason: 'This place takes one value, and an array of known length is several.',
    advice: 'Use its elements one by one: `pair[0]`, or `const [first, second] = pair`.',
  },
  records: {
    construct: 'An array of objects here',
    reason: 'This place takes one value, and an array of objects has an array per property.',
    advice:
      'Go through it with `for … of` or its methods, or make an array of texts or numbers of it: `people.map(({ name }) => name)`.',
  },
  optional: {
    construct: 'An object that may be missing here',
    reason: 'This place takes one value, and an object is several.',
    advice: 'Test it, `if (found)`, and use its properties one by one, `found?.name ?? other`.',
  },
  iterator: {
    construct: 'An iterator here',
    reason: 'An iterator is used where it is made, and no variable holds it.',
    advice: 'Go through it, `for (const word of words.keys())`, or make an array of it: `[...words.keys()]`.',
  },
  date: {
    construct: 'A `Date` here',
    reason: 'A date is a number in native code; its text depends on the time zone of the machine.',
    advice: 'Take its number, `date.getTime()`, or its text in UTC, `date.toISOString()`.',
  },
  function: {
    construct: 'A function as a value',
    reason: 'Functions are inlined where they are called, and do not exist in native code.',
    advice: 'Call it, give it a name with `const`, or pass it to a function of your own.',
  },
  row: {
    construct: 'The row as a value',
    reason: 'A row is not an object in native code: only its columns exist.',
    advice: 'Read a column of it: `row.column`.',
  },
};

/** Reports a side effect that would change a variable which an earlier part of the expression reads. */
export function unsupportedEffect(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'An assignment here',
    reason: 'An earlier part of the same expression reads the variable that it changes.',
    advice: 'Assign in a statement of its own.',
  });
}
