import { isAssignment, ts } from '../1-parse/ts.js';
import { unsupportedMethod } from '../diagnostics/index.js';
import { isComposite } from '../ir/constant-value.js';
import type { Expression } from '../ir/expression.js';
import type { Refusal, RowContext } from './row-context.js';
import type { Value } from './value.js';

/** Why a construct is not compiled, and what to write instead. */
const noFunctions: Omit<Refusal, 'construct'> = {
  reason: 'This is neither a method that is compiled nor a function that is known when the transform is built.',
  advice: 'Call a function of this module, of an imported one or of the row function.',
};
const noObjects: Omit<Refusal, 'construct'> = {
  reason:
    'Only strings, numbers, bigints and booleans have a native form, and plain objects and arrays whose parts are known.',
  advice: 'Use plain objects and arrays that the row function writes out, or further columns.',
};
const noEffects: Omit<Refusal, 'construct'> = {
  reason: 'An assignment changes a variable of the row function, or a part of an object that it writes out.',
  advice: 'Assign to a `let`, or to a property that the object was written with.',
};
const noWaiting: Omit<Refusal, 'construct'> = {
  reason: 'A row function gives its value at once.',
  advice: 'Write a plain function.',
};
const noSteps: Omit<Refusal, 'construct'> = {
  reason: 'It is neither a number nor a bigint, and would be converted first.',
  advice: 'Convert it, and add or subtract 1: `x = Number(x) + 1`.',
};
const noCatch: Omit<Refusal, 'construct'> = {
  reason: 'An error ends its row: what failed is worked out afterwards, by the reference, and cannot be caught.',
  advice: 'Test for what would fail first; the option `onError` of the call says what becomes of rows that throw.',
};
const noRegExp: Omit<Refusal, 'construct'> = {
  reason: 'Regular expressions are not compiled yet.',
  advice: 'Use `indexOf`, `startsWith`, `endsWith`, `includes` and `slice`.',
};

const { SyntaxKind } = ts;

const refusals: ReadonlyMap<ts.SyntaxKind, Refusal> = new Map<ts.SyntaxKind, Refusal>([
  [SyntaxKind.ForOfStatement, { construct: '`for await`', ...noObjects }],
  [
    SyntaxKind.ForInStatement,
    {
      construct: 'A `for … in` loop',
      reason: 'The properties of an object are known when the transform is built.',
      advice: 'Use `for (let i = 0; i < s.length; i++)` for the units of a string, or `for … of` for its characters.',
    },
  ],
  [
    SyntaxKind.VariableDeclarationList,
    {
      construct: 'This head of a loop',
      reason: 'What a loop goes over gives its parts one by one.',
      advice: 'Name the part, `for (const part of parts)`, and take it apart inside.',
    },
  ],
  [SyntaxKind.TryStatement, { construct: '`try`', ...noCatch }],
  [SyntaxKind.FunctionDeclaration, { construct: 'A function inside a row function', ...noFunctions }],
  [SyntaxKind.FunctionExpression, { construct: 'A function inside a row function', ...noFunctions }],
  [SyntaxKind.CallExpression, { construct: 'This call', ...noFunctions }],
  [SyntaxKind.TaggedTemplateExpression, { construct: 'A tagged template', ...noFunctions }],
  [SyntaxKind.ClassDeclaration, { construct: 'A class', ...noObjects }],
  [SyntaxKind.ClassExpression, { construct: 'A class', ...noObjects }],
  [SyntaxKind.NewExpression, { construct: '`new` here', ...noObjects }],
  [SyntaxKind.ObjectBindingPattern, { construct: 'Destructuring of anything but the row', ...noObjects }],
  [SyntaxKind.ArrayBindingPattern, { construct: 'Destructuring of an array', ...noObjects }],
  [SyntaxKind.Parameter, { construct: 'A rest parameter or a default', ...noObjects }],
  [SyntaxKind.ThisKeyword, { construct: '`this`', ...noObjects }],
  [SyntaxKind.SpreadElement, { construct: 'Spread', ...noObjects }],
  [SyntaxKind.DeleteExpression, { construct: '`delete`', ...noObjects }],
  [SyntaxKind.AwaitExpression, { construct: '`await`', ...noWaiting }],
  [SyntaxKind.YieldExpression, { construct: '`yield`', ...noWaiting }],
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
      reason: 'Which column or property it names must be known when the transform is built.',
      advice: "Write the name out: `row['column']`.",
    },
  ],
  [SyntaxKind.RegularExpressionLiteral, { construct: 'A regular expression', ...noRegExp }],
]);

