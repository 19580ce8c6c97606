import { nullable, transform, utf8 } from 'rowfuse';

/** The numbers of payment cards begin with 22 to 27 or 3 to 6, which no year does. They may stand in groups. */
const card = /\b(?:2[2-7]|[3-6]\d)(?:\d{11,17}|\d\d(?:[ -]\d{4}){3}|\d\d[ -]\d{6}[ -]\d{5})\b/g;
const address = /([\w.%+-])[\w.%+-]*@((?:[a-z\d-]+\.)+[a-z]{2,})/gi;

/** True if the last digit is the check digit of the others (ISO/IEC 7812, Luhn's formula). */
function isChecked(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = 2 * digit;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Masks card numbers but for their last four digits, and e-mail addresses but for their first character and domain. */
export const maskText = transform({
  input: { text: nullable(utf8) },
  output: nullable(utf8),
  row({ text }) {
    if (text === null) return null;
    return text
      .replace(card, (number) => {
        const digits = number.replace(/\D/g, '');
        return isChecked(digits) ? `**** ${digits.slice(-4)}` : number;
      })
      .replace(address, '$1***@$2');
  },
});
