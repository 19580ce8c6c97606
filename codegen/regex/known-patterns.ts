import { type CompiledPattern, compilePattern } from './compile-pattern.js';
import type { Refusal } from './syntax/refusal.js';

const known = new Map<string, CompiledPattern | Refusal>();

/** Compiles a regular expression, once per process. */
export function compiledPattern(source: string, flags: string): CompiledPattern | Refusal {
  const key = `${flags}/${source}`;
  const compiled = known.get(key) ?? compilePattern(source, flags);
  known.set(key, compiled);
  return compiled;
}
