import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../../codegen/cli/run-command-line.js';
import { readPage, sectionOf } from './page.js';

// docs/reference/cli.md has every command and flag of the program, and no others.

const page = readPage('reference/cli.md');
const { commands } = commandLine(() => undefined);

/** The section of a command. */
const sectionOfCommand = (name: string) => sectionOf(page, `rowfuse ${name}`);

/** The flags in the first column of a section's table. */
function flagsIn(section: string): readonly string[] {
  return [...section.matchAll(/^\| `(--[^`]+)` \|/gm)].map(([, flags = '']) => flags);
}

function usageOf(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return ['rowfuse', command.name(), ...(command.options.length > 0 ? ['[options]'] : []), ...words].join(' ');
}

test('the page has a section for each command, and lists them in one table', () => {
  const names = commands.map((command) => command.name());
  expect([...page.matchAll(/^## rowfuse (\w+)$/gm)].map(([, name]) => name)).toEqual(names);
  expect([...page.matchAll(/^\| \[`rowfuse (\w+)`\]/gm)].map(([, name]) => name)).toEqual(names);
});

describe.each(commands.map((command) => [command.name(), command] as const))('rowfuse %s', (name, command) => {
  test('has each of its flags on the page', () => {
    expect(flagsIn(sectionOfCommand(name))).toEqual(command.options.map((option) => option.flags));
  });

  test('has its usage on the page', () => {
    expect(sectionOfCommand(name)).toContain(`\`${usageOf(command)}\``);
  });

  test('has the choices and defaults of its flags on the page', () => {
    for (const { flags, argChoices = [], defaultValue } of command.options) {
      const row = sectionOfCommand(name)
        .split('\n')
        .find((line) => line.startsWith(`| \`${flags}\``));
      for (const choice of argChoices) expect(row).toContain(`\`${choice}\``);
      if (typeof defaultValue === 'string') expect(row).toContain(`| \`${defaultValue}\` |`);
    }
  });
});
