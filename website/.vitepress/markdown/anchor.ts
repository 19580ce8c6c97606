/**
 * Returns the anchor of a heading by GitHub's rule, by which the pages link to each other. VitePress's own rule differs for
 * apostrophes, dots and leading digits.
 */
export const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
