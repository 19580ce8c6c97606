/** The value of a register that no thread has set, and that of one that is set to the present place. */
export const unset = -1;
export const now = -2;

/** A thread: the node where it stands, and by register of the pattern where its value is kept. */
export interface Thread {
  readonly node: number;
  readonly values: readonly number[];
}

/** The ordered threads of a place, and the best match so far. */
export interface Configuration {
  readonly threads: readonly Thread[];
  /** The registers of the best match, if a longer one of higher priority is still possible. */
  readonly best: readonly number[] | undefined;
  /** The kinds of the character before the place. */
  readonly before: number;
  /** True if no further thread begins: a match is known, or the place is behind the first one of a sticky search. */
  readonly ended: boolean;
}

/** A move of a value into a register, or of the present place. */
export interface Move {
  readonly to: number;
  readonly from: number;
}

/** A configuration whose values are registers of the automaton. */
export interface TaggedState extends Configuration {
  readonly number: number;
  /** The registers in the order in which the configuration first shows them. */
  readonly registers: readonly number[];
}

/** States by the shape of their configuration: which threads there are, and which values are equal. */
export class TaggedStates {
  readonly all: TaggedState[] = [];
  private readonly byShape = new Map<string, TaggedState>();
  /** The registers that states use. */
  registers = 0;

  /**
   * Returns the state of a configuration and the moves into its registers. A new state keeps the registers of inherited values, so that only
   * the present place is moved.
   */
  enter(configuration: Configuration): { readonly state: TaggedState; readonly moves: readonly Move[] } {
    const values = distinctValues(configuration);
    const key = shapeOf(configuration, values);
    const known = this.byShape.get(key);
    if (known) return { state: known, moves: movesOf(values, known.registers) };
    const registers = assigned(values);
    const registerOf = (value: number) => (value === unset ? unset : (registers[values.indexOf(value)] ?? unset));
    const state: TaggedState = {
      ...configuration,
      threads: configuration.threads.map((thread) => ({ ...thread, values: thread.values.map(registerOf) })),
      best: configuration.best?.map(registerOf),
      number: this.all.length,
      registers,
    };
    this.byShape.set(key, state);
    this.all.push(state);
    this.registers = Math.max(this.registers, ...registers.map((register) => register + 1));
    return { state, moves: movesOf(values, registers) };
  }
}

function distinctValues({ threads, best }: Configuration): number[] {
  const all = threads.flatMap(({ values }) => values).concat(best ?? []);
  return [...new Set(all.filter((value) => value !== unset))];
}

function shapeOf({ threads, best, before, ended }: Configuration, distinct: readonly number[]): string {
  const places = (values: readonly number[]) => values.map((value) => (value === unset ? '' : distinct.indexOf(value)));
  const shapes = threads.map(({ node, values }) => `${node}:${places(values)}`);
  return `${before}${ended}|${shapes.join(';')}|${best ? places(best) : 'none'}`;
}

/** Gives the present place the lowest register that no inherited value has. */
function assigned(values: readonly number[]): number[] {
  const free = values.length === 0 ? 0 : [...values, 0].findIndex((_, register) => !values.includes(register));
  return values.map((value) => (value === now ? free : value));
}

function movesOf(values: readonly number[], registers: readonly number[]): Move[] {
  return values.map((from, place) => ({ from, to: registers[place] ?? unset })).filter(({ from, to }) => from !== to);
}
