import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds everything, and the one with the pages. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const docs = path.join(root, 'docs');

/** The field `repository` of a package.json: an address, its short form for GitHub, or an object with the address that git takes. */
type RepositoryField = string | { readonly url: string };

/** Returns the address at which a browser shows the repository. */
export const browsedAt = (field: RepositoryField): string =>
  (typeof field === 'string' ? field : field.url)
    .replace(/^github:/, 'https://github.com/')
    .replace(/^git\+/, '')
    .replace(/\.git$/, '');

const { repository: field } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  repository?: RepositoryField;
};

/** The repository's address, which package.json names. Undefined while it names none. */
export const repository = field === undefined ? undefined : browsedAt(field);
