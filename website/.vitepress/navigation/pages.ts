import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type FolderDescription, folders } from './folders';

/** A page with its address from docs/, such as `/guides/windows`. */
export interface Page {
  readonly title: string;
  readonly link: string;
}

/** A folder with its pages and folders, in the order in which they are shown. */
export interface Folder {
  readonly name: string;
  readonly title: string;
  readonly entries: readonly (Page | Folder)[];
}

/**
 * Reads the pages below a folder.
 *
 * @throws An error if a page has no heading, or if `folders` names a file that does not exist.
 */
export function readFolder(docs: string, name = '', described = folders): Folder {
  const { title = sentenceCase(path.basename(name)), first = [] }: FolderDescription = described[name] ?? {};
  const files = readdirSync(path.join(docs, name), { withFileTypes: true });
  const entries = new Map<string, Page | Folder>();
  for (const file of files) {
    const below = path.posix.join(name, file.name);
    if (file.isDirectory()) {
      const folder = readFolder(docs, below, described);
      if (folder.entries.length > 0) entries.set(file.name, folder);
    } else if (file.name.endsWith('.md') && below !== 'index.md') entries.set(file.name, readPage(docs, below));
  }
  const lost = first.find((file) => !entries.has(file));
  if (lost !== undefined) throw new Error(`The navigation names ${path.posix.join(name, lost)}, which does not exist`);
  const rank = (file: string) => (first.includes(file) ? first.indexOf(file) : first.length);
  const sorted = [...entries].sort(([a, one], [b, other]) => rank(a) - rank(b) || compareEntries(one, other));
  return { name, title, entries: sorted.map(([, entry]) => entry) };
}

export const isFolder = (entry: Page | Folder): entry is Folder => 'entries' in entry;

/** Orders pages before folders, a folder's overview before its other pages, and the rest by title. */
function compareEntries(one: Page | Folder, other: Page | Folder): number {
  const kind = (entry: Page | Folder) => (isFolder(entry) ? 2 : entry.link.endsWith('/') ? 0 : 1);
  return kind(one) - kind(other) || one.title.localeCompare(other.title, 'en');
}

function readPage(docs: string, file: string): Page {
  const heading = /^# (.+)$/m.exec(readFileSync(path.join(docs, file), 'utf8'))?.[1];
  if (heading === undefined) throw new Error(`docs/${file} has no heading`);
  return { title: heading.replace(/[`*]/g, '').trim(), link: `/${file.replace(/(?:^|(?<=\/))index\.md$|\.md$/, '')}` };
}

const sentenceCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
