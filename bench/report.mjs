// Makes the tables of README.md, docs/explanation/measurements.md and docs/seeds.md, and the plots of docs/plots, from the JSON in
// bench/results.
//
//   node bench/report.mjs [--check]
//
// The newest file of each benchmark counts. --check writes nothing, and fails if a page or a plot is not what it would write.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plots } from './plots.mjs';
import { articleSection } from './report/article.mjs';
import { buildTimesSection } from './report/build-times.mjs';
import { chainedSection } from './report/chained.mjs';
import { coldStartSection } from './report/cold-start.mjs';
import { cpuSection } from './report/cpu.mjs';
import { developmentSection } from './report/development.mjs';
import { endToEndSection } from './report/end-to-end.mjs';
import { functionMechanismsSection } from './report/function-mechanisms.mjs';
import { functionsSection } from './report/functions.mjs';
import { functionsGpuSection } from './report/functions-gpu.mjs';
import { groupsSection } from './report/groups.mjs';
import { managedMemorySection } from './report/managed-memory.mjs';
import { movedCodeSection } from './report/moved-code.mjs';
import { objectsGpuSection, objectsSection } from './report/objects.mjs';
import { oneBillionRowsSection } from './report/one-billion-rows.mjs';
import { oneBillionRowsGpuSection } from './report/one-billion-rows-gpu.mjs';
import { patternsGpuSection, patternsSection } from './report/patterns.mjs';
import { pipeSection } from './report/pipe.mjs';
import { publishedJobsSection } from './report/published-jobs.mjs';
import { redactGpuSection } from './report/redact-gpu.mjs';
import { newestOfKind, newestResults, oldestResults } from './report/results.mjs';
import { rollingCpuSection } from './report/rolling-cpu.mjs';
import { rollingGpuSection } from './report/rolling-gpu.mjs';
import { rowsSection } from './report/rows.mjs';
import { rowsGpuSection } from './report/rows-gpu.mjs';
import { seedBillion, seedMap, seedStrings, seedWindows } from './report/seeds.mjs';
import { udfMapSection } from './report/udf-map.mjs';
import { upperCaseSection } from './report/upper-case.mjs';
import { weightedSection } from './report/weighted.mjs';

const ROOT = new URL('../', import.meta.url);
const PLOTS = new URL('../docs/plots/', import.meta.url);
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const results = newestResults();
const cpu = results.get('redact on the CPU');
const gpu = results.get('redact on the GPU');
const endToEnd = results.get('redact, host Arrow to host Arrow');
const article = results.get("the article's versions of redact on the GPU");
const traffic = results.get("the article's versions of redact, bytes in device memory");
const upperCase = results.get('toUpperCase on the GPU');
const udfMap = results.get('UDF map on the GPU');
const numba = results.get('UDF map with Numba');
const rows = results.get('filters and expansions on the CPU');
const rowsGpu = results.get('filters and expansions on the GPU');
const rollingCpu = results.get('moving averages on the CPU');
const rolling = results.get('rolling windows on the GPU');
const rollingNumba = results.get('rolling windows with Numba and CuPy');
const billion = results.get('one billion rows on the CPU');
const billionGpu = results.get('one billion rows on the GPU');
const groups = results.get('groups by text on the CPU');
const weighted = results.get("an aggregate of the user's own on the CPU");
const functions = results.get('row functions on the CPU');
const functionsGpu = results.get('row functions on the GPU');
const pipe = results.get('a pipe and its stages on the CPU');
const development = results.get('what a developer waits for');
const chained = results.get('chained transforms on the GPU');
const managed = results.get('managed memory');
const movedCode = results.get(
  'device time before and after the move of headers, the string interface and generated code by names',
);
const none = (command) => `No results are committed yet: \`${command}\`.`;
const measurements = {
  cpu: cpu === undefined ? none('npm run bench') : cpuSection(cpu),
  'cold-start': cpu === undefined ? none('npm run bench') : coldStartSection(cpu),
  'build-times': cpu === undefined ? none('npm run bench') : buildTimesSection(cpu),
  development: development === undefined ? none('node bench/development.mjs') : developmentSection(development),
  rows: rows === undefined ? none('node --expose-gc bench/rows/rows.mjs') : rowsSection(rows),
  rolling:
    rollingCpu === undefined ? none('node --expose-gc bench/rolling/rolling.mjs') : rollingCpuSection(rollingCpu),
  'one-billion-rows':
    billion === undefined ? none('node bench/one-billion-rows/one-billion-rows.mjs') : oneBillionRowsSection(billion),
  groups: groups === undefined ? none('node --expose-gc bench/groups/groups.mjs') : groupsSection(groups),
  weighted: weighted === undefined ? none('node --expose-gc bench/groups/weighted.mjs') : weightedSection(weighted),
  functions:
    functions === undefined
      ? none('node bench/functions/run.mjs')
      : functionsSection(functions, oldestResults('row functions on the CPU')),
  'functions-gpu':
    functionsGpu === undefined ? none('node bench/functions/gpu.mjs --out FILE') : functionsGpuSection(functionsGpu),
  pipe: pipe === undefined ? none('node --expose-gc bench/pipe/pipe.mjs') : pipeSection(pipe),
  gpu: gpu === undefined ? none('npm run test:gpu') : redactGpuSection(gpu),
  article: article === undefined ? none('npm run test:gpu') : articleSection(article, traffic),
  'upper-case': upperCase === undefined ? none('npm run test:gpu') : upperCaseSection(upperCase),
  'udf-map': udfMap === undefined ? none('npm run test:gpu') : udfMapSection(udfMap, numba),
  'rows-gpu': rowsGpu === undefined ? none('npm run test:gpu') : rowsGpuSection(rowsGpu),
  'rolling-gpu': rolling === undefined ? none('npm run test:gpu') : rollingGpuSection(rolling, rollingNumba),
  'one-billion-rows-gpu':
    billionGpu === undefined ? none('node bench/cuda/one-billion-rows.mjs') : oneBillionRowsGpuSection(billionGpu),
  chained: chained === undefined ? none('npm run test:gpu') : chainedSection(chained),
  'managed-memory': managed === undefined ? none('npm run test:gpu') : managedMemorySection(managed),
  'moved-code': movedCode === undefined ? none('npm run test:gpu') : movedCodeSection(movedCode),
  'end-to-end': endToEnd === undefined ? none('npm run test:gpu') : endToEndSection(endToEnd, gpu),
};

