/** The title of a folder of docs/, and the pages and folders that come first in it. All others follow by their titles. */
export interface FolderDescription {
  readonly title?: string;
  readonly first?: readonly string[];
}

/** Folders by their path; '' is docs/ itself. A folder that is not named here is shown under its own name. */
export const folders: Readonly<Record<string, FolderDescription>> = {
  '': { first: ['start', 'guides', 'reference', 'explanation', 'decisions'] },
  start: { title: 'Start', first: ['first-five-minutes.md', 'testing.md', 'deployment.md'] },
  guides: {
    title: 'Guides',
    first: ['cookbook.md', 'regular-expressions.md', 'windows.md', 'aggregates.md', 'streams.md', 'device-tables.md'],
  },
  reference: {
    title: 'Reference',
    first: [
      'language.md',
      'types.md',
      'calls.md',
      'options.md',
      'errors.md',
      'diagnostics.md',
      'hints.md',
      'cli.md',
      'inputs.md',
      'building.md',
    ],
  },
  'reference/api': { title: 'API', first: ['index.md', 'rowfuse.md', 'generated.md', 'runtime.md', 'compiler.md'] },
  explanation: {
    title: 'Explanation',
    first: ['architecture.md', 'tour.md', 'semantics.md', 'performance.md', 'measurements.md'],
  },
  decisions: { title: 'Decisions' },
};
