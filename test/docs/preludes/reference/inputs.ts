import { tableToIPC } from 'apache-arrow';
import { table } from '../shared.js';

export const vector = table.getChild('visibility') ?? [];
export const bytes = tableToIPC(table);
