// The columns that row functions read, by name: a function that declares a column `log` gets lines of a log. Rows are drawn from a seed.

/** Texts of a column are ASCII, or one row in eight is not, or no row is. Numbers and fixed formats such as dates have no contents. */
export const contents = ['ascii', 'mixed', 'non-ascii'];
const mixedEvery = 8;

const plainWords = [
  'the of and to in is that it for on with as error time people year order good',
  'great slow data system name street house water group number world area money story fact month right study',
  'book word issue side kind head service friend father power hour game line end member law car city',
  'community president team minute idea body information nothing ago lead social understand',
].flatMap((line) => line.split(' '));
const otherWords =
  'café naïve größe señal über façade Zürich København привет данные улица город вода 東京 数据 処理 カード café́ łódź œuvre 😀 😀🎉 ελληνικά שלום'.split(
    ' ',
  );
const withoutPairs = otherWords.filter((word) => !/[\ud800-\udfff]/.test(word));

/** Draws the parts of one row. The first word of a row that is not ASCII is not ASCII, and so is every second word on average. */
class Source {
  #state;
  #other = false;
  #drawn = 0;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  beginRow(other) {
    this.#other = other;
    this.#drawn = 0;
  }

  /** Numerical Recipes' generator. */
  random() {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  below(limit) {
    return Math.floor(this.random() * limit);
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  word(others = otherWords) {
    const other = this.#other && (this.#drawn === 0 || this.random() < 0.5);
    this.#drawn += 1;
    return this.pick(other ? others : plainWords);
  }

  two(limit) {
    return String(this.below(limit)).padStart(2, '0');
  }

  date() {
    return `${1990 + this.below(40)}-${String(1 + this.below(12)).padStart(2, '0')}-${String(1 + this.below(28)).padStart(2, '0')}`;
  }

  clock() {
    return `${this.two(24)}:${this.two(60)}:${this.two(60)}`;
  }
}

/** Repeats parts until the text has the length, and cuts it there. */
function grown(length, part, first = '') {
  let text = first;
  while (text.length < length) text += part();
  return text.slice(0, length).toWellFormed();
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const characters = (source, alphabet) => () => source.pick(alphabet);

function sentence(source, length) {
  let begins = true;
  return grown(length, () => {
    const word = begins ? capital(source.word()) : source.word();
    begins = source.random() < 0.1;
    return word + (begins ? '. ' : source.random() < 0.1 ? ', ' : ' ');
  });
}

const logLine = (source, length) =>
  grown(
    length,
    () => ` ${source.word()}`,
    `${source.date()}T${source.clock()}Z [${source.pick(['INFO', 'WARN', 'ERROR'])}] user=${source.word()} status=${source.pick([200, 404, 500])} ms=${source.below(1000)} path=/${source.word()}`,
  );

function mirrored(source, length) {
  const half = [...grown(length >> 1, () => `${source.word(withoutPairs)} `)];
  return half.join('') + half.toReversed().join('');
}

const short = [10, 100, 1000];
const long = [100, 1000];

/** Texts of a given length. */
const sized = {
  text: { lengths: short, make: sentence },
  mirror: { lengths: short, make: mirrored },
  runs: {
    lengths: short,
    make: (source, length) =>
      grown(length, () => [...source.word()].map((c) => c.repeat(1 + source.below(4))).join('')),
  },
  html: {
    lengths: short,
    make: (source, length) =>
      grown(length, () => source.pick([`<b>${source.word()}</b> `, `${source.word()} `, `"${source.word()}" &amp; `])),
  },
  identifier: { lengths: short, make: (source, length) => grown(length, () => capital(source.word())) },
  expression: {
    lengths: short,
    make: (source, length) => grown(length, () => source.pick(['(a+b)', '[c*(d-1)]', `{${source.word()}}`])),
  },
  pairs: {
    lengths: short,
    make: (source, length) => grown(length, () => `${source.pick(['size', source.word()])}=${source.below(500)}; `),
  },
  csv: {
    lengths: short,
    make: (source, length) =>
      grown(length, () => source.pick([`${source.word()},`, `${source.below(9999)},`, `"${source.word()}, x",`])),
  },
  tags: {
    lengths: short,
    make: (source, length) => grown(length, () => `${source.word()},`),
  },
  path: {
    lengths: short,
    make: (source, length) =>
      `${grown(length - 4, () => `/${source.pick(['..', '.', source.word(), source.word()])}`)}.txt`,
  },
  query: { lengths: short, make: (source, length) => grown(length, () => `${source.word()} & `) },
  log: { lengths: long, make: logLine },
  url: {
    lengths: long,
    make: (source, length) =>
      grown(
        length,
        () => `&${source.word()}=${source.below(99)}`,
        `https://www.example.com/${source.word()}?page=${source.below(99)}`,
      ),
  },
};

/** Texts of a given length that are always ASCII. */
const asciiOnly = {
  digits: { lengths: short, make: (source, length) => grown(length, characters(source, '0123456789')) },
  hex: { lengths: short, make: (source, length) => grown(length, characters(source, '0123456789abcdef')) },
  base64: {
    lengths: short,
    make: (source, length) => grown(length, characters(source, 'ABCDEFGHIJKLMabcdefghijklm0123456789+/')),
  },
  numbers: {
    lengths: short,
    make: (source, length) => grown(length, () => `${(source.random() * 1000 - 300).toFixed(source.below(3))},`),
  },
};

/** Short texts with words in them. */
const named = {
  name: (source) => `${capital(source.word())} ${capital(source.word())}`,
  email: (source) => `${source.word()}.${source.word()}@example.com`,
  word: (source) => source.word(),
};

/** Short texts that are always ASCII. */
const formats = {
  date: (source) => source.date(),
  usDate: (source) => `${1 + source.below(12)}/${1 + source.below(28)}/${1990 + source.below(40)}`,
  clock: (source) => source.clock(),
  ip: (source) => Array.from({ length: 4 }, () => source.below(256)).join('.'),
  version: (source) => `${source.below(20)}.${source.below(20)}.${source.below(20)}`,
  roman: (source) => source.pick(['I', 'II', 'IV', 'IX', 'XIV', 'XLII', 'XC', 'CDXLIV', 'MCMXCIV', 'MMXXVI', 'DCCC']),
  money: (source) => `$${(source.random() * 1e6).toLocaleString('en-US')}`,
  color: (source) =>
    `#${source
      .below(2 ** 24)
      .toString(16)
      .padStart(6, '0')}`,
  phone: (source) => `+49 (${source.below(900)}) ${source.below(1e6)}-${source.below(100)}`,
  size: (source) => `${(source.random() * 100).toFixed(1)} ${source.pick(['B', 'KB', 'MB', 'GB'])}`,
  integer: (source) => String(source.below(2e6) - 1e6),
  card: (source) => grown(16, characters(source, '0123456789')),
  country: (source) => source.pick(['AT', 'DE', 'FR', 'US', 'JP', 'XX']),
  currency: (source) => source.pick(['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'SEK']),
};

const numbers = {
  n: (source) => source.below(1_000_000),
  m: (source) => source.below(1_000_000),
  small: (source) => source.below(100),
  year: (source) => 1900 + source.below(200),
  seconds: (source) => source.below(200_000),
  status: (source) => source.pick([200, 201, 204, 301, 400, 404, 418, 500]),
  price: (source) => Math.round(source.random() * 1e6) / 100,
  total: (source) => 1 + Math.round(source.random() * 1e6) / 10,
  bytes: (source) => Math.floor(2 ** (source.random() * 40)),
  income: (source) => Math.round(source.random() * 200_000),
  x: (source) => (source.random() - 0.5) * 180,
  y: (source) => (source.random() - 0.5) * 360,
  flag: (source) => source.random() < 0.5,
  placed: (source) => Math.floor(source.random() * 1.9e12),
  shipped: (source) => Math.floor(source.random() * 1.9e12),
};

/** Lists of a given length. */
const lists = {
  values: (source) => Math.round(source.random() * 2000 - 500) / 10,
  items: (source) => source.below(2000) - 1000,
};

const sourceOf = (name, seed) => new Source([...name].reduce((sum, c) => Math.imul(sum, 31) + c.charCodeAt(0), seed));

/** Returns the combinations of content and length at which a function with these columns is measured. */
export function shapesOf(names) {
  const lengths = names.flatMap((name) => (sized[name] ?? asciiOnly[name])?.lengths ?? (lists[name] ? short : []));
  const least = names.some((name) => sized[name]?.lengths === long) ? long : short;
  const words = names.some((name) => sized[name] || named[name]);
  return (words ? contents : ['ascii']).flatMap((content) =>
    (lengths.length > 0 ? least : [null]).map((length) => ({ content, length })),
  );
}

/** Returns a text as a decoder makes it, because V8 reads concatenations and slices more slowly. */
const flat = (value) => (typeof value === 'string' ? Buffer.from(value).toString() : value);

/** Returns the values of a column, as a row function sees them. */
export function valuesOf(name, { content, length }, rows) {
  const source = sourceOf(name, 29);
  const values = [];
  const make = (sized[name] ?? asciiOnly[name])?.make ?? named[name] ?? formats[name] ?? numbers[name];
  for (let row = 0; row < rows; row += 1) {
    source.beginRow(content === 'non-ascii' || (content === 'mixed' && row % mixedEvery === 0));
    if (lists[name]) values.push(Array.from({ length }, () => lists[name](source)));
    else if (make) values.push(flat(make(source, length)));
    else throw new Error(`no values are described for a column ${name}`);
  }
  return values;
}
