/**
 * Returns a number below `distinct` per row: all equally frequent, or by Zipf's law, the k-th as frequent as 1 / k of the first. The
 * same arguments give the same numbers.
 */
export function keyNumbers(rows, distinct, zipf) {
  const random = mixed(42);
  if (!zipf) return Int32Array.from({ length: rows }, () => Math.floor(random() * distinct));
  const shares = new Float64Array(distinct);
  let sum = 0;
  for (let key = 0; key < distinct; key += 1) {
    sum += 1 / (key + 1);
    shares[key] = sum;
  }
  return Int32Array.from({ length: rows }, () => {
    const share = random() * sum;
    let [low, high] = [0, distinct - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (shares[middle] < share) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

/** Numbers from 0 to 1 with 32 random bits: a counter through the finaliser of MurmurHash3. */
function mixed(seed) {
  let counter = seed | 0;
  return () => {
    counter = (counter + 0x9e3779b9) | 0;
    let bits = Math.imul(counter ^ (counter >>> 16), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
  };
}
