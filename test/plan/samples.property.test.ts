import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../root.js';
import { checkFunction } from './check-claims.js';
import { describePlan } from './describe-plan.js';
import { sampleSeeds } from './probes.js';
import { functionsOf, hasRandomRows, plannedSamples, runSamples } from './sampled-functions.js';

const expectedFolder = path.join(root, 'test/plan/_expected');
const functions = functionsOf(plannedSamples());

it('holds every claim about the values of sampled row functions, and keeps their results', () => {
  const evaluated = new Set(runSamples());
  const chosen = functions.filter((fn) => evaluated.has(path.join(root, fn.source)) && hasRandomRows(fn));
  const compared = chosen.map((fn) => checkFunction(fn, sampleSeeds));
  // Others need sums of windows, or sorts, which the interpreter does not know.
  const share = compared.filter((rows) => rows > 0).length / chosen.length;
  expect(share).toBeGreaterThan(0.9);
});

/**
 * Decisions of the planner change no value, so no comparison of results notices them. `UPDATE=1` writes the files; `rowfuse explain` shows
 * the whole plan of a function whose digest alone has changed.
 */
it('plans every sample, example and function of the benchmark as before', () => {
  const bySource = new Map<string, string[]>();
  for (const fn of functions) {
    const lines = describePlan(fn).split('\n');
    const described = [fn.name, ...lines.map((line) => `  ${line}`)].join('\n');
    bySource.set(fn.source, [...(bySource.get(fn.source) ?? []), described]);
  }
  for (const [source, described] of bySource) {
    const file = path.join(expectedFolder, `${nameOf(source)}.txt`);
    const text = `${described.join('\n')}\n`;
    if (process.env.UPDATE) {
      mkdirSync(expectedFolder, { recursive: true });
      writeFileSync(file, text);
    }
    expect(existsSync(file), `${file} is missing: run UPDATE=1 npx vitest run test/plan and review it`).toBe(true);
    expect(text, source).toBe(readFileSync(file, 'utf8'));
  }
});

/** `samples-loops`, `examples-redact` or `kinds-text`. */
function nameOf(source: string): string {
  const parts = source.replace(/(?:\/input)?\.ts$/, '').split('/');
  return parts.slice(-2).join('-');
}
