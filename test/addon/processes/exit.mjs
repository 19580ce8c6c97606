// node exit.mjs <backend> <how>
//
// Ends with calls in flight: by process.exit, by an exception, or by reaching its end, where it waits for them.
import { setTimeout } from 'node:timers/promises';
import { check, people, redact } from './work.mjs';

const [backend, how] = process.argv.slice(2);
const rows = 500_000;
const input = people(rows);
for (let call = 0; call < 10; call += 1) redact(input, { backend }).then((result) => check(result, rows));
if (how === 'end') redact(input, { backend }).then(() => console.log('waited'));
else {
  await setTimeout(5);
  if (how === 'exit') process.exit(3);
  throw new Error('thrown in the midst');
}
