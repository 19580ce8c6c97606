import { expect, test } from 'vitest';
import { kernelsOf } from '../../codegen/cli/native-resources.js';

const fill = '_ZN7rowfuse4cudaL11kernel_fillINS_9generated6redact6RedactENS0_10FillPolicyEEEvi';
const sizes = '_ZN7rowfuse4cudaL12kernel_sizesINS_9generated6redact6RedactENS0_11SizesPolicyEEEvi';
const other = '_ZN7rowfuse4cudaL12kernel_sizesINS_9generated7redact27Redact2ENS0_11SizesPolicyEEEvi';

const dump = `
Fatbin elf code:
================
arch = sm_90
code version = [1,8]
host = linux
compile_size = 64bit

Resource usage:
 Common:
  GLOBAL:0
 Function ${fill}:
  REG:40 STACK:16 SHARED:9216 LOCAL:0 CONSTANT[0]:700 TEXTURE:0 SURFACE:0 SAMPLER:0
 Function ${sizes}:
  REG:32 STACK:0 SHARED:64 LOCAL:0 CONSTANT[0]:700 TEXTURE:0 SURFACE:0 SAMPLER:0
 Function ${other}:
  REG:255 STACK:0 SHARED:0 LOCAL:0 CONSTANT[0]:700 TEXTURE:0 SURFACE:0 SAMPLER:0

Fatbin elf code:
================
arch = sm_100a

Resource usage:
 Common:
  GLOBAL:0
 Function ${fill}:
  REG:38 STACK:0 SHARED:9216 LOCAL:0 CONSTANT[0]:700 TEXTURE:0 SURFACE:0 SAMPLER:0
`;

test('finds the kernels of one transform, for each architecture', () => {
  expect(kernelsOf(dump, 'redact')).toEqual([
    { name: fill, architecture: '90', registers: 40, stackBytes: 16, sharedBytes: 9216 },
    { name: sizes, architecture: '90', registers: 32, stackBytes: 0, sharedBytes: 64 },
    { name: fill, architecture: '100a', registers: 38, stackBytes: 0, sharedBytes: 9216 },
  ]);
});

test('finds no kernel of an unknown name', () => {
  expect(kernelsOf(dump, 'mask')).toEqual([]);
  expect(kernelsOf('', 'redact')).toEqual([]);
});
