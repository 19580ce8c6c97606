import { transform, utf8 } from 'rowfuse';

export const searchedTwice = transform({
  input: { path: utf8 },
  output: utf8,
  row({ path }) {
    if (!path.includes('.txt')) return '';
    return path.slice(0, path.indexOf('.txt'));
  },
});

export const searchedTwiceFaster = transform({
  input: { path: utf8 },
  output: utf8,
  row({ path }) {
    const at = path.indexOf('.txt');
    return at >= 0 ? path.slice(0, at) : '';
  },
});
