/** Returns the elements in a random order (Fisher and Yates; the generator is mulberry32). */
export function shuffled(elements, seed) {
  const [all, state] = [[...elements], { value: seed }];
  const random = () => {
    state.value = (state.value + 0x6d2b79f5) | 0;
    let bits = Math.imul(state.value ^ (state.value >>> 15), 1 | state.value);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let left = all.length - 1; left > 0; left -= 1) {
    const other = Math.floor(random() * (left + 1));
    [all[left], all[other]] = [all[other], all[left]];
  }
  return all;
}
