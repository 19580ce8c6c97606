import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { locateCache } from '../../codegen/5-build/cache/cache-location.js';
import { evict } from '../../codegen/5-build/cache/evict.js';
import { ObjectCache } from '../../codegen/5-build/cache/object-cache.js';
import { temporaryDirectory } from './temporary-directory.js';

const [key, other] = ['a'.repeat(64), 'b'.repeat(64)];
const secret = Buffer.from('the secret of a user');
const objects = new Map([
  ['one.o', Buffer.from('code of one')],
  ['two.o', Buffer.from('code of two')],
]);

let directory: string;
let cache: ObjectCache;
beforeEach(() => {
  directory = temporaryDirectory();
  cache = new ObjectCache({ directory, secret });
});

const entryOf = (name: string) => path.join(directory, 'objects', name.slice(0, 2), name);

describe('a cache of object files', () => {
  test('gives back exactly what was stored', () => {
    expect(cache.find(key)).toBeUndefined();
    cache.store(key, objects);
    expect(cache.find(key)).toEqual(objects);
    expect(cache.find(other)).toBeUndefined();
    expect(readdirSync(path.dirname(entryOf(key)))).toEqual([key]);
  });

  test('replaces an entry as a whole', () => {
    cache.store(key, objects);
    const fewer = new Map([['three.o', Buffer.from('new')]]);
    cache.store(key, fewer);
    expect(cache.find(key)).toEqual(fewer);
  });

  test.each<[string, () => void]>([
    ['one byte differs', () => flip(path.join(entryOf(key), 'two.o'))],
    ['a byte of its record differs', () => flip(path.join(entryOf(key), 'entry.json'))],
    ['a file is missing', () => rmSync(path.join(entryOf(key), 'one.o'))],
    ['a file is cut short', () => writeFileSync(path.join(entryOf(key), 'one.o'), 'code')],
    ['files are exchanged', () => exchange('one.o', 'two.o')],
    ['it is the entry of another key', () => renameSync(entryOf(other), entryOf(key))],
    ['a file is a link to one with the same content', () => link('one.o')],
    ['a name leads out of the entry', () => rename('one.o', '../one.o')],
    [
      'it was stored with another secret',
      () => new ObjectCache({ directory, secret: Buffer.from('x') }).store(key, objects),
    ],
  ])('gives nothing where %s, and removes it', (_, tamper) => {
    cache.store(other, new Map([['code.o', Buffer.from('the code of an attacker')]]));
    cache.store(key, objects);
    if (_ === 'it is the entry of another key') rmSync(entryOf(key), { recursive: true });
    tamper();
    expect(cache.find(key)).toBeUndefined();
    expect(readdirSync(path.dirname(entryOf(key)))).toEqual([]);
  });

  test('gives nothing that was signed without the secret, even if all hashes match', () => {
    const forged = temporaryDirectory();
    new ObjectCache({ directory: forged, secret: Buffer.alloc(32) }).store(key, objects);
    mkdirSync(path.dirname(entryOf(key)), { recursive: true });
    cpSync(path.join(forged, 'objects', key.slice(0, 2), key), entryOf(key), { recursive: true });
    expect(cache.find(key)).toBeUndefined();
  });

  test('ignores a folder that it cannot write to', () => {
    writeFileSync(path.join(directory, 'objects'), '');
    cache.store(key, objects);
    expect(cache.find(key)).toBeUndefined();
  });

  function flip(file: string): void {
    const bytes = readFileSync(file);
    bytes[bytes.length - 3] = (bytes.at(-3) ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }

  function exchange(one: string, two: string): void {
    const [a, b] = [one, two].map((name) => readFileSync(path.join(entryOf(key), name)));
    writeFileSync(path.join(entryOf(key), one), b ?? '');
    writeFileSync(path.join(entryOf(key), two), a ?? '');
  }

  function link(name: string): void {
    const elsewhere = path.join(directory, name);
    renameSync(path.join(entryOf(key), name), elsewhere);
    symlinkSync(elsewhere, path.join(entryOf(key), name));
  }

  function rename(from: string, to: string): void {
    const record = path.join(entryOf(key), 'entry.json');
    writeFileSync(record, readFileSync(record, 'utf8').replace(`"${from}"`, `"${to}"`));
  }
});

describe('the folder of the cache', () => {
  const posix = process.platform !== 'win32';
  const modeOf = (file: string) => statSync(file).mode & 0o777;
  const own = () => path.join(directory, 'project');

  test.runIf(process.platform === 'linux')('is that of the system, for this user alone', () => {
    const home = path.join(directory, 'home');
    mkdirSync(home);
    const place = locateCache({ HOME: home }, own());
    expect(place.directory).toBe(path.join(home, '.cache/rowfuse'));
    expect(modeOf(place.directory)).toBe(0o700);
    expect(modeOf(path.join(home, '.config/rowfuse/cache-key'))).toBe(0o600);
    expect(locateCache({ HOME: home }, own()).secret).toEqual(place.secret);
    const xdg = { HOME: home, XDG_CACHE_HOME: path.join(directory, 'c'), XDG_CONFIG_HOME: path.join(directory, 'd') };
    expect(locateCache(xdg, own()).directory).toBe(path.join(directory, 'c/rowfuse'));
    expect(readdirSync(path.join(directory, 'd/rowfuse'))).toEqual(['cache-key']);
  });

  test('follows ROWFUSE_CACHE, and is in the project with `off`', () => {
    const environment = { HOME: directory, ROWFUSE_CACHE_KEY: 'known' };
    const there = path.join(directory, 'there');
    expect(locateCache({ ...environment, ROWFUSE_CACHE: there }, own()).directory).toBe(there);
    expect(locateCache({ ...environment, ROWFUSE_CACHE: 'off' }, own()).directory).toBe(own());
  });

  test.runIf(posix)('is closed to others if it was open, and not used if it is no folder', () => {
    const there = path.join(directory, 'there');
    mkdirSync(there);
    chmodSync(there, 0o777);
    expect(locateCache({ HOME: directory, ROWFUSE_CACHE: there }, own()).directory).toBe(there);
    expect(modeOf(there)).toBe(0o700);
    const link = path.join(directory, 'link');
    symlinkSync(there, link);
    expect(locateCache({ HOME: directory, ROWFUSE_CACHE: link }, own()).directory).toBe(own());
  });

  test('has the secret of ROWFUSE_CACHE_KEY on every machine', () => {
    const secretOf = (ROWFUSE_CACHE_KEY: string) =>
      locateCache({ HOME: temporaryDirectory(), ROWFUSE_CACHE_KEY }, own()).secret;
    expect(secretOf('a secret of CI')).toEqual(secretOf('a secret of CI'));
    expect(secretOf('a secret of CI')).not.toEqual(secretOf('another'));
  });

  test.runIf(posix)('gets a new secret if others could have read the old one', () => {
    const environment = { HOME: directory };
    const { secret: first } = locateCache(environment, own());
    chmodSync(path.join(directory, '.config/rowfuse/cache-key'), 0o644);
    const { secret: second } = locateCache(environment, own());
    expect(second).not.toEqual(first);
    expect(modeOf(path.join(directory, '.config/rowfuse/cache-key'))).toBe(0o600);
  });
});

describe('eviction', () => {
  const day = 24 * 3600_000;

  function storeAt(name: string, now: number, bytes = 100): void {
    cache.store(name, new Map([['code.o', Buffer.alloc(bytes)]]));
    utimesSync(path.join(entryOf(name), 'entry.json'), now / 1000, now / 1000);
  }

  test('removes entries that were not used for long, once a day', () => {
    const now = Date.now();
    storeAt(key, now - 61 * day);
    storeAt(other, now - 59 * day);
    evict({ directory, secret }, now);
    expect(cache.find(key)).toBeUndefined();
    expect(cache.find(other)).toBeDefined();
    storeAt(key, now - 61 * day);
    evict({ directory, secret }, now + day / 2);
    expect(cache.find(key)).toBeDefined();
  });

  test('keeps the most recently used entries, up to a size', () => {
    const now = Date.now();
    for (const [index, name] of ['c', 'd', 'e'].entries()) storeAt(name.repeat(64), now - index * 1000, 1000);
    evict({ directory, secret }, now, { mostAge: day, mostBytes: 2500 });
    expect(['c', 'd', 'e'].map((name) => cache.find(name.repeat(64)) !== undefined)).toEqual([true, true, false]);
  });
});
