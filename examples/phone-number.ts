import { nullable, transform, utf8 } from 'rowfuse';

/** The code of each country, the prefix of its calls abroad, and that of calls inside it. */
const countries = new Map([
  ['DE', { code: '49', abroad: '00', inside: '0' }],
  ['DK', { code: '45', abroad: '00', inside: '' }],
  ['FR', { code: '33', abroad: '00', inside: '0' }],
  ['GB', { code: '44', abroad: '00', inside: '0' }],
  ['US', { code: '1', abroad: '011', inside: '1' }],
]);

const extension = /\s*(?:;ext=|ext\.?|x|#)\s*\d{1,6}\s*$/i;
const separators = /\(0\)|[\s()./-]/g;

/** Returns the number in the form of E.164, `+4930901820`. Null for text that is no number, and if the country is unknown. */
export const internationalNumber = transform({
  input: { phone: nullable(utf8), country: nullable(utf8) },
  output: nullable(utf8),
  row({ phone, country }) {
    if (phone === null) return null;
    const dialled = phone.replace(extension, '').replace(separators, '');
    if (dialled.startsWith('+')) return checked(dialled);
    const home = countries.get(country ?? '');
    if (home === undefined) return null;
    if (dialled.startsWith(home.abroad)) return checked(`+${dialled.slice(home.abroad.length)}`);
    const isLocal = dialled.startsWith(home.inside);
    return checked(`+${home.code}${isLocal ? dialled.slice(home.inside.length) : dialled}`);
  },
});

/** Returns a number of digits alone, as long as numbers are. Null for any other text. */
function checked(number: string): string | null {
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
