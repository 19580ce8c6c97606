import { isNullable, type Look, type Node, partsOf, type Span } from '../syntax/node.js';
import type { ParsedPattern } from '../syntax/parse.js';
import { refuse } from '../syntax/refusal.js';
import type { Component, Instruction, Program } from './instruction.js';
import { Registers } from './registers.js';

/** The bound on positions: the characters of a pattern with each quantifier written out. */
export const mostPositions = 10_000;
const mostInstructions = 4 * mostPositions;

/** Turns a pattern into programs of ordered threads. Quantifiers are written out: `a{2,3}` is `aa(?:a)?`. */
export function lower(pattern: ParsedPattern): Program {
  return new Lowering(pattern).program();
}

class Lowering {
  private readonly instructions: Instruction[] = [];
  private readonly components: Component[] = [];
  private readonly componentOf = new Map<Look, number>();
  private readonly registers: Registers;
  private positions = 0;
  private loops = 0;
  /** The outermost quantifier whose copies are being written. */
  private quantifier: Span | undefined;

  constructor(private readonly pattern: ParsedPattern) {
    this.registers = new Registers(pattern.body, pattern.groups);
  }

  program(): Program {
    const entry = this.lower(this.pattern.body, this.add({ op: 'match' }), { backward: false, records: true });
    this.components.push({ entry, backward: false, register: undefined });
    const { instructions, components } = this;
    return { instructions, components, registers: this.registers.count, groups: this.pattern.groups };
  }

  private add(instruction: Instruction): number {
    if (instruction.op === 'read') this.positions++;
    if (this.positions > mostPositions || this.instructions.length > mostInstructions)
      refuse(
        this.quantifier ?? { start: 0, end: 0 },
        this.quantifier ? 'This quantifier' : 'This pattern',
        `The pattern has more than ${mostPositions} positions when its quantifiers are written out.`,
        'Use `*` or `+`, and compare the length of the match; or match a part of the text at a time.',
      );
    return this.instructions.push(instruction) - 1;
  }

  /** Returns the entry of a node that continues at `next`. */
  private lower(node: Node, next: number, mode: Mode): number {
    switch (node.kind) {
      case 'characters':
        return this.add({ op: 'read', set: node.set, next });
      case 'edge':
        return this.add({ op: 'edge', test: node.test, next });
      case 'sequence': {
        const parts = mode.backward ? node.parts : node.parts.toReversed();
        return parts.reduce((follower, part) => this.lower(part, follower, mode), next);
      }
      case 'alternatives': {
        const entries = node.choices.map((choice) => this.lower(choice, next, mode));
        return entries.reduceRight((second, first) => this.add({ op: 'choice', first, second }));
      }
      case 'group': {
        if (!mode.records) return this.lower(node.body, next, mode);
        const [start, end] = [2 * node.index, 2 * node.index + 1];
        const last = this.add({ op: 'record', register: mode.backward ? start : end, next });
        const body = this.lower(node.body, last, mode);
        return this.add({ op: 'record', register: mode.backward ? end : start, next: body });
      }
      case 'look':
        return this.lowerLook(node, next, mode);
      case 'repetition': {
        const isOutermost = this.quantifier === undefined;
        this.quantifier ??= node.span;
        const entry = this.lowerRepetition(node, next, mode);
        if (isOutermost) this.quantifier = undefined;
        return entry;
      }
    }
  }

  private lowerLook(look: Look, next: number, mode: Mode): number {
    const register = mode.records ? this.registers.ofLook(look) : undefined;
    const component = this.componentOf.get(look) ?? this.components.length;
    if (!this.componentOf.has(look)) this.componentOf.set(look, this.lowerBody(look, register));
    const found = this.componentOf.get(look) ?? component;
    const follower = register === undefined ? next : this.add({ op: 'record', register, next });
    return this.add({ op: 'look', look: found, negated: look.negated, next: follower });
  }

  /** Makes a look-around's body a component, behind those inside it. */
  private lowerBody(look: Look, register: number | undefined): number {
    const mode = { backward: look.behind, records: register !== undefined };
    const entry = this.lower(look.body, this.add({ op: 'match' }), mode);
    return this.components.push({ entry, backward: look.behind, register }) - 1;
  }

  private lowerRepetition(repetition: Node & { kind: 'repetition' }, next: number, mode: Mode): number {
    const { body, greedy } = repetition;
    // An optional iteration that reads nothing is rejected, and a further one of the required ones changes nothing.
    const reads = consumes(body);
    const min = reads ? repetition.min : Math.min(repetition.min, 1);
    const max = reads ? repetition.max : min;
    const choose = (iteration: number, exit: number): Instruction => ({
      op: 'choice',
      first: greedy ? iteration : exit,
      second: greedy ? exit : iteration,
    });
    let entry = next;
    if (max === Infinity) {
      entry = this.add({ op: 'choice', first: next, second: next });
      this.instructions[entry] = choose(this.iteration(body, entry, mode, true), next);
    } else {
      for (let count = min; count < max; count++)
        entry = this.add(choose(this.iteration(body, entry, mode, true), next));
    }
    for (let count = 0; count < min; count++) entry = this.iteration(body, entry, mode, false);
    return entry;
  }

  /** Returns the entry of one iteration, which begins by clearing the groups that it may leave unset. */
  private iteration(body: Node, next: number, mode: Mode, optional: boolean): number {
    const checked = optional && isNullable(body);
    const loop = checked ? this.loops++ : 0;
    const inner = this.lower(body, checked ? this.add({ op: 'check', loop, next }) : next, mode);
    const entry = checked ? this.add({ op: 'enter', loop, next: inner }) : inner;
    const always = this.registers.alwaysSetBy(body);
    const registers = [...this.registers.setBy(body)].filter((register) => !always.has(register));
    return mode.records && registers.length > 0 ? this.add({ op: 'clear', registers, next: entry }) : entry;
  }
}

/** The direction in which a component reads, and whether it sets groups. */
interface Mode {
  readonly backward: boolean;
  readonly records: boolean;
}

function consumes(node: Node): boolean {
  if (node.kind === 'look') return false;
  return node.kind === 'characters' || partsOf(node).some(consumes);
}
