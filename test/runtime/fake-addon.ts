import type { Addon, InputBuffers, OutputBuffers, ScalarBuffers } from '../../runtime/backend/addon.js';
import { RowError, type TransformDescription } from '../../runtime/index.js';
import { cutPiece } from '../../runtime/input/cut-piece.js';
import type { ResultChunk } from '../../runtime/output/result-columns.js';
import type { Params } from '../../runtime/params.js';
import { evaluatePiece } from '../../runtime/reference/evaluate.js';
import { abiVersion } from '../../schema/abi.js';
import { type FakeDevice, fakeDevice } from './fake-device.js';
import { fakeGroups } from './fake-groups.js';
import { noLimit } from './no-limit.js';

/** Requests of the runtime to the addon, in order. */
export interface AddonCall {
  readonly call: 'measure' | 'fill' | 'mark' | 'release' | 'configure';
  readonly backend?: string;
  readonly length?: number;
  readonly columns?: readonly InputBuffers[];
  readonly outputs?: readonly OutputBuffers[];
  readonly options?: object;
}

/** An addon in TypeScript: computes by the reference, but takes and returns memory as native code does. */
export interface FakeAddon extends Addon {
  readonly device: FakeDevice;
  readonly calls: AddonCall[];
}

/** Behaviour that a test may change. */
export interface FakeAddonOptions extends Partial<Omit<Addon, 'device'>> {
  /** Runs before `measure` or `fill` settles. */
  readonly meanwhile?: (pass: 'measure' | 'fill') => void;
}

const noParams: Params = { values: {}, scalars: () => [] };

function columnsOf(inputs: readonly (InputBuffers | ScalarBuffers)[]): readonly InputBuffers[] {
  return inputs.filter((input) => 'valuesBit' in input);
}

export function fakeAddon(transforms: readonly TransformDescription[], options: FakeAddonOptions = {}): FakeAddon {
  const calls: AddonCall[] = [];
  const jobs = new WeakMap<object, ResultChunk>();
  return {
    abiVersion,
    buildHash: 'hash',
    transforms: transforms.map(({ name }) => name),
    onePass: [],
    allocates: false,
    cuda: () => ({ available: false, reason: 'no device' }),
    configure: (given) => void calls.push({ call: 'configure', options: given }),
    async measure(name, backend, length, columns) {
      calls.push({ call: 'measure', backend, length, columns: columnsOf(columns) });
      await undefined;
      options.meanwhile?.('measure');
      const transform = transforms.find((candidate) => candidate.name === name);
      if (transform === undefined) throw new Error(`no transform ${name}`);
      const job = {};
      try {
        const piece = { start: 0, length, buffers: columnsOf(columns), verify() {} };
        for (const chunk of evaluatePiece(transform, piece, {
          params: noParams,
          valuesInErrors: true,
          memory: noLimit(),
        })) {
          if (chunk !== undefined) jobs.set(job, chunk);
        }
      } catch (error) {
        if (!(error instanceof RowError)) throw error;
        return { job, bytes: [], fault: { row: error.row, code: 2, column: 0 } };
      }
      const bytes = jobs.get(job)?.columns.map((column) => column.values.length) ?? [];
      return { job, bytes };
    },
    evaluate() {
      throw new Error('no transform takes a single pass');
    },
    firstRows() {
      throw new Error('no transform reads dictionaries alone');
    },
    gather() {
      throw new Error('no transform reads dictionaries alone');
    },
    async fill(job, outputs) {
      calls.push({ call: 'fill', outputs });
      await undefined;
      options.meanwhile?.('fill');
      const result = jobs.get(job);
      if (result === undefined) throw new Error('fill of an unknown job');
      result.columns.forEach((column, index) => {
        const output = outputs[index];
        if (output === undefined || output.values.length !== column.values.length) throw new Error('wrong size');
        output.values.set(column.values);
        if (column.offsets !== undefined) output.offsets?.set(column.offsets);
        if (column.validity !== undefined) output.validity?.set(column.validity);
      });
      return { nullCounts: result.columns.map((column) => column.nullCount) };
    },
    async mark(name, backend, length, columns, { codes }) {
      calls.push({ call: 'mark', backend, length, columns: columnsOf(columns) });
      await undefined;
      const transform = transforms.find((candidate) => candidate.name === name);
      if (transform === undefined) throw new Error(`no transform ${name}`);
      const whole = { start: 0, length, buffers: columnsOf(columns), verify() {} };
      for (let row = 0; row < length; row += 1) {
        const piece = cutPiece(whole, transform.input, row, 1);
        try {
          for (const _ of evaluatePiece(transform, piece, {
            params: noParams,
            valuesInErrors: true,
            memory: noLimit(),
          }));
        } catch (error) {
          if (!(error instanceof RowError)) throw error;
          codes[row] = 2;
        }
      }
    },
    release(job) {
      calls.push({ call: 'release' });
      jobs.delete(job);
    },
    device: fakeDevice(transforms),
    ...fakeGroups(transforms),
    memory: () => ({ heldBytes: 0, forgottenBytes: 0 }),
    ...options,
    calls,
  };
}
