/** The title of a folder of docs/, and the pages and folders that come first in it. All others follow by their titles. */
export interface FolderDescription {
  readonly title?: string;
  readonly first?: readonly string[];
}

/** Folders by their path; '' is docs/ itself. A folder that is not named here is shown under its own name. */
export const folders: Readonly<Record<string, FolderDescription>> = {
  '': { first: ['start', 'guides', 'reference', 'explanation'] },
  start: { title: 'Start', first: ['deployment.md'] },
  guides: { title: 'Guides', first: ['windows.md', 'aggregates.md', 'streams.md', 'device-tables.md'] },
  reference: { title: 'Reference', first: ['language.md', 'inputs.md', 'errors.md', 'building.md', 'diagnostics.md'] },
  'reference/api': { title: 'API' },
  explanation: { title: 'Explanation', first: ['architecture.md', 'performance.md', 'measurements.md'] },
};
