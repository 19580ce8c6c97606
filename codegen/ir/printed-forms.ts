import { type Constant, showPattern } from './constant-value.js';
import type { Access, Expression } from './expression.js';
import { isInt } from './intrinsics/number-function.js';
import { operandsOf } from './operands.js';
import type { ArrayOperation } from './operations/array-operations.js';
import type { PatternOperation } from './operations/operators.js';
import { printType } from './print-type.js';
import type { VariableId } from './variable.js';

/** Returns the name of a variable. */
export type PrintedName = (variable: VariableId) => string;

/** Prints an expression with all its conversions and constants, so that only equal expressions have equal forms. */
export function exactForm(e: Expression, name: PrintedName): string {
  const operands = operandsOf(e).map((operand) => exactForm(operand, name));
  return form(e, operands, name, (values) => values.map(literal).join(', '));
}

/** Prints an expression as TypeScript would have it. Conversions between forms of one value are left out, and so is most of a long list. */
export function readableForm(e: Expression, name: PrintedName): string {
  const operands = operandsOf(e).map((operand) => readableForm(operand, name));
  const [a = '', b = ''] = operands;
  switch (e.kind) {
    case 'convert':
      return a;
    case 'require':
      return `(${a} ?? throw)`;
    case 'truthy':
      return `Boolean(${a})`;
    case 'to-number':
      return `Number(${a})`;
    case 'to-bigint':
      return `BigInt(${a})`;
    case 'to-text':
      return `String(${a})`;
    case 'concat':
      return operands.length === 1 ? a : `(${operands.join(' + ')})`;
    case 'string-call':
      if (e.operation === 'length') return `${a}.length`;
      return e.operation === 'unitAt' ? `${a}[${b}]` : form(e, operands, name, few);
    case 'array-call':
      if (e.operation === 'length') return `${a}.length`;
      if (e.operation === 'element' || e.operation === 'item') return `${a}[${b}]`;
      return `${a}.${methods[e.operation] ?? e.operation}(${operands.slice(1).join(', ')})`;
    case 'call':
      if (e.intrinsic === 'nested index') return `(${a} * ${operands[2]} + ${b})`;
      return checks.has(e.intrinsic) ? a : form(e, operands, name, few);
    case 'code-string':
      return `String.${form(e, operands, name, few)}`;
    case 'replace':
      return `${a}.${e.occurrences === 'all' ? 'replaceAll' : 'replace'}(${operands.slice(1).join(', ')})`;
    case 'member':
      return `[${few(e.elements)}].includes(${a})`;
    case 'find':
      return `[${few(e.keys)}].indexOf(${a})`;
    case 'pick':
      return isFromEnd(e.operand) ? `[${few(e.values)}].at(${a})` : `[${few(e.values)}][${a}]`;
    default:
      return form(e, operands, name, few);
  }
}

/** The methods of JavaScript for operations of the compiler. */
const methods: Readonly<Partial<Record<ArrayOperation, string>>> = {
  reversed: 'toReversed',
  sorted: 'toSorted',
};

/** The intrinsics that check the index of a constant, which they return, or -1. */
const checks: ReadonlySet<string> = new Set(['list index', 'list at', 'own index', 'present index']);

function isFromEnd(index: Expression): boolean {
  return index.kind === 'call' && index.intrinsic === 'list at';
}

