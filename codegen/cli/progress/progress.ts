import ora from 'ora';
import { visibleLine } from '../../diagnostics/format/visible-controls.js';

/** Reports progress on stderr: one line that changes on a terminal, plain lines elsewhere. */
export interface Progress {
  /** Shows the current step. */
  update(text: string): void;
  /** Prints a line that stays on the screen. */
  line(text: string): void;
  stop(): void;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const print = (text: string): void => {
    stream.write(`${visibleLine(text)}\n`);
  };
  // A pseudo-terminal of unknown size has 0 columns, for which ora clears infinitely many lines (seen with 9.4.1).
  const width = stream.isTTY === true ? stream.columns : 0;
  if (!(width > 0) || process.env.TERM === 'dumb') {
    return { update: print, line: print, stop() {} };
  }
  const spinner = ora({ stream });
  return {
    update(text) {
      if (spinner.isSpinning) spinner.text = visibleLine(text);
      else spinner.start(visibleLine(text));
    },
    line(text) {
      spinner.clear();
      print(text);
    },
    stop() {
      spinner.stop();
    },
  };
}
