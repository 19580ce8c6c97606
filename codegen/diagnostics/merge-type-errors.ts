import type { Diagnostic } from './diagnostic.js';
import type { Span } from './span.js';

/** A TypeScript error and its place. */
export interface LocatedTypeError {
  readonly diagnostic: Diagnostic;
  /** TypeScript's error code. */
  readonly code: number;
  /** The name or module that the error is about, if it stands at one. */
  readonly name?: string;
  /** The two nodes around its place, innermost first. */
  readonly around?: readonly Span[];
  /** The whole property or method, if the error stands at its name. */
  readonly member?: Span;
  /** The module's statement around it. */
  readonly statement?: Span;
}

/** Diagnostics about returned values, which TypeScript reports at the function or at the value. */
const results: ReadonlySet<string> = new Set(['RF1109', 'RF1110', 'RF1204', 'RF1303']);

/** Diagnostics about descriptions, which TypeScript reports at the property or at the whole object. */
const descriptions = /^RF11/;

/** TypeScript errors that follow from others, such as an implicit any where the contextual type is broken. */
const implied: ReadonlySet<number> = new Set([2571, 7006, 7019, 7022, 7023, 7024, 7031, 18046]);

const unknownMember: ReadonlySet<number> = new Set([2339, 2551]);
const unknownName: ReadonlySet<number> = new Set([2304, 2552]);
const unknownImport: ReadonlySet<number> = new Set([2305, 2724]);
const unknownModule: ReadonlySet<number> = new Set([2307, 2732, 2792, 7016]);
const wrongResult: ReadonlySet<number> = new Set([2322, 2345, 2739, 2740, 2741, 2769]);

/**
 * Merges the diagnostics of both compilers, so that each cause is reported once. If both report one place, ours stays, because it has
 * a reason and a rewrite. TypeScript's stays for names and members that nothing declares.
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

/** True if TypeScript reports the cause of our diagnostic better. */
function isBetterTold({ code, span, what }: Diagnostic, error: LocatedTypeError): boolean {
  const { diagnostic, name } = error;
  const isSameFile = span.file === diagnostic.span.file;
  // A file with an unknown `transform` has no transforms, which is not a second cause.
  if (code === 'RF1005') return isSameFile && unknownName.has(error.code) && diagnostic.fix !== '';
  if (code === 'RF1108' && unknownImport.has(error.code)) return isSameFile && what.startsWith(`\`${name}\` `);
  if (!isSame(span, diagnostic.span)) return false;
  if (code === 'RF1301') return unknownMember.has(error.code);
  return unknownName.has(error.code) && (code === 'RF1404' || descriptions.test(code));
}

/** True if our diagnostic covers a TypeScript error. */
function isTold({ code, diagnostic, name, around = [], member }: LocatedTypeError, own: Diagnostic): boolean {
  const { span } = diagnostic;
  // A package's exports cannot be used, whether or not its types are found.
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
