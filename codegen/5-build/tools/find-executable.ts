import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Returns the absolute path of a program. A path is taken as it is, a name is looked up in PATH. Undefined if there is no such program. */
export function findExecutable(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const directories = name.includes('/') || name.includes(path.sep) ? [''] : pathsOf(environment);
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const directory of directories) {
    for (const suffix of suffixes) {
      const file = path.resolve(directory, name + suffix);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

function pathsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  return (environment.PATH ?? environment.Path ?? '').split(path.delimiter).filter((directory) => directory !== '');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
