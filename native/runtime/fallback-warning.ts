let isWarned = false;

/** Warns, once in a thread, that calls run as JavaScript though nobody asked for that. */
export function warnOfFallback(reason: string): void {
  if (isWarned) return;
  isWarned = true;
  process.emitWarning(
    `Transforms run as plain JavaScript here, with the same results but many times slower: ${reason}. ` +
      'ROWFUSE_BACKEND=js runs them so without this warning. docs/deployment.md of rowfuse tells more.',
    { type: 'RowfuseWarning', code: 'ROWFUSE_ADDON' },
  );
}
