// Passes malformed Arrow inputs over every example and run sample to the reference and each backend, which must agree:
//   node scripts/malformed-inputs.mjs --cases 200 --seed 7 --json bench/results/malformed-inputs.json
// `--only name` takes one transform. ROWFUSE_TEST_BACKENDS names the backends; the default is cpu and js.
import { runProgram } from './test-program.mjs';

runProgram('test/malformed/tsconfig.json', 'test/.fuzz/malformed/test/malformed/main.js');
