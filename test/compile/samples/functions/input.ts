import { nullable, transform, utf8 } from 'rowfuse';
import { shorten as cut } from './limits.js';

const isThere = (text: string | null): text is string => text !== null && text !== '-';

export const titles = transform({
  input: { title: utf8, author: nullable(utf8) },
  output: { title: utf8, by: nullable(utf8) },
  row({ title, author }) {
    const quoted = (text: string) => ({ title: `“${cut(text)}”`, by: null as string | null });
    if (!isThere(author)) return quoted(title);
    const [first, rest = first] = [cut(title, 5), author.at(1)];
    return { ...quoted(first), by: rest };
  },
});
