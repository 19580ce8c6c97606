import type { Diagnostic } from './diagnostic.js';
import type { Span } from './span.js';

/** A type error that TypeScript reports, and where it stands. */
export interface LocatedTypeError {
  readonly diagnostic: Diagnostic;
  /** TypeScript's number. */
  readonly code: number;
  /** The name or the module that it is about, where it stands at one. */
  readonly name?: string;
  /** What its place stands in, from inside. */
  readonly around?: readonly Span[];
  /** Where it is told at the name of a property or method: the whole of that. */
  readonly member?: Span;
  /** The statement of the module. */
  readonly statement?: Span;
}

/** Findings about what a row function returns, which TypeScript tells at the function or at the value. */
const results: ReadonlySet<string> = new Set(['RF1109', 'RF1110', 'RF1204', 'RF1303']);

/** Findings about a description, which TypeScript tells at the property or at the whole object. */
const descriptions = /^RF11/;

/** Errors that follow from others: of parameters and values whose types nothing tells any more. */
const implied: ReadonlySet<number> = new Set([2571, 7006, 7019, 7022, 7023, 7024, 7031, 18046]);

const unknownMember: ReadonlySet<number> = new Set([2339, 2551]);
const unknownName: ReadonlySet<number> = new Set([2304, 2552]);
const unknownImport: ReadonlySet<number> = new Set([2305, 2724]);
const unknownModule: ReadonlySet<number> = new Set([2307, 2732, 2792, 7016]);
const wrongResult: ReadonlySet<number> = new Set([2322, 2345, 2739, 2740, 2741, 2769]);

/**
 * The findings of both compilers, each cause told once. Where both speak of one place ours stays, which has a reason and a rewrite;
 * TypeScript's stays where it speaks of what the language has not: names and members that nothing declares.
 */
export function mergeTypeErrors(
  found: readonly Diagnostic[],
  typeErrors: readonly LocatedTypeError[],
): readonly Diagnostic[] {
  const ours = found.filter((own) => !typeErrors.some((error) => isBetterTold(own, error)));
  const theirs = typeErrors.filter((error) => !ours.some((own) => isTold(error, own)));
  const follows = (error: LocatedTypeError) =>
    isImplied(error) &&
    (ours.some(({ span }) => isWithin(span, error.statement)) ||
      theirs.some((other) => !isImplied(other) && isWithin(other.diagnostic.span, error.statement)));
  return [...ours, ...theirs.filter((error) => !follows(error)).map(({ diagnostic }) => diagnostic)];
}

function isImplied({ code, diagnostic }: LocatedTypeError): boolean {
  return implied.has(code) || /'unknown'/.test(diagnostic.what);
}

/** Whether TypeScript says the same as a finding of ours, and better. */
function isBetterTold({ code, span, what }: Diagnostic, error: LocatedTypeError): boolean {
  const { diagnostic, name } = error;
  const isSameFile = span.file === diagnostic.span.file;
  // A file whose description has no name that is known exports none.
  if (code === 'RF1005') return isSameFile && unknownName.has(error.code) && diagnostic.fix !== '';
  if (code === 'RF1108' && unknownImport.has(error.code)) return isSameFile && what.startsWith(`\`${name}\` `);
  if (!isSame(span, diagnostic.span)) return false;
  if (code === 'RF1301') return unknownMember.has(error.code);
  return unknownName.has(error.code) && (code === 'RF1404' || descriptions.test(code));
}

/** Whether a finding of ours says the same as TypeScript. */
function isTold({ code, diagnostic, name, around = [], member }: LocatedTypeError, own: Diagnostic): boolean {
  const { span } = diagnostic;
  // What a package has cannot be used, whether its types are found or not.
  if (unknownModule.has(code)) return span.file === own.span.file && own.why.includes(`imported from '${name}'`);
  if (isSame(span, own.span) || around.some((outer) => isSame(outer, own.span))) return true;
  if (member && isSame(member, own.span)) return true;
  if (own.code === 'RF1106') return wrongResult.has(code) && isWithin(own.span, around[0]);
  if (results.has(own.code)) return wrongResult.has(code) && isWithin(own.span, member ?? span);
  return descriptions.test(own.code) && isWithin(own.span, member);
}

function isSame(a: Span, b: Span): boolean {
  return a.file === b.file && a.start === b.start && a.end === b.end;
}

function isWithin(inner: Span, outer: Span | undefined): boolean {
  return outer !== undefined && inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;
}
