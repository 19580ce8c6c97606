// Matches texts by V8. A pattern may take exponential time there, so this is a worker that can be ended.
import { parentPort, workerData } from 'node:worker_threads';

const { progress } = workerData;

/** Returns the places of all groups of all matches, as a loop over `exec` finds them. */
function matchesOf(expression, text) {
  const found = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    for (const place of match.indices) found.push(place?.[0] ?? -1, place?.[1] ?? -1);
    if (match[0] === '') {
      const isPair = expression.unicode || expression.unicodeSets;
      const code = isPair ? text.codePointAt(expression.lastIndex) : 0;
      expression.lastIndex += code > 0xffff ? 2 : 1;
    }
  }
  return found;
}

parentPort.on('message', ({ source, flags, texts, skipped }) => {
  const expression = new RegExp(source, `${flags.replace(/[dg]/g, '')}dg`);
  const matches = texts.map((text, place) => {
    Atomics.add(progress, 0, 1);
    Atomics.store(progress, 1, place);
    return skipped.includes(place) ? null : matchesOf(expression, text);
  });
  parentPort.postMessage(matches);
});
