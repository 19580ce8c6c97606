import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../root.js';

const { faultsOf } = (await import(pathToFileURL(path.join(root, 'scripts/commits/convention.mjs')).href)) as {
  faultsOf(message: string): readonly string[];
};

test.each([
  'cuda: stop all lanes of a warp on one lane\n\nA lane that fails made the others wait.\n',
  'docs, cli: name the option\n\nReaders looked for it.\n',
  '4-emit: embed the tables\n\nThey are constants.\n',
])('accepts %j', (message) => {
  expect(faultsOf(message)).toEqual([]);
});

test.each([
  ['Groups of lines on the device\n\nWhy.', 'the subject is not `area: summary`'],
  ['Cuda: stop all lanes\n\nWhy.', 'the subject is not `area: summary`'],
  ['cuda:stop all lanes\n\nWhy.', 'the subject is not `area: summary`'],
  ['cuda: added a flag\n\nWhy.', 'the summary begins with "added": write it as a command (add, fix, move)'],
  ['cuda: fixing a flag\n\nWhy.', 'the summary begins with "fixing": write it as a command (add, fix, move)'],
  [`cuda: ${'x'.repeat(67)}\n\nWhy.`, 'the subject has 73 characters, more than 72'],
  ['cuda: stop all lanes\nWhy.\n\nMore.', 'the line below the subject is not empty'],
  ['cuda: stop all lanes\n', 'there is no body that says why'],
  ['cuda: stop all lanes\n\n\n', 'there is no body that says why'],
])('finds the fault of %j', (message, fault) => {
  expect(faultsOf(message)).toEqual([fault]);
});
