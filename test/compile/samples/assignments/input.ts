import { bool, transform, utf8 } from 'rowfuse';

export const positions = transform({
  input: { text: utf8, wanted: utf8, all: bool },
  output: utf8,
  row({ text, wanted, all }) {
    let at = -1;
    let found = 0;
    while ((at = text.indexOf(wanted, at + 1)) >= 0 && found++ < 5) {
      if (!all && found > 1) break;
    }
    let last: string | null = null;
    all && found && (last = text);
    const swap = { a: found, b: at };
    [swap.a, swap.b] = [swap.b, swap.a];
    return `${(last ??= wanted)} ${swap.a} ${swap.b} ${found++ + found}`;
  },
});
