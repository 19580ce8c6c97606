import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

// @sparticuz/chromium is a package of npm that contains Chromium and the libraries that it needs, for Linux on x64. Its own loader is not
// used: it unpacks to fixed names in the system's temporary folder, and takes any file of these names for the browser.

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const shipped = path.join(modules, '@sparticuz/chromium');
const named = process.env.ROWFUSE_CHROMIUM;

/** True if this machine has a browser for the tests: the shipped one, or the one that ROWFUSE_CHROMIUM names. */
export const browserIsThere = Boolean(named) || (process.platform === 'linux' && process.arch === 'x64');

export async function unpackChromium(): Promise<void> {
  const folder = unpackedFolder();
  if (named || existsSync(folder)) return;
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  await unpack('chromium.br', path.join(unfinished, 'chromium'));
  chmodSync(path.join(unfinished, 'chromium'), 0o755);
  for (const name of ['al2023.tar', 'fonts.tar']) {
    const archive = path.join(unfinished, name);
    await unpack(`${name}.br`, archive);
    execFileSync('tar', ['-x', '-f', archive, '-C', unfinished]);
    rmSync(archive);
  }
  const fonts = `<fontconfig><dir>${path.join(folder, 'fonts')}</dir><cachedir>${folder}</cachedir></fontconfig>\n`;
  writeFileSync(path.join(unfinished, 'fonts.conf'), `<?xml version="1.0"?>\n${fonts}`);
  renameSync(unfinished, folder);
}

export function launchChromium(): Promise<Browser> {
  const folder = unpackedFolder();
  const ownFonts = existsSync('/etc/fonts') ? {} : { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') };
  return chromium.launch({
    executablePath: named || path.join(folder, 'chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...(!named && { env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'lib'), ...ownFonts } }),
  });
}

function unpackedFolder(): string {
  const { version } = JSON.parse(readFileSync(path.join(shipped, 'package.json'), 'utf8')) as { version: string };
  return path.join(modules, '.cache', `chromium-${version}`);
}

const unpack = (name: string, file: string) =>
  pipeline(createReadStream(path.join(shipped, 'bin', name)), createBrotliDecompress(), createWriteStream(file));
