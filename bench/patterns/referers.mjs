// Referers as in ClickBench's table of hits, for its query 28: https://github.com/ClickHouse/ClickBench
import { zipf } from './random.mjs';

const hosts = 200_000;
const exponent = 1.1;
const emptyShare = 0.2;
const otherShare = 0.1;
/** Lengths beyond the shortest are drawn from an exponential distribution, so that referers have 70 bytes on average. */
const shortest = 32;
const meanBeyond = 37;
const longest = 500;

const syllables =
  'ba be bo da di do ka ki ko la le lo ma mi mo na ne no pa po ra re ri sa se so ta te ti to va vi za zo'.split(' ');
const endings = ['com', 'ru', 'net', 'org', 'de', 'com.tr', 'info', 'ua'];
const words = 'news search forum video catalog item view user photo page index auto music game shop city map'.split(
  ' ',
);

/** Returns a different name for each number, with three to five syllables. */
function hostOf(number) {
  const count = syllables.length;
  let name = '';
  for (let rest = number + count * count; rest > 0; rest = Math.floor(rest / count)) name += syllables[rest % count];
  return `${name}.${endings[number % endings.length]}`;
}

/**
 * Returns a function that draws referers. 20 % are empty. Of the others 90 % match the query's expression, and their hosts follow Zipf's
 * law. 10 % do not: no slash follows the host, or the scheme is another one.
 */
export function refererSource(random) {
  const names = Array.from({ length: hosts }, (_, number) => hostOf(number));
  const host = zipf(random, hosts, exponent);
  return () => {
    if (random.chance(emptyShare)) return '';
    const name = names[host()];
    if (random.chance(otherShare)) return random.chance(0.5) ? `http://${name}` : `android-app://${name}/`;
    const length = Math.min(longest, shortest - Math.floor(meanBeyond * Math.log(1 - random.next())));
    let text = `${random.chance(0.5) ? 'https' : 'http'}://${random.chance(0.4) ? 'www.' : ''}${name}/`;
    while (text.length < length) text += `${random.pick(words)}${random.pick(['/', '-', '=', '&', '?'])}`;
    return text + random.below(1000);
  };
}
