import { type AST, RegExpParser, RegExpSyntaxError } from '@eslint-community/regexpp';
import { CharacterSets } from './character-sets.js';
import { type Flags, flagsOf } from './flags.js';
import { type EdgeTest, type Node, nothing } from './node.js';
import { RefusedPattern, refuse } from './refusal.js';

/** A pattern as a tree, with its groups. */
export interface ParsedPattern {
  readonly body: Node;
  readonly flags: Flags;
  /** The number of capturing groups. */
  readonly groups: number;
  /** The indices of the groups of each name; alternatives may share a name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

/** Parses a pattern; throws a `RefusedPattern` for syntax errors and for what no engine can match. */
export function parsePattern(source: string, flagText: string): ParsedPattern {
  const flags = flagsOf(flagText);
  const pattern = parseSource(source, flags);
  const names = new Map<string, number[]>();
  const groups = new Map<AST.CapturingGroup, number>();
  for (const group of capturingGroups(pattern)) {
    groups.set(group, groups.size + 1);
    if (group.name !== null) names.set(group.name, [...(names.get(group.name) ?? []), groups.size]);
  }
  const conversion = new Conversion(groups);
  return { body: conversion.alternatives(pattern.alternatives, flags), flags, groups: groups.size, names };
}

function parseSource(source: string, { unicode, unicodeSets }: Flags): AST.Pattern {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  try {
    return parser.parsePattern(source, 0, source.length, { unicode: unicode && !unicodeSets, unicodeSets });
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    const place = { start: error.index, end: Math.min(error.index + 1, source.length) };
    throw new RefusedPattern({
      ...place,
      construct: 'This pattern',
      reason: `${error.message}.`,
      advice: 'Mend the pattern.',
    });
  }
}

/** Returns the groups in the order of their opening brackets. */
function capturingGroups(root: AST.Pattern): AST.CapturingGroup[] {
  const found: AST.CapturingGroup[] = [];
  const inElement = (element: AST.Element): void => {
    if (element.type === 'CapturingGroup') found.push(element);
    if (element.type === 'Quantifier') inElement(element.element);
    else if ('alternatives' in element) inAlternatives(element.alternatives);
  };
  const inAlternatives = (alternatives: readonly AST.Alternative[]): void => {
    for (const { elements } of alternatives) for (const element of elements) inElement(element);
  };
  inAlternatives(root.alternatives);
  return found;
}

class Conversion {
  constructor(private readonly groups: ReadonlyMap<AST.CapturingGroup, number>) {}

  alternatives(alternatives: readonly AST.Alternative[], flags: Flags): Node {
    const choices = alternatives.map(({ elements }): Node => {
      const parts = elements.map((element) => this.element(element, flags));
      return parts.length === 1 ? (parts[0] ?? nothing) : { kind: 'sequence', parts };
    });
    return choices.length === 1 ? (choices[0] ?? nothing) : { kind: 'alternatives', choices };
  }

  private element(element: AST.Element, flags: Flags): Node {
    switch (element.type) {
      case 'Assertion':
        return this.assertion(element, flags);
      case 'Quantifier': {
        const { min, max, greedy, start, end } = element;
        const body = this.element(element.element, flags);
        return { kind: 'repetition', body, min, max, greedy, span: { start, end } };
      }
      case 'CapturingGroup': {
        const index = this.groups.get(element) ?? 0;
        return { kind: 'group', index, body: this.alternatives(element.alternatives, flags) };
      }
      case 'Group':
        return this.alternatives(element.alternatives, modified(flags, element.modifiers));
      case 'Backreference':
        return refuse(
          element,
          `The back-reference \`${element.raw}\``,
          'No engine matches back-references in time that is linear in the text.',
          'Capture both texts as groups, and compare these: `m !== null && m[1] === m[2]`.',
        );
      default:
        return { kind: 'characters', set: new CharacterSets(flags).of(element) };
    }
  }

  private assertion(assertion: AST.Assertion, flags: Flags): Node {
    switch (assertion.kind) {
      case 'lookahead':
      case 'lookbehind': {
        const body = this.alternatives(assertion.alternatives, flags);
        return { kind: 'look', behind: assertion.kind === 'lookbehind', negated: assertion.negate, body };
      }
      case 'start':
        return { kind: 'edge', test: flags.multiline ? 'lineStart' : 'start' };
      case 'end':
        return { kind: 'edge', test: flags.multiline ? 'lineEnd' : 'end' };
      case 'word':
        return { kind: 'edge', test: wordTest(assertion.negate, flags) };
    }
  }
}

function wordTest(negate: boolean, { ignoreCase, unicode }: Flags): EdgeTest {
  if (ignoreCase && unicode) return negate ? 'noFoldedWordEdge' : 'foldedWordEdge';
  return negate ? 'noWordEdge' : 'wordEdge';
}

function modified(flags: Flags, modifiers: AST.Modifiers | null): Flags {
  if (modifiers === null) return flags;
  const { add, remove } = modifiers;
  const flag = (name: 'ignoreCase' | 'multiline' | 'dotAll') =>
    (flags[name] || (add?.[name] ?? false)) && !(remove?.[name] ?? false);
  return { ...flags, ignoreCase: flag('ignoreCase'), multiline: flag('multiline'), dotAll: flag('dotAll') };
}
