// Runs any number of random programs:
//   npm run fuzz -- --programs 1000 --seed 7
//   npm run fuzz -- --minutes 60 --json fuzz.json
// ROWFUSE_TEST_BACKENDS names the backends; the default is cpu. Findings are shrunk, and printed as modules. Runs side by side need a folder
// each: ROWFUSE_FUZZ_FOLDER.
import { compiledFuzzer } from './fuzz/compiled-fuzzer.mjs';
import { node } from './test-program.mjs';

node(await compiledFuzzer(), ...process.argv.slice(2));
