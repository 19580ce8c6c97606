// A line longer than the memory that the system grants causes an error, and the next call works.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { transforms } from './built.mjs';

const { stations } = await import(transforms);
const [, , backend] = process.argv;
const some = Buffer.from('a;1.0\n');
await stations(some, { backend });
const piece = Buffer.alloc(64 << 20, 'x');
const addressSpace = Number(/VmSize:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
execFileSync('prlimit', ['--pid', String(process.pid), `--as=${addressSpace + (500 << 20)}`]);

async function* withoutEnd() {
  for (;;) yield piece;
}
const told = await stations(withoutEnd(), { backend }).then(
  () => 'a result',
  ({ name, message }) => `${name}: ${message}`,
);
const { numRows } = await stations(some, { backend });
console.log(JSON.stringify({ told, numRows }));
