// node scripts/ipc-mutations.mjs [--mutants 50000] [--seed 1] [--workers 1] [--json bench/results/ipc-mutations-<date>.json]
//
// Changes files and streams of Arrow IPC at random (test/ipc/mutate.ts): flipped bits, lengths, offsets, vtables, cuts, splices, messages that
// come twice. Each is given to transforms that take its columns, on js and cpu: it is refused by a SchemaError, or the result
// is that of the reference. A process of its own, with a bound of time for each, finds what hangs or crashes. Needs a C++ compiler.
import { runProgram } from './test-program.mjs';

runProgram('test/ipc/campaign/tsconfig.json', 'test/.ipc/js/test/ipc/campaign/main.js');