/** Prints an expression over its printed operands. `list` prints constants. */
function form(
  e: Expression,
  operands: readonly string[],
  name: PrintedName,
  list: (values: readonly Constant[]) => string,
): string {
  const [a = '', b = '', c = ''] = operands;
  switch (e.kind) {
    case 'literal':
      return literal(e.value);
    case 'read':
      return name(e.variable);
    case 'convert':
      return `convert<${printType(e.type)}>(${a})`;
    case 'kind-test':
      return `(${a} is ${e.is.join(' | ')})`;
    case 'as-kind':
      return `(${a} as ${printType(e.type)})`;
    case 'not':
      return `!${a}`;
    case 'negate':
      return `-${a}`;
    case 'arithmetic':
      // Division of ints truncates.
      return e.operator === '/' && isInt(e) ? `Math.trunc(${a} / ${b})` : `(${a} ${e.operator} ${b})`;
    case 'bitwise':
    case 'compare':
    case 'logical':
      return `(${a} ${e.operator} ${b})`;
    case 'equal':
      return `(${a} === ${b})`;
    case 'coalesce':
      return `(${a} ?? ${b})`;
    case 'conditional':
      return `(${a} ? ${b} : ${c})`;
    case 'concat':
      return `concat(${operands.join(', ')})`;
    case 'string-call':
      return `${a}.${e.operation}(${operands.slice(1).join(', ')})`;
    case 'call':
      return `${e.intrinsic}(${operands.join(', ')})`;
    case 'replace': {
      const method = e.occurrences === 'all' ? 'replaceAll' : 'replace';
      return `${a}.${method}(${b}, ${e.dollars ? 'template ' : ''}${c})`;
    }
    case 'split':
      return `${a}.split(${operands.slice(1).join(', ')})`;
    case 'pattern-call':
      return printPatternCall(e.operation, showPattern(e.pattern), operands);
    case 'pattern-replace':
      return `${a}.replace(${showPattern(e.pattern)}, ${b})`;
    case 'match':
      return `${e.isFirstOfAll ? 'matches' : 'match'}(${[showPattern(e.pattern), ...operands].join(', ')})`;
    case 'new-search':
      return `search(${[showPattern(e.pattern), ...operands].join(', ')})`;
    case 'execute':
      return `${a}.exec(${b})`;
    case 'set-last-index':
      return `${a}.from(${b})`;
    case 'next-match':
      return `${a}.next`;
    case 'match-part':
      if (typeof e.part === 'object') return `${a}.places[${e.part.register}]`;
      return typeof e.part === 'number' ? `${a}[${e.part}]` : `${a}.${e.part}`;
    case 'new-array':
      return `[${operands.join(', ')}]`;
    case 'reduced':
      return `reduction ${e.place + 1}${e.answer === 'value' ? '' : `.${e.answer}`}`;
    case 'window-rows':
      return e.complete ? 'complete(window)' : 'rows(window)';
    case 'array-call':
      return `${a}.${e.operation}(${operands.slice(1).join(', ')})`;
    case 'access':
      return printAccess(e, operands);
    case 'code-string':
      return `${e.of === 'units' ? 'fromCharCode' : 'fromCodePoint'}(${operands.join(', ')})`;
    case 'member':
      return `member(${a}, [${list(e.elements)}])`;
    case 'find':
      return `find(${a}, [${list(e.keys)}])`;
    case 'pick':
      return `pick(${a}, [${list(e.values)}])`;
    case 'require':
    case 'flatten':
    case 'truthy':
    case 'to-number':
    case 'to-bigint':
    case 'to-text':
      return `${e.kind}(${a})`;
  }
}

function printAccess({ operation, to, field }: Access, [object = '', ...rest]: readonly string[]): string {
  if (operation === 'new') return `new ${to.root.name}`;
  if (operation === 'field') return `${object}.${field}`;
  return operation === 'set field' ? `${object}.${field} = ${rest[0]}` : `${object}.${operation}(${rest.join(', ')})`;
}

const patternMethods: Readonly<Record<PatternOperation, string>> = {
  test: 'test',
  search: 'search',
  split: 'split',
  'part count': 'split',
  matches: 'match',
  'match count': 'match',
};

function printPatternCall(
  operation: PatternOperation,
  pattern: string,
  [subject = '', ...rest]: readonly string[],
): string {
  if (operation === 'test') return `${pattern}.test(${subject})`;
  return `${subject}.${patternMethods[operation]}(${[pattern, ...rest].join(', ')})${operation.endsWith('count') ? '.length' : ''}`;
}

/** Prints the values of a list; of a long list, the first 16. */
function few(values: readonly Constant[]): string {
  const shown = values.slice(0, 16).map(literal);
  return [...shown, ...(values.length > shown.length ? [`… ${values.length - shown.length} more`] : [])].join(', ');
}

function literal(value: Constant): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value);
}
