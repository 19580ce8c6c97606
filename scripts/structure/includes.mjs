import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const cpp = /\.(hpp|cuh|h|cpp|cu|cc)$/;

/** Returns the C++ and CUDA files below a folder, with the files of ours that each includes. Paths have slashes. */
export function readIncludes(root, folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
    .filter((file) => cpp.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const imports = [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]+([<"])([^>"\n]+)[>"]/gm)]
        .map(([, quote, name]) => path.posix.join(quote === '<' ? `${folder}/include` : path.posix.dirname(file), name))
        .filter((target) => existsSync(path.join(root, target)));
      return { file, imports, lines: text.trimEnd().split('\n').length, classes: [] };
    });
}
