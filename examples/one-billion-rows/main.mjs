// node examples/one-billion-rows/main.mjs measurements.txt
// Build first: npx rowfuse build examples/*.ts --out generated
import { argv, exit } from 'node:process';
import { stations } from '../../generated/index.js';
import { report } from './report.mjs';

const [, , file] = argv;
if (file === undefined) {
  console.error('usage: node examples/one-billion-rows/main.mjs measurements.txt');
  exit(2);
}
console.log(report(await stations({ file })));
