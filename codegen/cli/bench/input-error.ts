/** An input file that cannot be benchmarked. The command prints the message without a stack. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
