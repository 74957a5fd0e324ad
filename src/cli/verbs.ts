import type { Command } from 'commander';
import { commonOptions, type CommonValues } from '../families/common-options.js';
import type { Family } from '../families/family.js';
import { type NamedOption, sharedOptions } from '../families/options.js';
import { answering } from '../workbench/find-family.js';
import { ofAnyFamily } from './by-family.js';
import type { ChainOptions } from './commands/chain.js';
import { optionOf } from './declared-options.js';
import { helpByFamily } from './help.js';

/** A verb: a command for instances of all families that support it, e.g. `solve`. */
interface Verb {
  readonly name: string;
  readonly description: string;
  /** Second argument with its help; absent if there is only the instance. */
  readonly more?: readonly [name: string, help: string];
  /**
   * Runs the verb and returns the exit code.
   *
   * @param more value of the second argument
   */
  readonly run: (file: string, more: unknown, options: unknown, families: readonly Family[]) => Promise<number>;
}

/** All verbs, in the order of the help. A verb's code is loaded when called, so that all start fast. */
const VERBS: readonly Verb[] = [
  {
    name: 'solve',
    description: 'find the best plan, prove a bound, check the plan',
    run: async (file, _, options, families) =>
      (await import('./commands/solve.js')).solveCommand(file, options as CommonValues<'solve'>, families),
  },
  {
    name: 'check',
    description: 'recompute a plan independently: its worth, and every limit it breaks (exit code 3)',
    more: ['<plan>', 'plan file (JSON)'],
    run: async (file, plan, options, families) =>
      (await import('./commands/check.js')).checkCommand(
        file,
        plan as string,
        options as CommonValues<'check'>,
        families,
      ),
  },
  {
    name: 'bound',
    description: 'the certified bound alone',
    run: async (file, _, options, families) =>
      (await import('./commands/bound.js')).boundCommand(file, options as CommonValues<'bound'>, families),
  },
  {
    name: 'explain',
    description:
      'why there is no plan and what mends it; of a plan what heats an inlet, what is not served and why, and what more cap is worth',
    more: ['[plan]', 'plan file (JSON)'],
    run: async (file, plan, options, families) =>
      (await import('./commands/explain.js')).explainCommand(
        file,
        plan as string | undefined,
        options as CommonValues<'explain'>,
        families,
      ),
  },
  {
    name: 'sweep',
    description: 'solve over a grid of values of fields: frontiers, and what limits are worth',
    run: async (file, _, options, families) =>
      (await import('./commands/chain.js')).chainCommand('sweep', file, options as ChainOptions, families),
  },
  {
    name: 'day',
    description: 'one plan per epoch of a day, and the ledger of energy and reward',
    run: async (file, _, options, families) =>
      (await import('./commands/chain.js')).chainCommand('day', file, options as ChainOptions, families),
  },
  {
    name: 'compare',
    description: 'methods side by side over seeded trials, each held against one proven bound',
    run: async (file, _, options, families) =>
      (await import('./commands/compare.js')).compareCommand(file, options as CommonValues<'compare'>, families),
  },
  {
    name: 'simulate',
    description: 'plans under uncertain execution times (and arrivals): Monte Carlo with the same draws for all plans',
    more: ['<plan...>', 'plan files; the first is the reference of the differences'],
    run: async (file, plans, options, families) =>
      (await import('./commands/simulate.js')).simulateCommand(
        file,
        plans as string[],
        options as CommonValues<'simulate'>,
        families,
      ),
  },
];

/** Adds the verbs to the parser, each with the options of the families that support it. */
export function addVerbs(
  program: Command,
  packageDirectory: string,
  finish: (code: number) => void,
  families: readonly Family[],
): void {
  for (const verb of VERBS) {
    const command = program
      .command(verb.name)
      .description(verb.description)
      .argument('<instance>', 'instance file (JSON), or the name of a bundled one');
    if (verb.more !== undefined) command.argument(...verb.more);
    // Presets of a family are filled in by the verb, which knows the family.
    const own = sharedOptions(verb.name, answering(verb.name, families));
    for (const option of own) command.addOption(optionOf(withoutPreset(option)));
    for (const option of commonOptions(verb.name)) command.addOption(optionOf(option));
    helpByFamily(command, packageDirectory, families);
    command.action(async (file: string, ...rest: unknown[]) => {
      const [options, more] = verb.more === undefined ? [rest[0]] : [rest[1], rest[0]];
      finish(await ofAnyFamily(file, command, families, () => verb.run(file, more, options, families)));
    });
  }
}

function withoutPreset({ preset: _, ...option }: NamedOption): Omit<NamedOption, 'preset'> {
  return option;
}
