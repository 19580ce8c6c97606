import { float64, transform, utf8 } from 'rowfuse';

/** A position stays a position while it is compared and moved by constants, and becomes a number in other arithmetic. */
export const positions = transform({
  input: { s: utf8 },
  output: { domain: utf8, half: float64 },
  row({ s }) {
    const at = s.indexOf('@');
    let from = at + 1;
    if (at === -1) from = 0;
    return { domain: s.slice(at + 1), half: from / 2 };
  },
});
