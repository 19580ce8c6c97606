import { type CompiledPattern, compilePattern, isRefusal } from '../../codegen/regex/compile-pattern.js';

/** Compiles a pattern that has no reason to be refused. */
export function compiled({ source, flags }: RegExp): CompiledPattern {
  const pattern = compilePattern(source, flags, { everyEngine: true });
  if (isRefusal(pattern)) throw new Error(`/${source}/ is refused: ${pattern.reason}`);
  return pattern;
}
