import path from 'node:path';
import type { UserConfig } from 'vitepress';
import { docs } from './repository';

type Plugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { name: string }>;

/** Resolves the Vue that compiled pages import: docs/ lies outside the folder in which it is installed. */
export const vueForPages: Plugin = {
  name: 'rowfuse:vue-for-pages',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!/^vue(?:\/|$)/.test(source) || !importer?.startsWith(docs + path.sep)) return null;
    return this.resolve(source, import.meta.filename, { skipSelf: true });
  },
};
