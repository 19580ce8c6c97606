import { list, nullable, struct, transform, utf8 } from 'rowfuse';

function parseQuery(url: string): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  const question = url.indexOf('?');
  if (question === -1) return parameters;
  const query = url.slice(question + 1).split('#')[0];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [key, value = ''] = pair.split('=');
    const values = parameters.get(key);
    if (values) values.push(value);
    else parameters.set(key, [value]);
  }
  return parameters;
}

/** Parses the query of an address into a map, and gives its page, its tags and its names. */
export const queryParameter = transform({
  input: { url: utf8 },
  output: struct({ page: nullable(utf8), tags: list(utf8), names: list(utf8) }),
  row({ url }) {
    const parameters = parseQuery(url);
    return {
      page: parameters.get('page')?.[0] ?? null,
      tags: parameters.get('tag') ?? [],
      names: [...parameters.keys()],
    };
  },
});
