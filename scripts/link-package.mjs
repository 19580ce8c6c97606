// Part of `npm run compile`: makes node_modules/rowfuse and node_modules/@rowfuse/runtime lead to this checkout.
//
// Generated folders have their own package.json. To Node they are therefore no part of this package, and it looks for both packages in
// node_modules, as in every project. npm makes the link of the workspace only where it installs.
import { lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
for (const [name, folder] of [
  ['rowfuse', '.'],
  ['@rowfuse/runtime', 'runtime'],
]) {
  const link = join(root, 'node_modules', name);
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
  rmSync(link, { recursive: true, force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, folder), link, 'junction');
}
