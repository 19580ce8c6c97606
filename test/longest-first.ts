import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, of two workers on a fresh clone: what begins last would keep one of them waiting. */
const long = [
  'test/native/rolling.test.ts',
  'test/native/grouping.test.ts',
  'test/native/native.test.ts',
  'test/run/differential.test.ts',
  'test/cli/native-build.test.ts',
  'test/run/streams.test.ts',
  'test/run/rows-that-come-and-go.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/addon/processes.test.ts',
  'test/run/device-tables.test.ts',
  'test/cli/command-line.test.ts',
];

/** Where vitest knows nothing of earlier runs it begins with the largest files, which are not those. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
