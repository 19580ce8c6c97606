import { expect, it } from 'vitest';
import { programsInErrors } from './compare-programs.js';

it("maps a native compiler's errors to the programs that caused them", () => {
  const gcc = `In file included from Unity/unity_1_cxx.cxx:4:
value/member.hpp: In instantiation of 'bool rowfuse::member(const Maybe<T>&)':
input.ts:282:96:   required from 'void rowfuse::generated::candidate18::Candidate18::operator()(const auto:1&, auto:2&) const'
generated/candidate18/candidate18.cpp:9:71:   required from here
value/member.hpp:154:51: error: call of overloaded 'member(const __int128&)' is ambiguous
ninja: build stopped: subcommand failed.`;
  expect([...programsInErrors(gcc)]).toEqual([18]);
  expect([...programsInErrors('[9/10] Building CXX object generated/candidate3/candidate3.cpp.o\nKilled')]).toEqual([]);
});
