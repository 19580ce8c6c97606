import { geometricMean, growths, ratios } from '../functions/ratios.mjs';
import { count, digits, table } from './format.mjs';
import { contents, differences, failureLines, firstTen, kindLines, kindsOf, titles } from './function-kinds.mjs';

/** A function counts as slower below this, and its growth as faster than V8's above that. */
const slower = 0.95;
const faster = 1.2;

/** The mean of the ratios that were measured: a run with --one-thread has none of all threads. */
function mean(values) {
  const measured = values.filter(Number.isFinite);
  return measured.length === 0 ? '–' : digits(geometricMean(measured));
}

/** Every function with its figures for each content. */
const measuredOf = (functions) =>
  functions
    .filter(({ failed }) => failed === undefined)
    .map(({ kind, name, shapes }) => ({ kind, name, shapes, ratios: ratios(shapes), growths: growths(shapes) }));

function kindLine(title, functions) {
  const of = (content, key) =>
    functions.flatMap(({ ratios }) => ratios.filter((each) => each.content === content).map((each) => each[key]));
  return [
    title,
    count(functions.length),
    ...contents.map((content) => mean(of(content, 'ratio'))),
    ...contents.map((content) => mean(of(content, 'converted'))),
    mean(of('ascii', 'allThreads')),
    functions.filter(({ ratios }) => ratios.some(({ ratio }) => ratio < slower)).length,
    functions.filter(({ growths }) => growths.some(({ ratio }) => ratio > faster)).length,
  ];
}

function worst(functions) {
  const all = functions.flatMap(({ kind, name, shapes }) => shapes.map((shape) => ({ kind, name, ...shape })));
  all.sort((a, b) => a.plain.cpu / a.oneThread.cpu - b.plain.cpu / b.oneThread.cpu);
  return firstTen(all).map(({ kind, name, content, length, oneThread, plain }) => [
    `${name} (${kind})`,
    titles[content],
    length === null ? '–' : count(length),
    digits(oneThread.cpu),
    digits(plain.cpu),
    (plain.cpu / oneThread.cpu).toPrecision(2),
  ]);
}

function fastestGrowing(functions) {
  const all = functions.flatMap(({ kind, name, growths }) => growths.map((growth) => ({ kind, name, ...growth })));
  all.sort((a, b) => b.ratio - a.ratio);
  return firstTen(all).map(({ kind, name, content, native, javascript, ratio }) => [
    `${name} (${kind})`,
    titles[content],
    digits(native),
    digits(javascript),
    digits(ratio),
  ]);
}

/** Returns the lines of a function: one for each content. */
const allLines = ({ kind, name, shapes, ratios, growths }) =>
  ratios.map(({ content, ratio, converted }) => {
    const own = shapes.filter((shape) => shape.content === content);
    const list = (key) => own.map((shape) => digits(shape[key].cpu)).join(' / ');
    const growth = growths.find((each) => each.content === content);
    return [
      `${kind}: ${name}`,
      titles[content],
      own.map(({ length }) => length ?? '–').join(' / '),
      list('oneThread'),
      list('plain'),
      digits(ratio),
      digits(converted),
      growth === undefined ? '–' : digits(growth.ratio),
    ];
  });

/** Says how busy a machine was. Times of a busy one are too long, in native code as well as in V8. */
const loadOf = ({ cores, loadBefore }) =>
  loadBefore < 0.5
    ? ''
    : `. The machine was busy with other work: its load average was ${digits(loadBefore)} before, on ${cores} cores`;

const meansAt = (functions, content) =>
  mean(functions.flatMap(({ ratios }) => ratios.filter((each) => each.content === content).map(({ ratio }) => ratio)));

/** Compares the functions that both the baseline and the newest results have. */
function sinceBaseline(measured, baseline) {
  const before = measuredOf(baseline.functions);
  const shared = (kind, functions, others) =>
    functions.filter((each) => each.kind === kind && others.some(({ name }) => name === each.name));
  return [
    `Since the baseline of ${baseline.machine.date.slice(0, 10)} (\`${baseline.file}\`), measured before the first optimisation of ordinary row functions, plain : native over the functions of both runs:`,
    '',
    table(
      ['', ...contents.flatMap((content) => [`${titles[content]}, baseline`, `${titles[content]}, now`])],
      kindsOf(measured).map((kind) => [
        kind,
        ...contents.flatMap((content) => [
          meansAt(shared(kind, before, measured), content),
          meansAt(shared(kind, measured, before), content),
        ]),
      ]),
    ),
    '',
  ];
}

export function functionsSection({ file, machine, functions }, baseline) {
  const measured = measuredOf(functions);
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.date.slice(0, 10)}; ${machine.compiler}, Node ${machine.node}${loadOf(machine)}. V8's time : native time, geometric means; above 1, native code is faster:`,
    '',
    table(
      [
        '',
        'functions',
        ...contents.map((content) => `plain : native, ${titles[content]}`),
        ...contents.map((content) => `converted : native, ${titles[content]}`),
        'converted : all threads, elapsed, ASCII',
        `below ${slower}`,
        `growth above ${faster}`,
      ],
      kindLines(measured, kindLine),
    ),
    '',
    ...(baseline.file === file ? [] : sinceBaseline(measured, baseline)),
    ...failureLines(functions),
    `${differences(functions)} The ten slowest functions against V8, each at its worst content and length:`,
    '',
    table(['', 'content', 'characters', 'native, ns per row', 'V8, ns per row', 'V8 : native'], worst(measured)),
    '',
    'The ten functions whose time grows most against V8’s, from 100 to 1,000 characters:',
    '',
    table(['', 'content', 'growth, native', 'growth, V8', 'native : V8'], fastestGrowing(measured)),
    '',
    '<details><summary>All functions</summary>',
    '',
    table(
      [
        '',
        'content',
        'characters',
        'native, ns per row',
        'V8, ns per row',
        'plain : native',
        'converted : native',
        'growth, native : V8',
      ],
      measured.flatMap(allLines),
    ),
    '',
    '</details>',
  ].join('\n');
}
