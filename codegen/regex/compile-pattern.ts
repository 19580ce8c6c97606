import { alphabetOf } from './automaton/alphabet.js';
import { expand } from './automaton/expand.js';
import { lower } from './automaton/lower.js';
import { enclosedOf } from './engines/enclosed.js';
import { innerSkipOf } from './engines/inner-skip.js';
import { searchAutomaton } from './engines/search-automaton.js';
import { prefilterOf, type SearchSkips, searchSkips } from './engines/search-skips.js';
import { setRunsOf } from './engines/set-runs.js';
import type { SkipSet } from './engines/skipping.js';
import { taggedAutomaton } from './engines/tagged-automaton.js';
import { viabilityAutomaton } from './engines/viability.js';
import { writeAlphabet } from './image/alphabet-tables.js';
import { writeEnclosed } from './image/enclosed-tables.js';
import { ImageWriter } from './image/image-writer.js';
import type { Layout } from './image/layout.js';
import { writeSearch } from './image/search-tables.js';
import { writeSet } from './image/set-tables.js';
import { writeTagged } from './image/tagged-tables.js';
import { noTwoPass, writeTwoPass } from './image/two-pass-tables.js';
import { noViability, writeViability } from './image/viability-tables.js';
import { type StringForm, stringForm, testedForm } from './string-form.js';
import { endsText } from './syntax/ends-text.js';
import { longestMatch } from './syntax/longest-match.js';
import { type ParsedPattern, parsePattern } from './syntax/parse.js';
import { type Refusal, RefusedPattern } from './syntax/refusal.js';

/**
 * A search for the characters of a set; on the CPU, a search for both ends of a match. For other patterns, an automaton that stops when the
 * answer is known; an automaton with registers for the groups; or two passes over the text. Only the passes need memory, in proportion to
 * the text.
 */
export type Engine = 'set' | 'enclosed' | 'search' | 'tagged' | 'two passes';

/** A compiled pattern: the constants of its C++ type. */
export interface CompiledPattern {
  readonly source: string;
  readonly flags: string;
  /** The number of capturing groups, without the match itself. */
  readonly groups: number;
  /** The indices of the groups of each name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** The engine that finds out if there is a match, the first match, and all matches in linear time. */
  readonly engines: { readonly test: Engine; readonly first: Engine; readonly all: Engine };
  /** The characters that are searched for by vectors before an automaton starts. Undefined if it reads all characters. */
  readonly prefilter: SkipSet | undefined;
  /** The form in which an operation of strings finds its matches, and that in which one tells if there are any. */
  readonly forms: { readonly found: StringForm | undefined; readonly tested: StringForm | undefined };
  readonly layout: Layout;
  readonly image: Uint8Array;
}

export interface CompileOptions {
  /** Writes the tables of every engine that the pattern can have, also of those that no function uses: for tests. */
  readonly everyEngine?: boolean;
}

/** Compiles a regular expression, or returns the reason why it cannot be compiled. */
export function compilePattern(source: string, flags: string, options: CompileOptions = {}): CompiledPattern | Refusal {
  try {
    return compile(source, flags, options);
  } catch (error) {
    if (error instanceof RefusedPattern) return error.refusal;
    throw error;
  }
}

function compile(source: string, flags: string, { everyEngine = false }: CompileOptions): CompiledPattern {
  const pattern = parsePattern(source, flags);
  const graph = expand(lower(pattern));
  const { unicode, sticky } = pattern.flags;
  const alphabet = alphabetOf(graph, unicode);
  const image = new ImageWriter();
  const runs = setRunsOf(pattern);
  const inner = innerSkipOf(pattern);
  const takesAutomata = everyEngine || runs === undefined;
  const search = takesAutomata ? searchAutomaton(graph, alphabet, sticky) : undefined;
  const skips: SearchSkips = search ? searchSkips(search, alphabet, inner) : new Map();
  const automata = {
    ...writeAlphabet(alphabet, image),
    groups: graph.groups + 1,
    registers: graph.registers,
    sticky: Number(sticky),
    longest: longestOf(pattern),
    endsText: Number(!sticky && longestOf(pattern) > 0 && endsText(pattern.body)),
    inner: Number(inner !== undefined),
    ...writeSet(runs, alphabet, image),
    ...writeSearch(search, alphabet, skips, image),
    ...writeTagged(takesAutomata ? taggedAutomaton(graph, alphabet, sticky) : undefined, graph, alphabet, image, inner),
  };
  // The device has no vectors, and finds such matches by the automaton.
  const enclosed = automata.taggedAll === 1 ? enclosedOf(pattern) : undefined;
  const first = { ...automata, ...writeEnclosed(enclosed, alphabet, image) };
  const takesPasses = everyEngine || (runs === undefined && first.taggedAll === 0);
  const layout: Layout = {
    ...first,
    ...(takesPasses ? writeTwoPass(graph, alphabet, image) : noTwoPass),
    ...(takesPasses ? writeViability(viabilityAutomaton(graph, alphabet), graph, alphabet, image) : noViability),
  };
  return {
    source,
    flags,
    groups: graph.groups,
    names: pattern.names,
    engines: enginesOf(layout),
    prefilter: search && prefilterOf(search, skips),
    forms: { found: stringForm(pattern), tested: testedForm(pattern) },
    layout,
    image: image.bytes(),
  };
}

/** A search for a match of more characters gains little by knowing where it can begin. */
const mostOfKnownLength = 256;

function longestOf({ body }: ParsedPattern): number {
  const longest = longestMatch(body);
  return longest <= mostOfKnownLength ? longest : 0;
}

function enginesOf({
  setMatches,
  enclosedOpen,
  searchStates,
  taggedStates,
  taggedAll,
}: Layout): CompiledPattern['engines'] {
  if (setMatches > 0) return { test: 'set', first: 'set', all: 'set' };
  if (enclosedOpen >= 0) return { test: 'search', first: 'enclosed', all: 'enclosed' };
  const first = taggedStates > 0 ? 'tagged' : 'two passes';
  return { test: searchStates > 0 ? 'search' : first, first, all: taggedAll === 1 ? 'tagged' : 'two passes' };
}

export function isRefusal(compiled: CompiledPattern | Refusal): compiled is Refusal {
  return 'reason' in compiled;
}
