import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the C++ and CUDA files of the work tree, also those that are not committed yet. clang-format skips the files that
 * .clang-format-ignore names.
 */
export function formattedFiles(root) {
  const folders = ['native', 'bench', 'test'];
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...folders];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((file) => /\.(cc|cpp|cu|cuh|h|hpp)$/.test(file) && existsSync(path.join(root, file)));
}
