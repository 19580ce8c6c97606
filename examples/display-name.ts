import { nullable, transform, utf8 } from 'rowfuse';

/** Returns a name for lists, `Åse Ø.`, or whatever part of the name there is. */
export const displayName = transform({
  input: { given: nullable(utf8), family: nullable(utf8), nickname: nullable(utf8) },
  output: utf8,
  row({ given, family, nickname }) {
    const first = (given ?? '').trim();
    const last = (family ?? '').trim();
    if (first === '' && last === '') return nickname ?? 'Anonymous';
    if (first === '' || last === '') return first + last;
    const name = `${first} ${last.charAt(0)}.`;
    return name.length > 24 ? `${name.slice(0, 23)}…` : name;
  },
});
