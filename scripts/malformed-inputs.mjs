// Malformed Arrow inputs over every example and run sample, on the reference and each backend, which have to agree:
//   node scripts/malformed-inputs.mjs --cases 200 --seed 7 --json bench/results/malformed-inputs.json
// `--only name` takes one transform. ROWFUSE_TEST_BACKENDS names the backends; by default there are cpu and js.
import { runProgram } from './test-program.mjs';

runProgram('test/malformed/tsconfig.json', 'test/.fuzz/malformed/test/malformed/main.js');
