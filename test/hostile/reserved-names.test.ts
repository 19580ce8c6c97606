import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { cppIdentifier, UniqueNames } from '../../codegen/4-emit/cpp/cpp-names.js';
import { cxx } from '../native/toolchain.js';
import { root } from '../root.js';

const headers = ['rowfuse/row.hpp', 'rowfuse/cpu/entry.hpp', 'rowfuse/group/grouping.hpp', 'rowfuse/binding.hpp'];

/** The macros without parameters that could be mistaken for a user's name. */
function macros(): readonly string[] {
  const text = headers.map((header) => `#include <${header}>\n`).join('');
  const args = ['-std=gnu++20', '-dM', '-E', '-x', 'c++', `-I${root}/native/include`, '-'];
  const { stdout } = spawnSync(cxx ?? '', args, { input: text, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return [...stdout.matchAll(/^#define (\w+)(?= |$)/gm)].map(([, name = '']) => name);
}

it.skipIf(cxx === undefined)('no macro of the headers is a name in generated code', () => {
  const found = macros();
  expect(found.length).toBeGreaterThan(1000);
  expect(found.filter((name) => cppIdentifier(name) === name)).toEqual([]);
  expect(found.filter((name) => new UniqueNames().take(name) === name)).toEqual([]);
});

it('names are changed only if they are reserved', () => {
  expect(['redact', 'firstName', 'a_b', 'min', 'text', 'Line'].map(cppIdentifier)).toEqual([
    ...['redact', 'firstName', 'a_b', 'min', 'text', 'Line'],
  ]);
  expect(['new', 'EOF', 'rf', 'out', 'text1', 'out_'].map(cppIdentifier)).toEqual([
    ...['new_', 'EOF_', 'rf_', 'out_', 'text1_', 'out__'],
  ]);
  const names = new UniqueNames(['Redact']);
  expect(
    ['Redact', 'person.name', 'person name', '1 one', 'new', 'new_', 'x', 'x'].map((name) => names.take(name)),
  ).toEqual([...['Redact_2', 'person_name', 'person_name_2', '_1_one_', 'new_', 'new_2', 'x', 'x_2']]);
});