const gpuTests = none('npm run test:gpu');
const seeds = {
  'seed-strings': article === undefined ? gpuTests : seedStrings(article),
  'seed-windows': rolling === undefined ? gpuTests : seedWindows(rolling, rollingNumba),
  'seed-map': udfMap === undefined ? gpuTests : seedMap(udfMap, numba),
  'seed-billion': billion === undefined || billionGpu === undefined ? gpuTests : seedBillion(billionGpu, billion),
};

const patterns = results.get('regular expressions on the CPU');
const patternsGpu = results.get('regular expressions on the GPU');

const objects = newestOfKind('some row functions on the CPU', 'objects');
const objectsGpu = results.get('row functions with objects on a GPU and on all processors');
const objectsGpuGlobal = results.get('row functions with objects on a GPU, slots in global memory alone');

const newestOf = (whole, some) => (some !== undefined && some.machine.date > whole.machine.date ? some : whole);

/** The sections of each page, by the name between its marks. */
const pages = {
  'README.md': {
    'published-jobs': publishedJobsSection({ article, rolling, rollingNumba, udfMap, numba, billionGpu }),
  },
  'docs/explanation/measurements.md': measurements,
  'docs/explanation/performance.md': {
    'function-mechanisms':
      functions === undefined
        ? none('node bench/functions/run.mjs')
        : functionMechanismsSection(
            newestOf(functions, newestOfKind('some row functions on the CPU', 'parsing')),
            oldestResults('row functions on the CPU'),
          ),
    patterns: patterns === undefined ? none('node bench/patterns/run.mjs') : patternsSection(patterns),
    'patterns-gpu': patternsGpu === undefined ? none('node bench/patterns/gpu.mjs') : patternsGpuSection(patternsGpu),
  },
  'docs/explanation/objects.md': {
    objects: objects === undefined ? none('node bench/functions/run.mjs --kind objects') : objectsSection(objects),
    'objects-gpu':
      objectsGpu === undefined || objectsGpuGlobal === undefined
        ? none('node bench/functions/both.mjs --out FILE')
        : objectsGpuSection(objectsGpu, objectsGpuGlobal),
  },
  'docs/seeds.md': seeds,
};

function filled(name, sections) {
  let text = readFileSync(new URL(name, ROOT), 'utf8');
  for (const [section, content] of Object.entries(sections)) {
    const marked = new RegExp(`(<!-- results: ${section} -->\n)[\\s\\S]*?(<!-- end of results -->)`);
    if (!marked.test(text)) throw new Error(`${name} has no place for '${section}': <!-- results: ${section} -->`);
    text = text.replace(marked, (_, start, end) => `${start}\n${content}\n\n${end}`);
  }
  return text;
}

const pagesAfter = Object.entries(pages).map(([name, sections]) => [name, filled(name, sections)]);
const plotsAfter = await plots(results);
mkdirSync(PLOTS, { recursive: true });
const plotsBefore = new Map(
  readdirSync(PLOTS).map((file) => [file.replace(/\.svg$/, ''), readFileSync(new URL(file, PLOTS), 'utf8')]),
);

if (options.check) {
  const stale = [
    ...pagesAfter.filter(([name, text]) => readFileSync(new URL(name, ROOT), 'utf8') !== text).map(([name]) => name),
    ...[...new Set([...plotsBefore.keys(), ...plotsAfter.keys()])]
      .filter((name) => plotsBefore.get(name) !== plotsAfter.get(name))
      .map((name) => `docs/plots/${name}.svg`),
  ];
  if (stale.length > 0) {
    console.error(`not made from the results in bench/results: ${stale.join(', ')}. Run node bench/report.mjs`);
    process.exitCode = 1;
  }
} else {
  for (const [name, text] of pagesAfter) writeFileSync(new URL(name, ROOT), text);
  for (const name of plotsBefore.keys()) if (!plotsAfter.has(name)) rmSync(new URL(`${name}.svg`, PLOTS));
  for (const [name, svg] of plotsAfter) writeFileSync(new URL(`${name}.svg`, PLOTS), svg);
}
