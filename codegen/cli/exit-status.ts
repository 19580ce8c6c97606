/** The exit statuses of the command. */
export const ExitStatus = {
  ok: 0,
  /** There are errors among the diagnostics. */
  diagnostics: 1,
  /** The command was misused, or failed for a reason of its own. */
  usage: 2,
} as const;
