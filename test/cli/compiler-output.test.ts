import { describe, expect, test } from 'vitest';
import { compilerFailure, isCompilerMessage } from '../../codegen/5-build/cmake/compiler-output.js';

const gcc = `[1/3] Building CXX object CMakeFiles/rowfuse.dir/out/a/a.cpp.o
FAILED: CMakeFiles/rowfuse.dir/project/generated/redact/redact.cpp.o
/usr/bin/g++ -Drowfuse_EXPORTS -I/project/include -O3 -std=c++20 -o redact.cpp.o -c /project/generated/redact/redact.cpp
In file included from /project/generated/redact/redact.cpp:3:
examples/redact.ts: In member function 'void Transform::operator()(const Row&, Out&) const':
examples/redact.ts:8:30: error: 'visibility' was not declared in this scope
    8 |     if (visibility != rf::literal<"public">()) return;
      |         ^~~~~~~~~~
/project/include/rowfuse/row.hpp:12:3: note: declared here
[2/3] Building CXX object CMakeFiles/rowfuse.dir/out/b/b.cpp.o
ninja: build stopped: subcommand failed.
`;

describe("the excerpt of a compiler's output", () => {
  test('holds the errors of g++ under ninja', () => {
    expect(compilerFailure(gcc)).toEqual({
      directory: 'redact',
      excerpt: `examples/redact.ts:8:30: error: 'visibility' was not declared in this scope
    8 |     if (visibility != rf::literal<"public">()) return;
      |         ^~~~~~~~~~
/project/include/rowfuse/row.hpp:12:3: note: declared here`,
    });
  });

  test('is found quickly in a source with one long line', { timeout: 20_000 }, () => {
    const output = `a.cpp:1:1: error: bad\n${'cc'.repeat(200_000)} x\n`;
    expect(compilerFailure(output).excerpt).toMatch(/^a\.cpp:1:1: error: bad/);
  });

  test('holds the errors of nvcc', () => {
    const output = `FAILED: CMakeFiles/rowfuse.dir/g/mask/mask.cu.o
/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DX -Iinc -c mask.cu -o mask.cu.o
examples/mask.ts(4): error: identifier "name" is undefined
      auto const x = name.length();
                     ^

1 error detected in the compilation of "mask.cu".
`;
    const { excerpt, directory } = compilerFailure(output);
    expect(directory).toBe('mask');
    expect(excerpt.split('\n')[0]).toBe('examples/mask.ts(4): error: identifier "name" is undefined');
    expect(excerpt).not.toContain('-forward-unknown');
  });

  test('holds the errors of the linker', () => {
    const output = "/usr/bin/ld: a.o: in function `f()':\na.cpp:(.text+0x5): undefined reference to `g()'\n";
    expect(compilerFailure(output).excerpt).toContain('undefined reference to `g()');
  });

  test('is short for a thousand messages', () => {
    const output = Array.from({ length: 1000 }, (_, line) => `a.cpp:${line}: error: ${'x'.repeat(999)}`).join('\n');
    expect(compilerFailure(output).excerpt.length).toBeLessThan(1000);
  });

  test('is the whole output of a tool that reports no error', () => {
    expect(compilerFailure('Segmentation fault\n').excerpt).toBe('Segmentation fault');
  });
});

test.each([
  [gcc, true],
  ['collect2: error: ld returned 1 exit status', true],
  ['g++: fatal error: Killed signal terminated program cc1plus', true],
  ['examples/mask.ts(4): error: identifier "name" is undefined', true],
  ["ninja: error: build.ninja:1: expected '=', got newline", false],
  ['CMake Error: The source "CMakeLists.txt" does not match', false],
])("the compiler's own messages are told from those of other tools: %j", (output, expected) => {
  expect(isCompilerMessage(output)).toBe(expected);
});
