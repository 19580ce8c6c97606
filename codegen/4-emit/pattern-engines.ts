import { showPattern } from '../ir/constant-value.js';
import type { Expression } from '../ir/expression.js';
import { allExpressions } from '../ir/rewrite.js';
import type { RowFunction } from '../ir/row-function.js';
import { type CompiledPattern, isRefusal } from '../regex/compile-pattern.js';
import { describeSet } from '../regex/describe-set.js';
import { compiledPattern } from '../regex/known-patterns.js';

/** The questions that the engines of a pattern answer: if there is a match, which is the first, and which are all. */
type Question = keyof CompiledPattern['engines'];

/** A regular expression, the engine per question of the row function, and its tables. */
export interface DescribedPattern {
  readonly pattern: string;
  readonly engines: readonly string[];
  readonly prefilter: string | undefined;
  /** Undefined if no engine runs. */
  readonly tables: string | undefined;
}

/** Describes the regular expressions of row functions in the order of their first use. */
export function describePatterns(functions: readonly RowFunction[]): readonly DescribedPattern[] {
  const asked = new Map<string, { readonly compiled: CompiledPattern; readonly questions: Set<Question> }>();
  for (const expression of functions.flatMap(({ body }) => allExpressions(body))) {
    const use = useOf(expression);
    if (!use) continue;
    const { pattern, question } = use;
    const compiled = compiledPattern(pattern.source, pattern.flags);
    if (isRefusal(compiled)) continue;
    const key = showPattern(pattern);
    const known = asked.get(key) ?? { compiled, questions: new Set<Question>() };
    known.questions.add(question);
    asked.set(key, known);
  }
  const engines = [...asked].map(([pattern, { compiled, questions }]) => ({
    pattern,
    engines: order.filter((question) => questions.has(question)).map((question) => describeEngine(question, compiled)),
    prefilter: prefilterIn(compiled, questions),
    tables: describeTables(compiled),
  }));
  return withStringOperations(engines, functions);
}

/** Adds the operations of strings that stand for patterns, for which no engine runs. */
function withStringOperations(
  described: readonly DescribedPattern[],
  functions: readonly RowFunction[],
): readonly DescribedPattern[] {
  const all = new Map(described.map((one) => [one.pattern, one]));
  for (const { pattern, names } of functions.flatMap(({ stringOperations = [] }) => stringOperations)) {
    const { engines = [], prefilter, tables } = all.get(pattern) ?? {};
    const line = `string operation: ${names.join(', ')}`;
    all.set(pattern, { pattern, engines: [...engines, line], prefilter, tables });
  }
  return [...all.values()];
}

/** Shows the prefilter of a search for the first match. */
function prefilterIn({ prefilter }: CompiledPattern, questions: ReadonlySet<Question>): string | undefined {
  return prefilter && (questions.has('test') || questions.has('first')) ? describeSet(prefilter) : undefined;
}

const order: readonly Question[] = ['test', 'first', 'all'];

/** Returns the pattern that an expression searches for, and the question. */
function useOf(expression: Expression) {
  switch (expression.kind) {
    case 'pattern-call': {
      const { pattern, operation } = expression;
      return { pattern, question: questions[operation] };
    }
    case 'pattern-replace': {
      const { pattern } = expression;
      return { pattern, question: pattern.flags.includes('g') ? 'all' : 'first' } as const;
    }
    case 'match': {
      const { pattern, isFirstOfAll } = expression;
      return { pattern, question: isFirstOfAll ? 'all' : 'first' } as const;
    }
    case 'new-search':
      return { pattern: expression.pattern, question: 'all' } as const;
    default:
      return undefined;
  }
}

const questions = {
  test: 'test',
  search: 'first',
  split: 'all',
  matches: 'all',
  'part count': 'all',
  'match count': 'all',
} as const;

function describeEngine(question: Question, { engines, layout }: CompiledPattern): string {
  const { searchStates, taggedStates, taggedRegisters, viabilityStates, rowWords } = layout;
  const label = question.padEnd(6);
  const taggedText = `tagged automaton: ${counted(taggedStates, 'state')}, ${counted(taggedRegisters, 'register')}`;
  switch (engines[question]) {
    case 'set':
      return `${label} search for the characters of a set`;
    case 'enclosed':
      return `${label} search for both ends of a match; on a GPU ${taggedText}`;
    case 'search':
      return `${label} search automaton: ${counted(searchStates, 'state')}`;
    case 'tagged':
      return `${label} ${taggedText}`;
    case 'two passes':
      return viabilityStates > 0
        ? `${label} two passes: ${counted(viabilityStates, 'state')}${question === 'test' ? '' : ', 2 bytes of memory per byte of text'}`
        : `${label} two passes: ${4 * rowWords} bytes of memory per byte of text`;
  }
}

function describeTables({ layout, image }: CompiledPattern): string {
  return `tables ${image.length} bytes, ${counted(layout.classes, 'class', 'classes')} of characters`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
