import { type Command, Option } from 'commander';
import type { Family } from '../families/family.js';
import { type Method, methodNamed, METHODS } from '../families/reward-rate/methods/registry.js';
import { PROFILES } from '../families/reward-rate/studies/day/profile-names.js';
import { methodOfAnother } from '../workbench/find-family.js';
import { byFamily } from './by-family.js';
import type { DayOptions } from './commands/day.js';
import type { SweepOptions } from './commands/sweep.js';
import { addFamilyOptions, defaultMethods } from './family-options.js';
import { atLeast, OptionError, unknownName, wholeNumber } from './options.js';

/** The commands that ask one question many times. */
export function addStudies(program: Command, finish: (code: number) => void, families: readonly Family[]): void {
  const sweep = program
    .command('sweep')
    .description('solve over a grid of values of numeric fields: frontier of reward against power, marginal values')
    .argument('<instance>', 'instance file (JSON)')
    .option(
      '--over <field=values>',
      'what to vary, e.g. powerCapW=200000:300000:10000, redLineC=26,28,30, arrivalRatePerS=x0.5:x1.5:x0.25; repeat for a grid',
      (text: string, before: readonly string[]) => [...before, text],
      [],
    );
  runOptions(sweep, 'each point', families)
    .option('--out <dir>', 'write sweep.json, sweep.csv and sweep.html there; a run cut short is taken up again')
    .action(async (file: string, options: SweepOptions, command: Command) => {
      const answers = {
        'reward-rate': async () => (await import('./commands/sweep.js')).sweepCommand(file, options),
      };
      finish(await byFamily(file, command, options.json, answers));
    });

  const day = program
    .command('day')
    .description('one plan per epoch of a day, each started from the last, and the ledger of energy and reward')
    .argument('<instance>', 'instance file (JSON)');
  runOptions(day, 'each epoch', families)
    .option('--out <dir>', 'write day.json, day.csv, plans.csv and day.html there; a run cut short is taken up again')
    .action(async (file: string, options: DayOptions, command: Command) => {
      if (options.profile !== undefined) profile(options.profile);
      const answers = { 'reward-rate': async () => (await import('./commands/day.js')).dayCommand(file, options) };
      finish(await byFamily(file, command, options.json, answers));
    });
}

function runOptions(command: Command, each: string, families: readonly Family[]): Command {
  const verb = command.name();
  const preset = METHODS[0]!;
  command.addOption(
    new Option('--method <name>', 'method').default(preset, defaultMethods(verb, families)).argParser(method),
  );
  return addFamilyOptions(command, verb, families)
    .option('--seed <n>', 'seed of stochastic methods', wholeNumber('--seed', 0), 1)
    .option('--time-limit <s>', `stop ${each} after about this many seconds`, atLeast('--time-limit', 0))
    .option('--work-limit <n>', `stop ${each} after this many steps`, wholeNumber('--work-limit', 1))
    .option('--no-bound', 'skip the separate bound for methods that give none')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false);
}

function profile(text: string): string {
  if ((PROFILES as readonly string[]).includes(text)) return text;
  throw new OptionError('--profile', text, PROFILES.join(', '), 'Choose one of them, or give a file with --arrivals.');
}

function method(name: string): Method {
  const found = methodNamed(name);
  const known = METHODS.map((one) => one.name);
  if (found === undefined) {
    const foreign = methodOfAnother(name, { name: 'reward-rate', methods: METHODS });
    throw foreign === null ? unknownName('--method', name, known) : OptionError.of(foreign);
  }
  return found;
}
