// Registers and spills of the kernels in an addon, as the CUDA toolkit's `cuobjdump` lists them.
import { execFileSync } from 'node:child_process';

/** Returns the first identifier of a mangled name after a place: its length, and then as many letters. */
function identifierAt(mangled, place) {
  const length = /^\d+/.exec(mangled.slice(place))?.[0];
  return length && mangled.slice(place + length.length, place + length.length + Number(length));
}

/** Returns the last name of the nested name that a kernel's mangled name begins with. */
function kernelOf(mangled) {
  let place = '_ZN'.length;
  let name;
  for (let next = identifierAt(mangled, place); next; next = identifierAt(mangled, place)) {
    name = next;
    place += String(next.length).length + next.length;
  }
  return name;
}

/** Returns the kernels of each transform: their names, registers per thread, and bytes of stack and of local memory per thread. */
export function resourcesOf(addon) {
  const listed = execFileSync('cuobjdump', ['--dump-resource-usage', addon], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const kernels = new Map();
  for (const [, mangled, registers, stack, local] of listed.matchAll(
    /Function (\w+):\s+REG:(\d+) STACK:(\d+) .*?LOCAL:(\d+)/g,
  )) {
    const place = mangled.indexOf('9generated');
    const transform = place < 0 ? undefined : identifierAt(mangled, place + '9generated'.length);
    if (transform === undefined) continue;
    const found = kernels.get(transform) ?? [];
    found.push({
      kernel: kernelOf(mangled),
      registers: Number(registers),
      stackBytes: Number(stack),
      localBytes: Number(local),
    });
    kernels.set(transform, found);
  }
  return kernels;
}
