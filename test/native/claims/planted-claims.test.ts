import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from '../../../codegen/1-parse/parse.js';
import { loadProgram } from '../../../codegen/1-parse/project.js';
import { analyze } from '../../../codegen/2-analyze/analyze.js';
import { plan } from '../../../codegen/3-plan/plan.js';
import { cppIdentifier, typeName } from '../../../codegen/4-emit/cpp/cpp-names.js';
import { emitNative } from '../../../codegen/4-emit/emit-native.js';
import { DiagnosticBag } from '../../../codegen/diagnostics/index.js';
import { root } from '../../root.js';
import { buildChecked, cxx, run } from '../toolchain.js';
import { type PlantedClaim, plantedClaims } from './planted-plans.js';

const source = 'test/native/claims/planted.ts';
const folder = path.join(root, 'test/.fuzz/claims');

/** Promises of the row library, which library_claims.cpp breaks. */
const promises: readonly (readonly [name: string, report: string])[] = [
  ['ascii', 'a text is ASCII: the byte: 195'],
  ['encoding', 'a text is UTF-8, or WTF-8 if it may hold lone halves: the place: 1'],
  ['halves', 'a text begins with half a pair'],
  ['pieces', 'a text has at most so many pieces: 2'],
  ['position', 'a position is at the start of a character: the byte: 1'],
  ['buffer', 'a text fits its buffer: 5'],
  ['presence', 'a value is never null or undefined: 0'],
];

describe.skipIf(!cxx)('a checked build', () => {
  let program = '';

  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'planted.hpp'), planted());
    program = buildChecked(cxx ?? '', 'claims/library_claims.cpp', folder);
  });

  const result = (...args: readonly string[]) => run(program, args, Buffer.alloc(0));

  it.each(plantedClaims)('evaluates $name, whose claims hold', ({ name }) => {
    expect(result(name, 'as planned')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it.each(plantedClaims)(
    'ends the process at a wrong claim in $name, and names its line',
    ({ name, report, hasNoLine }) => {
      const { status, stderr } = result(name, 'planted');
      expect(status).not.toBe(0);
      expect(stderr).toContain(
        hasNoLine ? `: ${report}` : `rowfuse: broken claim at ${source}:${lineOf(name)}: ${report}`,
      );
    },
  );

  it.each(promises)('ends the process at a broken promise of the library: %s', (name, report) => {
    const { status, stderr } = result('library', name);
    expect(status).not.toBe(0);
    expect(stderr).toContain(report);
  });
});

/** Returns the generated code of each row function, as planned and with its planted claim, and a function that evaluates one. */
function planted(): string {
  const bag = new DiagnosticBag();
  const { program } = loadProgram(root, [path.join(root, source)], 'language', bag);
  if (!program) throw new Error('The row functions do not load');
  const cases = parse(program, bag).transforms.flatMap((parsed) => {
    const analysis = analyze(parsed, program, bag);
    const claim = plantedClaims.find(({ name }) => name === parsed.name);
    if (!analysis || !claim) throw new Error(`Nothing is planted in ${parsed.name}`);
    const planned = plan(analysis.fn, { checked: true });
    const code = (own: typeof planned) => emitNative({ parsed, analysis, plan: own })[0]?.text ?? '';
    return [
      { claim, kind: 'as planned', code: code(planned) },
      { claim, kind: 'planted', code: (claim.edit ?? ((text: string) => text))(code(claim.change(planned))) },
    ];
  });
  const headers = cases.map(({ claim, kind, code }) => inNamespace(code, claim, kind));
  const calls = cases.map(
    ({ claim: { name, row }, kind }) =>
      `  if (name == "${name}" && kind == "${kind}") return evaluate<${namespaceOf(name, kind)}::${typeName(name)}>(${row});\n`,
  );
  return `${headers.join('\n')}\ninline void evaluate_case(std::string_view name, std::string_view kind) {\n  namespace rf = ::rowfuse;\n${calls.join('')}}\n`;
}

function namespaceOf(name: string, kind: string): string {
  return `rowfuse::generated::${cppIdentifier(name)}_${kind.replace(' ', '_')}`;
}

/** Both forms of a row function are part of one program. */
function inNamespace(code: string, { name }: PlantedClaim, kind: string): string {
  const own = `namespace rowfuse::generated::${cppIdentifier(name)}`;
  return code.replace('#pragma once\n', '').replaceAll(`${own} `, `namespace ${namespaceOf(name, kind)} `);
}

/** Returns the line of the statement that computes the result of a row function. */
function lineOf(name: string): number {
  const lines = readFileSync(path.join(root, source), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith(`export const ${name} =`));
  const within = lines.slice(first).findIndex((line) => /row: |for \(/.test(line));
  return first + within + 1;
}
