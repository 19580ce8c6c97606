import ora from 'ora';

/** Tells on stderr what is going on: one line that changes on a terminal, plain lines elsewhere. */
export interface Progress {
  /** What is being done now. */
  update(text: string): void;
  /** Something worth keeping on the screen. */
  line(text: string): void;
  stop(): void;
}

export function createProgress(): Progress {
  const print = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  if (process.stderr.isTTY !== true || process.env.TERM === 'dumb') {
    return { update: print, line: print, stop() {} };
  }
  const spinner = ora({ stream: process.stderr });
  return {
    update(text) {
      if (spinner.isSpinning) spinner.text = text;
      else spinner.start(text);
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
