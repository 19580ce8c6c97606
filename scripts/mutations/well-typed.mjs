// A mutant that does not type-check is none: nobody can commit it. Most tests for the kind of a node are of this sort, because the parts
// that are read after them exist in nodes of that kind alone.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Project } from 'ts-morph';

/** The mutants of one program: each is a file of its own beside the original, so that all share the types of what they import. */
const mutantsOfProgram = 300;

/** Returns the numbers of the mutants that type-check, found by several threads. */
export async function wellTyped(root, mutants, threads) {
  const each = Math.ceil(mutants.length / threads);
  const shares = Array.from({ length: threads }, (_, place) => mutants.slice(place * each, (place + 1) * each));
  const found = await Promise.all(shares.filter(({ length }) => length > 0).map((share) => checkInThread(root, share)));
  return new Set(found.flat());
}

function checkInThread(root, mutants) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { root, mutants } });
  return new Promise((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

function check({ root, mutants }) {
  const found = [];
  for (let first = 0; first < mutants.length; first += mutantsOfProgram)
    found.push(...checkProgram(root, mutants.slice(first, first + mutantsOfProgram)));
  return found;
}

function checkProgram(root, mutants) {
  const project = new Project({
    tsConfigFilePath: path.join(root, 'tsconfig.json'),
    skipAddingFilesFromTsConfig: true,
  });
  const texts = new Map([...new Set(mutants.map(({ file }) => file))].map((file) => [file, textOf(root, file)]));
  const add = (file, id, text) =>
    project.createSourceFile(path.join(root, file.replace(/\.ts$/, `.mutant${id}.ts`)), text);
  const originals = new Map([...texts].map(([file, text]) => [file, add(file, 0, text)]));
  const changed = mutants.map(({ id, file, start, end, after }) => {
    const text = texts.get(file);
    return { id, file, source: add(file, id, `${text.slice(0, start)}(${after})${text.slice(end)}`) };
  });
  const program = project.getProgram().compilerObject;
  const complaints = ({ compilerNode }) =>
    program.getSemanticDiagnostics(compilerNode).map(({ messageText }) => JSON.stringify(messageText));
  // On a machine without all packages the original has complaints, too.
  const known = new Map([...originals].map(([file, source]) => [file, new Set(complaints(source))]));
  return changed.flatMap(({ id, file, source }) =>
    complaints(source).every((complaint) => known.get(file).has(complaint)) ? [id] : [],
  );
}

function textOf(root, file) {
  return readFileSync(path.join(root, file), 'utf8');
}

if (!isMainThread) parentPort.postMessage(check(workerData));
