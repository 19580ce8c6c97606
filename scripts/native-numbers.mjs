// npm run native-numbers: writes the numbers of schema/ that native code repeats: `enum class Fault` of the row library from
// schema/faults.ts, and `abi_version` of the addon from schema/abi.ts. With `--check` it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Imports a module that imports nothing, from its source: `dist` may be older. */
function importSource(file) {
  const module = ts.ModuleKind.ESNext;
  const { outputText } = ts.transpileModule(readFileSync(path.join(root, file), 'utf8'), {
    compilerOptions: { module },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

/** Returns the enum, its explanations one below the other. */
function enumOf(table) {
  const values = table.map(([name, text], code) => ({ value: `  ${name} = ${code},`, text }));
  const width = Math.max(...values.filter(({ text }) => text !== '').map(({ value }) => value.length));
  const lines = values.map(({ value, text }) => (text === '' ? value : `${value.padEnd(width)}  ///< ${text}`));
  return `enum class Fault : std::int32_t {\n${lines.join('\n')}\n};`;
}

const { faultTable } = await importSource('schema/faults.ts');
const { abiVersion } = await importSource('schema/abi.ts');
const numbers = [
  {
    header: 'native/include/rowfuse/base/fault.hpp',
    source: 'schema/faults.ts',
    pattern: /enum class Fault : std::int32_t \{\n[^}]*\};/,
    definition: enumOf(faultTable),
  },
  {
    header: 'native/node/abi_version.hpp',
    source: 'schema/abi.ts',
    pattern: /inline constexpr int abi_version = \d+;/,
    definition: `inline constexpr int abi_version = ${abiVersion};`,
  },
];

for (const { header, source, pattern, definition } of numbers) {
  const file = path.join(root, header);
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${header} has nothing that ${pattern} matches`);
  const expected = text.replace(pattern, () => definition);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, expected);
  } else if (text !== expected) {
    console.error(`${header} differs from ${source}. Run: npm run native-numbers`);
    process.exitCode = 1;
  }
}
