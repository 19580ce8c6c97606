import { tableToIPC } from 'apache-arrow';
import { table } from '../shared.js';

export const untrusted: Uint8Array = tableToIPC(table);
