import { withArticle } from '../../schema/with-article.js';

/** Like {@link withArticle}, for the start of a sentence: `An array`, `Null`. */
export function startingWith(noun: string): string {
  const words = withArticle(noun);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Shortens text for a message to one line of at most `most` characters. */
export function excerpt(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
