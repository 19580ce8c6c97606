import { nullable, transform, utf8 } from 'rowfuse';

const mask = '***';

/** Keeps the first character and the domain of an address: `j***@example.com`. Null for text that is no address. */
export const maskEmail = transform({
  input: { email: nullable(utf8) },
  output: nullable(utf8),
  row({ email }) {
    if (email === null) return null;
    const at = email.lastIndexOf('@');
    const isAddress = at > 0 && email.includes('.', at) && !email.includes(' ');
    return isAddress ? `${email[0]}${mask}${email.slice(at)}` : null;
  },
});
