import type { Label } from './statement.js';

/** The blocks around a printed statement that something leaves. */
export class OpenBlocks {
  /** From the outermost on. */
  readonly #labels: Label[] = [];

  /** Prints the statements of a block. */
  within<Printed>(label: Label, print: () => Printed): Printed {
    this.#labels.push(label);
    const printed = print();
    this.#labels.pop();
    return printed;
  }

  /** Returns how many blocks end where control goes on behind that of the label. */
  left(label: Label): string {
    const blocks = this.#labels.length - this.#labels.lastIndexOf(label);
    return blocks === 1 ? 'leave block' : `leave ${blocks} blocks`;
  }
}
