import { geometricMean } from '../functions/ratios.mjs';
import { count, digits, table } from './format.mjs';
import { contents, differences, failureLines, firstTen, kindLines, titles } from './function-kinds.mjs';

const percent = (share) => `${digits(share * 100)} %`;

/** Shares of the copy rate of some functions at one content, over all lengths. */
const sharesAt = (functions, content) =>
  functions.flatMap(({ shapes }) =>
    shapes.filter((shape) => shape.content === content).map(({ shareOfCopy }) => shareOfCopy),
  );

const meanShare = (shares) => (shares.length === 0 ? '–' : percent(geometricMean(shares)));

const kindLine = (title, functions) => [
  title,
  count(functions.length),
  ...contents.map((content) => meanShare(sharesAt(functions, content))),
  percent(Math.min(...functions.flatMap(({ shapes }) => shapes.map(({ shareOfCopy }) => shareOfCopy)))),
];

/** The kernels of a function, each with its registers, and its stack if it has one. */
const kernelsOf = ({ kernels }) =>
  kernels
    .map(({ kernel, registers, stackBytes }) => `${kernel} ${registers}${stackBytes > 0 ? ` + ${stackBytes} B` : ''}`)
    .join(', ');

function slowest(functions) {
  const all = functions.flatMap(({ shapes, ...each }) => shapes.map((shape) => ({ ...each, ...shape })));
  all.sort((a, b) => a.shareOfCopy - b.shareOfCopy);
  return firstTen(all).map((each) => [
    `${each.name} (${each.kind})`,
    titles[each.content],
    each.length === null ? '–' : count(each.length),
    digits(each.nsPerRow),
    percent(each.shareOfCopy),
    kernelsOf(each),
  ]);
}

export function functionsGpuSection({ machine, copyBytesPerSecond, functions }) {
  const measured = functions.filter(({ failed }) => failed === undefined);
  return [
    `${machine.device}, ${machine.date.slice(0, 10)}; a copy reads and writes ${count(Math.round(copyBytesPerSecond / 1e9))} GB/s. Bytes of input and output per second of device time, as a share of that rate, geometric means over all lengths:`,
    '',
    table(['', 'functions', ...contents.map((content) => titles[content]), 'least'], kindLines(measured, kindLine)),
    '',
    ...failureLines(functions),
    `${differences(measured)} The ten slowest functions, each at its worst content and length, with the registers per thread of their kernels, and the bytes of stack per thread where a kernel has some:`,
    '',
    table(['', 'content', 'characters', 'ns per row', 'of the copy', 'kernels'], slowest(measured)),
  ].join('\n');
}
