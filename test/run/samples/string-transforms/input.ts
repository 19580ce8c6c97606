import { int32, nullable, transform, uint32, utf8 } from 'rowfuse';

/** The text between the `@` of an address and its last dot: `gmail`. Null if the address has no such part. */
export const emailProvider = transform({
  input: { email: utf8 },
  output: nullable(utf8),
  row({ email }) {
    const at = email.indexOf('@');
    const dot = email.lastIndexOf('.');
    return at >= 0 && dot > at + 1 ? email.slice(at + 1, dot) : null;
  },
});

/** `+44 (121) 238-9432`, from columns of the parts; numbers of one country in its usual form. */
export const phoneNumber = transform({
  input: { country: utf8, area: utf8, phone: utf8, age: int32 },
  output: { international: utf8, local: utf8, masked: utf8 },
  row({ country, area, phone, age }) {
    const digits = phone.replaceAll('-', '');
    const [exchange = '', line = ''] = phone.split('-');
    return {
      international: `+${country} (${area}) ${phone}`,
      local: country === '1' ? `(${area}) ${phone}` : `0${area} ${exchange} ${line}`.trimEnd(),
      masked: age < 18 ? '*'.repeat(digits.length) : digits,
    };
  },
});

/** Two sums over the characters, the second of which depends on their order (Fletcher's, over code points modulo 65521). */
export const checksum = transform({
  input: { name: utf8, email: utf8 },
  output: { sum: uint32, ordered: uint32, mixed: int32 },
  row({ name, email }) {
    let sum = 0;
    let ordered = 0;
    let mixed = 17;
    for (const character of name + email) {
      sum = (sum + (character.codePointAt(0) ?? 0)) % 65521;
      ordered = (ordered + sum) % 65521;
    }
    for (let i = 0; i < name.length; i++) mixed = (Math.imul(mixed, 31) + name.charCodeAt(i)) | 0;
    return { sum, ordered, mixed };
  },
});
