let isWarned = false;

/** Warns, once per thread, that calls run as JavaScript although nobody asked for it. */
export function warnOfFallback(reason: string): void {
  if (isWarned) return;
  isWarned = true;
  process.emitWarning(
    `Transforms run as plain JavaScript, with the same results but many times slower, because ${reason}. ` +
      'Set ROWFUSE_BACKEND=js to run them so without this warning. See docs/start/deployment.md of rowfuse.',
    { type: 'RowfuseWarning', code: 'ROWFUSE_ADDON' },
  );
}
