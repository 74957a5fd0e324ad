import type { Command } from 'commander';
import { DEFAULT_UNCERTAINTY } from '../families/reward-rate/studies/uncertainty/model.js';
import { byFamily } from './by-family.js';
import type { SimulateOptions } from './commands/simulate.js';
import { atLeast, choiceOption, OptionError, wholeNumber } from './options.js';

const MAX_SAMPLES = 1_000_000;
const MIN_HORIZON_S = 0.001;
/** A year. */
const GREATEST_HORIZON_S = 31_557_600;
const DEFAULT_EPOCHS = 10_000;
/** Of a bag of tasks. */
const DEFAULT_SAMPLES = 100_000;
/** Beyond this a lognormal factor has a median below a third of its mean: no uncertainty anybody plans with. */
const GREATEST_COV = 3;

interface SimulateWords extends Omit<SimulateOptions, 'samples'> {
  readonly samples?: number;
  readonly law?: string;
}

/** `plenum simulate` on the command line. */
export function addSimulate(program: Command, finish: (code: number) => void): void {
  const preset = DEFAULT_UNCERTAINTY;
  program
    .command('simulate')
    .description('plans under uncertain execution times (and arrivals): Monte Carlo with the same draws for all plans')
    .argument('<instance>', 'instance file (JSON)')
    .argument('<plan...>', 'plan files; the first is the reference of the differences')
    .option(
      '--samples <n>',
      `epochs to simulate (default: ${DEFAULT_EPOCHS}), or runs of a bag (default: ${DEFAULT_SAMPLES})`,
      wholeNumber('--samples', 2, MAX_SAMPLES),
    )
    .option('--seed <n>', 'seed of the draws', wholeNumber('--seed', 0), 1)
    .option(
      '--horizon <s>',
      'length of an epoch, s',
      within('--horizon', MIN_HORIZON_S, GREATEST_HORIZON_S),
      preset.horizonS,
    )
    .option(
      '--time-cov <x>',
      'coefficient of variation of the factor on execution times, per task type and node type',
      variation('--time-cov'),
      preset.timeFactorCov,
    )
    .option(
      '--arrival-cov <x>',
      'coefficient of variation of the factor on arrival rates, per task type',
      variation('--arrival-cov'),
      preset.arrivalFactorCov,
    )
    .option(
      '--task-cov <x>',
      'coefficient of variation of execution times from task to task',
      variation('--task-cov'),
      preset.taskTimeCov,
    )
    .option('--deadlines', 'tasks that take longer than their deadline earn nothing', false)
    .addOption(choiceOption('--idle-cores <what>', 'power of cores without work', ['keep', 'drop'], preset.idleCores))
    .option('--share <x>', 'ask how likely an epoch earns this share of the nominal reward', fraction('--share'), 0.95)
    .option('--law <list>', 'robust instances: beside Gaussian times also gamma, lognormal, empirical:<file.csv>')
    .option('--out <dir>', 'write simulation.json and simulation.html there (robust instances: simulation.json)')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, plans: string[], words: SimulateWords, command: Command) => {
      finish(
        await byFamily(file, command, words.json, {
          'reward-rate': async () => {
            const { simulateCommand } = await import('./commands/simulate.js');
            return simulateCommand(file, plans, { ...words, samples: words.samples ?? DEFAULT_EPOCHS });
          },
          robust: async () => {
            const { simulateRobustCommand } = await import('./commands/simulate-robust.js');
            return simulateRobustCommand(file, plans, { ...words, samples: words.samples ?? DEFAULT_SAMPLES });
          },
        }),
      );
    });
}

function variation(option: string): (text: string) => number {
  return within(option, 0, GREATEST_COV);
}

function fraction(option: string): (text: string) => number {
  return within(option, 0, 1);
}

function within(option: string, least: number, most: number): (text: string) => number {
  const lower = atLeast(option, least);
  return (text) => {
    const value = lower(text);
    if (value > most) throw new OptionError(option, text, `a number from ${least} to ${most}`, 'Correct the value.');
    return value;
  };
}
