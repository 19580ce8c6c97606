import type { InputBuffers } from '../../backend/addon.js';

/** Stands for the buffers of a column that is not read. */
export const unread: InputBuffers = { values: new Uint8Array(0), valuesBit: 0, validityBit: 0 };
