// node scripts/ipc-mutations.mjs [--mutants 50000] [--seed 1] [--workers 1] [--json bench/results/ipc-mutations-<date>.json]
//
// Changes files and streams of Arrow IPC at random (test/ipc/mutate.ts): flipped bits, lengths, offsets, vtables, cuts, splices,
// doubled messages. Each goes to transforms that take its columns, on js and cpu. Either a SchemaError refuses it, or the result is
// that of the reference. A separate process with a time limit finds hangs and crashes. Needs a C++ compiler.
import { runProgram } from './test-program.mjs';

runProgram('test/ipc/campaign/tsconfig.json', 'test/.ipc/js/test/ipc/campaign/main.js');
