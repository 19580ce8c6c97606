// npm run faults: writes `enum class Fault` of the row library from schema/faults.ts. With `--check` it only compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

const root = fileURLToPath(new URL('..', import.meta.url));
const library = path.join(root, 'native/include/rowfuse');
const enumOfFaults = /enum class Fault : std::int32_t \{\n[^}]*\};/;

/** Imports a module that imports nothing, from its source: `dist` may be older. */
function importSource(file) {
  const module = ts.ModuleKind.ESNext;
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: { module } });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

/** Returns the enum, its explanations one below the other. */
function enumOf(table) {
  const values = table.map(([name, text], code) => ({ value: `  ${name} = ${code},`, text }));
  const width = Math.max(...values.filter(({ text }) => text !== '').map(({ value }) => value.length));
  const lines = values.map(({ value, text }) => (text === '' ? value : `${value.padEnd(width)}  ///< ${text}`));
  return `enum class Fault : std::int32_t {\n${lines.join('\n')}\n};`;
}

const header = readdirSync(library, { recursive: true })
  .filter((name) => path.basename(name) === 'fault.hpp')
  .map((name) => path.join(library, name))
  .find((file) => enumOfFaults.test(readFileSync(file, 'utf8')));
if (header === undefined) throw new Error(`no fault.hpp below ${library} has an enum class Fault`);

const { faultTable } = await importSource(path.join(root, 'schema/faults.ts'));
const text = readFileSync(header, 'utf8');
const expected = text.replace(enumOfFaults, () => enumOf(faultTable));
if (!process.argv.includes('--check')) {
  writeFileSync(header, expected);
} else if (text !== expected) {
  console.error(`${path.relative(root, header)} differs from schema/faults.ts. Run: npm run faults`);
  process.exitCode = 1;
}
