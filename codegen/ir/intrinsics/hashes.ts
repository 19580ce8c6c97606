import { stringType } from '../type.js';
import type { Intrinsic } from './intrinsic.js';

/** 256 bits in hexadecimal. */
const digestSize = 64;

const digest = {
  typeOf: () => stringType(),
  header: 'hash/sha256.hpp',
  services: ['sized text'],
  longestText: () => digestSize,
  bufferSize: () => digestSize,
} as const satisfies Partial<Intrinsic>;

/** The functions that `rowfuse` exports for row functions. */
export const hashes: readonly Intrinsic[] = [
  { ...digest, name: 'rowfuse.sha256', parameters: ['string'], cpp: 'sha256' },
  { ...digest, name: 'rowfuse.hmacSha256', parameters: ['string', 'string'], cpp: 'hmac_sha256' },
];
