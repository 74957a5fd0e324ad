import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { ofAnyFamily } from './by-family.js';
import type { SweepOptions } from './commands/sweep.js';
import { addFamilyOptions, defaultMethods } from './family-options.js';
import { atLeast, wholeNumber } from './options.js';
import type { SeriesOptions } from './study-run.js';
import { WRITE_STUDY } from './study-written.js';

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
      const run = async (): Promise<number> => {
        return (await import('./commands/sweep.js')).sweepCommand(file, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });

  const day = program
    .command('day')
    .description('one plan per epoch of a day, and the ledger of energy and reward')
    .argument('<instance>', 'instance file (JSON)');
  runOptions(day, 'each epoch', families)
    .option('--out <dir>', 'write day.json, day.csv, plans.csv and day.html there; a run cut short is taken up again')
    .action(async (file: string, options: SeriesOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/day.js')).dayCommand(file, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });
}

function runOptions(command: Command, each: string, families: readonly Family[]): Command {
  const verb = command.name();
  command.option('--method <name>', `method (default: ${defaultMethods(verb, families)})`);
  return addFamilyOptions(command, verb, families)
    .option('--seed <n>', 'seed of stochastic methods', wholeNumber('--seed', 0), 1)
    .option('--time-limit <s>', `stop ${each} after about this many seconds`, atLeast('--time-limit', 0))
    .option('--work-limit <n>', `stop ${each} after this many steps`, wholeNumber('--work-limit', 1))
    .option(...WRITE_STUDY)
    .option('--no-bound', 'skip the separate bound for methods that give none')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false);
}
