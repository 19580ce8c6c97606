import { tableToIPC } from 'apache-arrow';
import { table } from '../every-page.js';

export const untrusted: Uint8Array = tableToIPC(table);
