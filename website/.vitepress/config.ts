import path from 'node:path';
import { defineConfig } from 'vitepress';
import { markdownOptions } from './markdown/options';
import { navigationOf, sidebarOf } from './navigation/navigation';
import { outlineOf } from './navigation/outline';
import { readFolder } from './navigation/pages';
import { docs, repository } from './repository';
import { vueForPages } from './vue-for-pages';

const pages = readFolder(docs);

export default defineConfig({
  srcDir: '../docs',
  title: 'rowfuse',
  description: 'TypeScript row functions, compiled to fused CUDA kernels and multi-threaded CPU code.',
  lang: 'en',
  markdown: markdownOptions(repository),
  transformPageData: ({ relativePath, frontmatter }) => ({
    frontmatter: { outline: outlineOf(path.join(docs, relativePath)), ...frontmatter },
  }),
  vite: {
    plugins: [vueForPages],
    ssr: { external: ['vue', 'vue/server-renderer'] },
    // The index of the search is large, and loaded when somebody searches.
    build: { chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    nav: navigationOf(pages),
    sidebar: sidebarOf(pages),
    search: { provider: 'local' },
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
  },
});
