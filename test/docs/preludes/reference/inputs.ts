import { tableToIPC } from 'apache-arrow';
import { table } from '../every-page.js';

export const vector = table.getChild('visibility') ?? [];
export const bytes = tableToIPC(table);
