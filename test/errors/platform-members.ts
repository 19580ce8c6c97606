/** Expressions that use the members of the platform's objects: one per member and way to use it. */

/** Members of JavaScript's objects: those that ECMA-262 and its annexes define, as Node has them. */
const objects: Readonly<Record<string, object>> = {
  Array,
  ArrayBuffer,
  Atomics,
  BigInt,
  Boolean,
  DataView,
  Date,
  Error,
  Function,
  Intl,
  Iterator: iterator(),
  JSON,
  Map,
  Math,
  Number,
  Object,
  Promise,
  Proxy,
  Reflect,
  RegExp,
  Set,
  String,
  Symbol,
  Uint8Array,
  WeakMap,
  WeakRef,
  WeakSet,
};

/** `Iterator` exists from Node 22 on. */
function iterator(): object {
  return (globalThis as { readonly Iterator?: object }).Iterator ?? {};
}

/** Values whose prototypes a row function can reach, as expressions. */
const receivers: Readonly<Record<string, object>> = {
  s: String.prototype,
  n: Number.prototype,
  b: Boolean.prototype,
  big: BigInt.prototype,
  "['a', s]": Array.prototype,
  '[1, 2]': Array.prototype,
  'new Date(n)': Date.prototype,
  'new Set([1, 2])': Set.prototype,
  "new Map([[1, 'a']])": Map.prototype,
  '/a/g': RegExp.prototype,
  'Symbol.iterator': Symbol.prototype,
  'Promise.resolve(s)': Promise.prototype,
  '(() => s)': Function.prototype,
  '({ a: 1 })': Object.prototype,
  "new Error('x')": Error.prototype,
  'new Uint8Array(2)': Object.getPrototypeOf(Uint8Array.prototype),
};

const functions = [
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'eval',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'unescape',
  'structuredClone',
  'queueMicrotask',
  'setTimeout',
  'atob',
  'btoa',
  'fetch',
  'require',
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'Object',
  'Array',
  'Date',
  'RegExp',
  'Error',
  'Function',
];

const values = [
  'globalThis',
  'NaN',
  'Infinity',
  'undefined',
  'process',
  'console',
  'crypto',
  'performance',
  'Buffer',
  'URL',
  'TextEncoder',
];

const argumentLists = ['', 's', 'n', 'n, n', 's, s', 's, n'];

/** Returns every expression once. */
export function platformExpressions(): readonly string[] {
  const found = [...values, ...functions.flatMap((name) => [name, ...calls(name), `new ${name}(s)`])];
  for (const [name, object] of Object.entries(objects)) {
    for (const member of membersOf(object))
      found.push(`${name}${access(member)}`, ...calls(`${name}${access(member)}`));
  }
  for (const [receiver, prototype] of Object.entries(receivers)) {
    for (const member of [...membersOf(prototype), ...membersOf(Object.prototype)]) {
      found.push(`${receiver}${access(member)}`, ...calls(`${receiver}${access(member)}`));
    }
  }
  return [...new Set(found)];
}

function calls(callee: string): readonly string[] {
  return argumentLists.map((list) => `${callee}(${list})`);
}

function membersOf(object: object): readonly string[] {
  return Reflect.ownKeys(object).map((key) => (typeof key === 'symbol' ? `[${key.description}]` : key));
}

/** `.name`, or `[Symbol.iterator]`. */
function access(member: string): string {
  return member.startsWith('[')
    ? member
    : /^[A-Za-z_$][\w$]*$/.test(member)
      ? `.${member}`
      : `[${JSON.stringify(member)}]`;
}
