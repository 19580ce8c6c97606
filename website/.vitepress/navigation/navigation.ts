import type { DefaultTheme } from 'vitepress';
import { type Folder, isFolder, type Page } from './pages';

/** Returns the links of the top bar: the first page of each folder of docs/. */
export const navigationOf = ({ entries }: Folder): DefaultTheme.NavItem[] =>
  entries
    .filter(isFolder)
    .map((folder) => ({ text: folder.title, link: firstLink(folder), activeMatch: `^/${folder.name}/` }));

/** Returns the groups of the sidebar. Folders in folders are closed until one of their pages is shown. */
export const sidebarOf = ({ entries }: Folder): DefaultTheme.SidebarItem[] => {
  const single = entries.filter((entry) => !isFolder(entry)).map(itemOf);
  return [...entries.filter(isFolder).map(itemOf), ...(single.length > 0 ? [{ text: 'More', items: single }] : [])];
};

const itemOf = (entry: Page | Folder): DefaultTheme.SidebarItem =>
  isFolder(entry)
    ? {
        text: entry.title,
        items: entry.entries.map(itemOf),
        ...(entry.name.includes('/') && { collapsed: true }),
      }
    : { text: entry.title, link: entry.link };

function firstLink({ entries: [first] }: Folder): string {
  if (first === undefined) throw new Error('A folder without pages is no part of the navigation');
  return isFolder(first) ? firstLink(first) : first.link;
}
