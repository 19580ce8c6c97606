import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dist } from './built-site.js';

/** Returns the addresses of all built pages, such as `/reference/errors.html`. */
export const builtPages = (): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => `/${file.split(path.sep).join('/')}`)
    .sort();

export const readBuilt = (page: string): string => readFileSync(path.join(dist, page), 'utf8');

/** Returns the values of an attribute in a page, in order. */
export const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
  );
