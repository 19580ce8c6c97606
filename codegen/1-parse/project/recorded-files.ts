import { type FileSystemHost, Project } from 'ts-morph';
import { type FileFact, hashOf, hashOfNames } from './file-facts.js';

/** Returns a file system that records each answer in `facts`. Files that `isTaken` refuses by path and text are read as empty. */
export function recordFiles(
  facts: Map<string, FileFact>,
  isTaken: (file: string, text: string) => boolean = () => true,
): FileSystemHost {
  const host = new Project({ skipLoadingLibFiles: true }).getFileSystem();
  const note = (file: string, fact: FileFact): void => {
    if (!facts.has(file) || 'hash' in fact) facts.set(file, fact);
  };
  const recorded: Partial<FileSystemHost> = {
    readFileSync(file, encoding) {
      try {
        const text = host.readFileSync(file, encoding);
        note(file, { kind: 'text', hash: hashOf(text) });
        return isTaken(file, text) ? text : '';
      } catch (error) {
        note(file, { kind: 'absent' });
        throw error;
      }
    },
    fileExistsSync(file) {
      const exists = host.fileExistsSync(file);
      note(file, { kind: exists ? 'file' : 'absent' });
      return exists;
    },
    directoryExistsSync(directory) {
      const exists = host.directoryExistsSync(directory);
      note(directory, { kind: exists ? 'folder' : 'absent' });
      return exists;
    },
    readDirSync(directory) {
      const entries = host.readDirSync(directory);
      note(directory, { kind: 'names', hash: hashOfNames(entries.map(({ name }) => name)) });
      return entries;
    },
  };
  return new Proxy(host, {
    get(target, name) {
      const own: unknown = Reflect.get(recorded, name) ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}
