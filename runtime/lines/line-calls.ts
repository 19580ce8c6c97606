import type { CallRuntime } from '../call/call-runtime.js';
import { Pipeline } from '../call/pipeline.js';
import { type CallWatch, watchCall, watched } from '../call/watch-call.js';
import { limitsOf } from '../chunk-limits.js';
import { namingColumns, ofTransform } from '../columns/naming-columns.js';
import { computedPart, type TransformDescription } from '../description.js';
import { failedRows } from '../faults/failed-rows.js';
import type { PieceSource } from '../input/input-rows.js';
import type { Piece } from '../input/piece.js';
import { MemoryBudget } from '../memory-budget.js';
import { checkOptions } from '../options.js';
import { assemble } from '../output/assemble.js';
import type { ResultChunk } from '../output/result-columns.js';
import { Pace } from '../pace.js';
import { checkParams } from '../params.js';
import { evaluateNow } from '../reference/evaluate.js';
import { cutInTurns } from './cut-lines.js';
import { lineCut, linePieces, linePiecesNow, type OnRead } from './line-pieces.js';
import { openText } from './lines-input.js';
import { progressOf } from './progress.js';

/** Makes the functions that a generated module exports for a transform of lines. */
export function lineCalls(description: TransformDescription, runtime: CallRuntime) {
  const { name, input, output, params: declaredParams = [] } = description;
  const computed = computedPart(description);
  const pipeline = new Pipeline(computed, runtime);
  const cut = lineCut(description, runtime.maxBytes);

  async function run(passed: unknown, given: unknown, watch: CallWatch | undefined): Promise<unknown> {
    const options = checkOptions(name, given, 'lines', declaredParams);
    const { backend, signal, copyInputs = false, valuesInErrors = true, onError, onProgress } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    signal?.throwIfAborted();
    const memory = new MemoryBudget(name);
    const text = openText(name, passed, { copyInputs, memory });
    const chosen = runtime.chooser.choose(backend);
    if (watch !== undefined) watch.backend = chosen.backend;
    const onRead = await progressOf(name, text, onProgress);
    const isColumn = text.kind === 'column';
    const onBytes = watch === undefined ? onRead : countingBytes(watch, onRead);
    const chunks: ResultChunk[] = [];
    const computeOptions = { params, valuesInErrors, failed, pace: new Pace(), memory, signal };
    const ownCut = { ...(chosen.backend === 'js' ? cutInTurns(cut) : cut), memory };
    for await (const piece of linePieces(ownCut, text, signal, onBytes)) {
      if (isColumn) watch?.readPiece(input, piece);
      else watch?.read(piece.length, 0);
      chunks.push(...(await pipeline.on(chosen)(oneOf(piece), computeOptions)));
    }
    watch?.wrote(chunks);
    const result = assemble(description, chunks, memory);
    return onError === 'collect' && failed ? failed.beside(result) : result;
  }

  const call = (passed: unknown, given?: unknown): Promise<unknown> => {
    const watch = watchCall(name);
    return watched(watch, run(passed, given, watch), (error) => ofTransform(error, name));
  };

  const reference = namingColumns(name, (passed: unknown, given?: unknown): unknown => {
    const options = checkOptions(`${name}.reference`, given, 'reference', declaredParams);
    const { copyInputs = false, valuesInErrors = true, onError } = options;
    const params = checkParams(description, options.params, { valuesInErrors });
    const failed = failedRows(description, options);
    const memory = new MemoryBudget(`${name}.reference`);
    const text = openText(name, passed, { copyInputs, memory });
    const rows = { pieces: () => linePiecesNow({ ...cut, memory }, text) };
    const evaluateOptions = { params, valuesInErrors, failed, memory, ...limitsOf(runtime) };
    try {
      const result = assemble(description, evaluateNow(computed, rows, evaluateOptions), memory);
      return onError === 'collect' && failed ? failed.beside(result) : result;
    } catch (error) {
      throw memory.explain(error);
    }
  });

  Object.defineProperty(call, 'name', { value: name });
  return Object.assign(call, { reference, input, params: declaredParams, output });
}

/** Returns a function that counts the bytes of a text before it reports them. */
function countingBytes(watch: CallWatch, onRead: OnRead): OnRead {
  return (bytes, rows) => {
    watch.read(0, bytes);
    onRead(bytes, rows);
  };
}

function oneOf(piece: Piece): PieceSource {
  return { pieces: () => [piece] };
}
