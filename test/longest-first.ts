import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest on a fresh clone. A long file that starts last would leave one of two workers idle. */
const long = [
  'test/native/rolling/rolling.test.ts',
  'test/native/group/grouping.test.ts',
  'test/native/string/strings.test.ts',
  'test/run/differential.test.ts',
  'test/cli/native-build.test.ts',
  'test/run/streams.test.ts',
  'test/run/filters-and-expansions.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/addon/processes.test.ts',
  'test/run/device-tables.test.ts',
  'test/cli/command-line.test.ts',
];

/** Without earlier runs vitest starts with the largest files, which are not the slowest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
