import { Command, Option } from 'commander';
import { DEFAULT_METHOD } from '../families/reward-rate/methods/registry.js';
import { PROFILES } from '../families/reward-rate/studies/day/profile-names.js';
import { byFamily } from './by-family.js';
import type { DayOptions } from './commands/day.js';
import type { SweepOptions } from './commands/sweep.js';
import { atLeast, engineOption, methodOption, OptionError, wholeNumber } from './options.js';

/** The commands that ask one question many times. */
export function addStudies(program: Command, finish: (code: number) => void): void {
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
  runOptions(sweep, 'each point')
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
    .argument('<instance>', 'instance file (JSON)')
    .option('--arrivals <file>', 'arrival rates by epoch, CSV or JSON (docs/reward-rate/day.md)')
    .addOption(new Option('--profile <name>', `a built-in shape of a day (${PROFILES.join(', ')})`).argParser(profile));
  runOptions(day, 'each epoch')
    .option('--out <dir>', 'write day.json, day.csv, plans.csv and day.html there; a run cut short is taken up again')
    .action(async (file: string, options: DayOptions, command: Command) => {
      const answers = { 'reward-rate': async () => (await import('./commands/day.js')).dayCommand(file, options) };
      finish(await byFamily(file, command, options.json, answers));
    });
}

function runOptions(command: Command, each: string): Command {
  return command
    .addOption(methodOption(DEFAULT_METHOD))
    .option('--naive', 'let the method ignore co-location (NERR); plans are judged with it', false)
    .option('--seed <n>', 'seed of stochastic methods', wholeNumber('--seed', 0), 1)
    .option('--time-limit <s>', `stop ${each} after about this many seconds`, atLeast('--time-limit', 0))
    .option('--work-limit <n>', `stop ${each} after this many steps`, wholeNumber('--work-limit', 1))
    .addOption(engineOption())
    .option('--no-bound', 'skip the separate bound for methods that give none')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false);
}

function profile(text: string): string {
  if ((PROFILES as readonly string[]).includes(text)) return text;
  throw new OptionError('--profile', text, PROFILES.join(', '), 'Choose one of them, or give a file with --arrivals.');
}
