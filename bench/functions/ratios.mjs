// Figures that the benchmark and its tables share.

export const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/**
 * Returns V8's time divided by native time for each content, as geometric means over all lengths: CPU time on one thread for the plain
 * and the converted function, and elapsed time on all threads.
 */
export function ratios(shapes) {
  return [...new Set(shapes.map(({ content }) => content))].map((content) => {
    const own = shapes.filter((shape) => shape.content === content);
    return {
      content,
      ratio: geometricMean(own.map(({ oneThread, plain }) => plain.cpu / oneThread.cpu)),
      converted: geometricMean(own.map(({ oneThread, converted }) => converted.cpu / oneThread.cpu)),
      allThreads: geometricMean(
        own.map(({ allThreads, converted }) => converted.wall / (allThreads?.wall ?? Number.NaN)),
      ),
    };
  });
}

/** Returns how many times as long a row of 1,000 characters takes as one of 100, for each content. */
export function growths(shapes) {
  return [...new Set(shapes.map(({ content }) => content))].flatMap((content) => {
    const at = (length) => shapes.find((shape) => shape.content === content && shape.length === length);
    const [short, long] = [at(100), at(1000)];
    if (short === undefined || long === undefined) return [];
    const native = long.oneThread.cpu / short.oneThread.cpu;
    const javascript = long.plain.cpu / short.plain.cpu;
    return [{ content, native, javascript, ratio: native / javascript }];
  });
}
