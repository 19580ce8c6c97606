// A thread of scripts/number-sweep.mjs: takes blocks of cases from the native code, computes them with JavaScript's own operations, and
// replies with the differences.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { addon: path, blockLength, seed } = workerData;
const addon = createRequire(import.meta.url)(path);

const given = new Float64Array(3 * blockLength);
const halves = new BigInt64Array(given.buffer);
const givenText = Buffer.from(new ArrayBuffer(blockLength * 1201));
const answered = new Float64Array(blockLength);
const answeredText = Buffer.from(new ArrayBuffer(blockLength * 1135));

const texts = {
  String,
  toFixed: (x, digits) => x.toFixed(digits),
  toPrecision: (x, digits) => x.toPrecision(digits),
  toExponential: (x, digits) => x.toExponential(digits),
  'toExponential()': (x) => x.toExponential(),
  'toString(radix)': (x, radix) => x.toString(radix),
};

function bigintText(text) {
  let value;
  try {
    value = BigInt(text);
  } catch {
    return 'error';
  }
  return BigInt.asIntN(128, value) === value ? String(value) : 'range';
}

const parsers = { Number, parseFloat, parseInt, BigInt: bigintText };

const functions = {
  ...Object.fromEntries(Object.getOwnPropertyNames(Math).map((name) => [name, Math[name]])),
  hypot3: (x, y) => Math.hypot(x, y, x * 0.75),
  toInt32: (x) => x | 0,
  remainder: (x, y) => x % y,
};

/** Returns JavaScript's results for a block, from the inputs of its cases. */
function expected(name, readsText, count, textSize) {
  const values = new Array(count);
  if (readsText) {
    const parse = parsers[name];
    const lines = givenText.latin1Slice(0, textSize - 1).split('\n');
    if (lines.length !== count) throw new Error(`${name}: ${lines.length} lines for ${count} cases`);
    for (let i = 0; i < count; i++) values[i] = parse(lines[i], given[3 * i + 1]);
  } else if (name === 'BigInt toString(radix)') {
    for (let i = 0; i < count; i++) {
      const value = (halves[3 * i + 2] << 64n) | BigInt.asUintN(64, halves[3 * i]);
      values[i] = value.toString(given[3 * i + 1]);
    }
  } else {
    const compute = texts[name] ?? functions[name];
    for (let i = 0; i < count; i++) values[i] = compute(given[3 * i], given[3 * i + 1]);
  }
  return values;
}

/** Returns the places where a block's results differ from JavaScript's. */
function differences(name, answersNumber, count, textSize, values) {
  const places = [];
  if (answersNumber) {
    for (let i = 0; i < count; i++) if (!Object.is(values[i], answered[i])) places.push(i);
    return places;
  }
  const lines = Buffer.from(`${values.join('\n')}\n`, 'latin1');
  if (lines.compare(answeredText, 0, textSize) !== 0) {
    const native = answeredText.latin1Slice(0, textSize - 1).split('\n');
    for (let i = 0; i < count; i++) if (native[i] !== values[i]) places.push(i);
    if (native.length !== count) throw new Error(`${name}: ${native.length} answers to ${count} cases`);
  }
  // The printed text must read back as the number; -0 is printed as 0.
  if (name === 'String') for (let i = 0; i < count; i++) if (!Object.is(answered[i], given[3 * i] + 0)) places.push(i);
  return places;
}

const hexadecimal = (place) => `0x${BigInt.asUintN(64, halves[place]).toString(16).padStart(16, '0')}`;

function described(name, { readsText, answersNumber }, i, begin, value, textSize) {
  const input = readsText
    ? JSON.stringify(givenText.latin1Slice(0, textSize).split('\n')[i])
    : `${hexadecimal(3 * i)} (${given[3 * i]})`;
  const native = answersNumber ? answered[i] : answeredText.latin1Slice().split('\n', i + 1)[i];
  const shown = (answer) => (typeof answer === 'number' ? `${Object.is(answer, -0) ? '-0' : answer}` : `"${answer}"`);
  return `${name} of case ${begin + i}: ${input}, ${given[3 * i + 1]}: ${shown(native)}, not ${shown(value)}`;
}

parentPort.on('message', ({ operation, begin, count }) => {
  const { name, readsText, answersNumber } = addon.operations[operation];
  const from = performance.now();
  const buffers = [given.buffer, givenText.buffer, answered.buffer, answeredText.buffer];
  const [textSize, answerSize] = addon.fill(operation, seed, begin, count, ...buffers);
  const filled = performance.now();
  const values = expected(name, readsText, count, textSize);
  const places = differences(name, answersNumber, count, answerSize, values);
  parentPort.postMessage({
    operation,
    begin,
    count,
    differences: places.length,
    examples: places
      .slice(0, 5)
      .map((i) => described(name, { readsText, answersNumber }, i, begin, values[i], textSize)),
    nativeSeconds: (filled - from) / 1000,
    scriptSeconds: (performance.now() - filled) / 1000,
  });
});
