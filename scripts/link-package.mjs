// Part of `npm run compile`: makes node_modules/rowfuse lead to this checkout.
//
// Generated folders have a package.json of their own. To Node they are therefore no part of this package, and it looks for
// `rowfuse` in node_modules, as it does in every project.
import { lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const link = join(root, 'node_modules', 'rowfuse');
if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) {
  rmSync(link, { recursive: true, force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(root, link, 'junction');
}
