// The columns that the jobs read. The same number of rows and the same content give the same bytes.
import { Random } from './random.mjs';
import { refererSource } from './referers.mjs';

export const seed = 28;

/** Texts of a column are ASCII, or one row in eight is not. */
export const contents = ['ascii', 'mixed'];
const otherEvery = 8;

const plainWords = (
  'the of and to in is that it for on with as error time people year order good great slow data system name street house ' +
  'water group number world area money story fact month right study book word issue side kind head service friend'
).split(' ');
const otherWords =
  'café naïve größe señal façade Zürich Привет данные улица 東京 数据 処理 😀 🎉 ελληνικά שלום ٣٤'.split(' ');
const cities =
  'London Paris Berlin Madrid Rome Vienna Warsaw Prague Dublin Lisbon Athens Oslo Stockholm Helsinki Copenhagen Brussels Budapest Bucharest Sofia Zagreb'.split(
    ' ',
  );
const people = ['ada', 'b.chen', 'carla+news', 'd_evans', 'eve-42', 'frank', 'grace.hopper', 'hal9000'];
const domains = ['example.com', 'mail.example.org', 'uni-bonn.example', 'a-b.co.example', 'example.net'];
const punctuation = ['.', ',', ';', ':', '!', '?'];
const plainSpaces = ['  ', '\t', '   ', ' \t '];
const otherSpaces = ['\u00a0', '\u3000', ' \u2003', '\u202f '];

const date = (random) =>
  `${1990 + random.below(40)}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`;
const email = (random) => `${random.pick(people)}@${random.pick(domains)}`;

/** Free text of 30 to 170 characters. 20 % of the rows name a city, 30 % have a date, and 30 % an e-mail address. */
function freeText(random, isOther) {
  const length = 30 + random.below(140);
  const parts = [];
  if (random.chance(0.2)) parts.push([random.below(length), random.pick(cities)]);
  if (random.chance(0.3)) parts.push([random.below(length), date(random)]);
  if (random.chance(0.3)) parts.push([random.below(length), email(random)]);
  let text = isOther ? random.pick(otherWords) : random.pick(plainWords);
  while (text.length < length) {
    if (random.chance(0.12)) text += random.pick(punctuation);
    if (random.chance(0.1)) text += random.pick(isOther && random.chance(0.5) ? otherSpaces : plainSpaces);
    else text += ' ';
    const part = parts.findIndex(([at]) => text.length >= at);
    if (part >= 0) text += parts.splice(part, 1)[0][1];
    else if (random.chance(0.08)) text += String(random.below(10 ** (1 + random.below(6))));
    else text += random.pick(isOther && random.chance(0.5) ? otherWords : plainWords);
  }
  return parts.reduce((all, [, part]) => `${all} ${part}`, text);
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'curl/8.5.0',
  '-',
];

/** A line of a web server's log in the combined format. 2 % of the lines are of another form. */
function logLine(random, isOther) {
  const address = `${1 + random.below(223)}.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
  if (random.chance(0.02)) return `${address} - worker restarted${isOther ? ' 再起動' : ''}`;
  const user = random.chance(0.7) ? '-' : isOther ? random.pick(otherWords) : random.pick(people);
  const clock = [24, 60, 60].map((limit) => random.digits(limit, 2)).join(':');
  const time = `${String(1 + random.below(28)).padStart(2, '0')}/${random.pick(months)}/${2020 + random.below(7)}:${clock} +0000`;
  const path = `/${Array.from({ length: 1 + random.below(4) }, () => random.pick(plainWords)).join('/')}?id=${random.below(1e6)}`;
  const referer = random.chance(0.4)
    ? '-'
    : `https://www.example.com/${random.pick(isOther ? otherWords : plainWords)}/${random.below(1e4)}`;
  const request = `${random.pick(['GET', 'GET', 'GET', 'POST', 'HEAD'])} ${path} HTTP/1.1`;
  const size = random.chance(0.1) ? '-' : random.below(1e5);
  return `${address} - ${user} [${time}] "${request}" ${random.pick([200, 200, 200, 301, 404, 500])} ${size} "${referer}" "${random.pick(agents)}"`;
}

/** Returns a function that draws the rows of a column one after the other. */
export function sourceOf(column, content) {
  const random = new Random(seed);
  if (column === 'referer') return refererSource(random);
  const draw = { text: freeText, log: logLine }[column];
  let row = 0;
  return () => draw(random, content === 'mixed' && row++ % otherEvery === 0);
}
