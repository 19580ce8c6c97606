// node terminated-within.mjs <backend> [<kind>...]
//
// Terminates workers at every place where the addon meets JavaScript: at each property that it reads from an argument, and at each
// that it sets on a result. It does so for the named kinds of calls, or for every kind and for loading the addon. After the
// termination, whatever the addon asks of Node fails.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

async function main(backend, ...kinds) {
  const { kindsOfCalls } = await import('./kinds-of-calls.mjs');
  const { check, people, redact } = await import('./work.mjs');
  const known = new Set();
  const tryKinds = async (queue) => {
    for (let kind = queue.shift(); kind !== undefined; kind = queue.shift()) {
      for (const place of await placesOf({ backend, kind })) {
        if (known.has(place)) continue;
        known.add(place);
        const passed = await placesOf({ backend, kind, place });
        if (passed !== undefined) throw new Error(`${kind} was not terminated at ${place}`);
        check(await redact(people(100), { backend }), 100);
      }
    }
  };
  const queue = kinds.length > 0 ? kinds : ['loading', ...Object.keys(kindsOfCalls)];
  await Promise.all([tryKinds(queue), tryKinds(queue)]);
  if (process.env.ROWFUSE_SHOW_PLACES) console.log([...known].sort().join('\n'));
  console.log(`terminated at ${known.size} places`);
}

/** Returns the places that a call reaches, or undefined if it was terminated. */
async function placesOf(data) {
  const worker = new Worker(new URL(import.meta.url), { workerData: data });
  let places;
  worker.on('message', (message) => (places = message));
  await once(worker, 'exit');
  return places;
}

const places = new Set();
let isArmed = false;
/** The addon function that was called last. */
let called = '';
/** True while the addon runs, called by JavaScript. */
let isInside = false;

function arrive(property) {
  if (!isArmed) return;
  const place = `${called}${isInside ? '' : ', settling'}: ${property}`;
  places.add(place);
  if (place === workerData.place) process.exit();
}

/** True if no JavaScript but the accessor itself runs: the addon settles a promise. */
function isSettling() {
  const { stack } = new Error();
  return stack.split('\n').length <= 3;
}

/** Objects that the addon makes inherit these setters. */
function watchWhatIsSet() {
  Error.stackTraceLimit = 4;
  const watch = (prototype, name) =>
    Object.defineProperty(prototype, name, {
      configurable: true,
      get: () => undefined,
      set(value) {
        if (isInside || isSettling()) arrive(`sets ${name}`);
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  const names =
    'abiVersion buildHash transforms onePass bytes code column deviceMs errno fault finished job line nullCounts offsets path row rows syscall total validity values';
  for (const name of names.split(' ')) watch(Object.prototype, name);
  for (const index of [0, 1, 2]) watch(Array.prototype, index);
}

/** Returns a copy of the value whose properties report when they are read. */
function watched(value, where) {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(Object(value)) === Object.prototype;
  if (!isPlain || Object.keys(value).length === 0) return value; // objects that the addon made have no such properties
  const copy = Array.isArray(value) ? new Array(value.length) : {};
  for (const [name, property] of Object.entries(value)) {
    const inner = watched(property, `${where}.${name}`);
    Object.defineProperty(copy, name, {
      enumerable: true,
      get() {
        if (isInside) arrive(`reads ${where}.${name}`);
        return inner;
      },
    });
  }
  return copy;
}

/** The addon's functions, for JavaScript. */
function watchedFunctions(exports) {
  return Object.fromEntries(
    Object.entries(exports).map(([name, real]) => {
      if (typeof real !== 'function') return [name, name === 'device' ? watchedFunctions(real) : real];
      return [
        name,
        (...given) => {
          const passed = given.map((value, index) => watched(value, index));
          called = name;
          isInside = true;
          try {
            return real(...passed);
          } finally {
            isInside = false;
          }
        },
      ];
    }),
  );
}

async function callOnce({ backend, kind }) {
  const { kindsOfCalls } = await import('./kinds-of-calls.mjs');
  const call = await kindsOfCalls[kind === 'loading' ? 'aValue' : kind](backend);
  watchWhatIsSet();
  const { dlopen } = process;
  process.dlopen = (module, file) => {
    isArmed = isInside = kind === 'loading';
    called = 'loading';
    dlopen.call(process, module, file);
    isArmed = isInside = false;
    module.exports = watchedFunctions(module.exports);
  };
  await call().catch(() => {}); // loads the addon
  isArmed = kind !== 'loading';
  await call().catch(() => {});
  isArmed = false;
  parentPort.postMessage([...places]);
}

if (isMainThread) await main(...process.argv.slice(2));
else await callOnce(workerData);