const binaryRefusals: ReadonlyMap<ts.SyntaxKind, Refusal> = new Map<ts.SyntaxKind, Refusal>([
  [SyntaxKind.InKeyword, { construct: '`in`', ...noObjects }],
  [SyntaxKind.InstanceOfKeyword, { construct: '`instanceof`', ...noObjects }],
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
  const refusal =
    (ts.isBinaryExpression(node) ? refuseBinary(node) : refusals.get(node.kind)) ??
    ({
      construct: `This ${words(SyntaxKind[node.kind] ?? 'syntax')}`,
      reason: 'Row functions are compiled to native code, and this has no translation.',
      advice: 'Use `const`, `let`, `if`, loops, `return`, operators, templates and the methods of strings.',
    } satisfies Refusal);
  return context.refuse(node, refusal);
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
  array: 'at, includes, indexOf, lastIndexOf, length, [i]',
  set: 'has, size',
  map: 'get, has, size',
  object: 'its own properties',
} as const;

/** Reports a property that a constant does not have, or a method of it that is not called. */
export function unknownConstantMember(
  { kind }: { readonly kind: keyof typeof constantKinds },
  method: string,
  node: ts.Node,
  context: RowContext,
): undefined {
  const type = constantKinds[kind].construct;
  return context.report(node, (span) => unsupportedMethod(span, { type, method, known: knownMembers[kind] }));
}

/** Reports a form of declaration. */
export function unsupportedAs(form: keyof typeof declarationRefusals, node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, declarationRefusals[form]);
}

/** `JsxElement` as `jsx element`. */
function words(kind: string): string {
  return kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** Reports something that only exists while it is compiled, where a value of the row is asked for. */
export function unsupportedValue(value: Exclude<Value, Expression>, node: ts.Node, context: RowContext): undefined {
  if (value.kind === 'constant') {
    const composite = value.reference.candidates.find(isComposite);
    return composite && unsupportedConstant(composite.kind, node, context);
  }
  return context.refuse(node, valueRefusals[value.kind]);
}

const valueRefusals: Readonly<
  Record<'object' | 'tuple' | 'records' | 'optional' | 'date' | 'function' | 'row', Refusal>
> = {
  object: {
    construct: 'An object here',
    reason: 'Objects are never built: only their properties exist.',
    advice: 'Use its properties one by one, or return it where all its properties are output columns.',
  },
  tuple: {
    construct: 'An array here',
    reason: 'Arrays of known length are never built: only their elements exist.',
    advice: 'Use its elements one by one: `pair[0]`, or `const [first, second] = pair`.',
  },
  records: {
    construct: 'An array of objects here',
    reason: 'Objects are never built: there is an array for each of their properties.',
    advice:
      'Go through it with `for … of` or its methods, or make an array of texts or numbers of it: `people.map(({ name }) => name)`.',
  },
  optional: {
    construct: 'An object that may be missing here',
    reason: 'Objects are never built: only their properties exist.',
    advice: 'Test it, `if (found)`, and use its properties one by one, `found?.name ?? other`.',
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

/** Reports a side effect whose place among its neighbours' values would be lost. */
export function unsupportedEffect(node: ts.Node, context: RowContext): undefined {
  return context.refuse(node, {
    construct: 'An assignment here',
    reason: 'What stands before it in the same expression reads the variable that it changes.',
    advice: 'Assign in a statement of its own.',
  });
}
