/** The file that the page tells its reader to save. */
export const files = {
  'contacts.csv': 'name,email\nAda Lovelace,ada@example.com\nAlan Turing,alan@bletchley.org\n',
};
