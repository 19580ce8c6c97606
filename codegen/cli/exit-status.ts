/** What the exit status of the command says. */
export const ExitStatus = {
  ok: 0,
  /** There are diagnostics that are errors. */
  diagnostics: 1,
  /** The command was called wrongly, or failed for a reason of its own. */
  usage: 2,
} as const;
