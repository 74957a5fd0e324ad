import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { DEFAULT_EPOCHS } from '../families/reward-rate/options.js';
import { DEFAULT_SAMPLES } from '../families/robust/options.js';
import { byFamily } from './by-family.js';
import type { SimulateOptions } from './commands/simulate.js';
import { addFamilyOptions } from './family-options.js';
import { wholeNumber } from './options.js';

interface SimulateWords extends Omit<SimulateOptions, 'samples'> {
  readonly samples?: number;
  readonly law?: string;
}

/** `plenum simulate` on the command line. */
export function addSimulate(program: Command, finish: (code: number) => void, families: readonly Family[]): void {
  const command = program
    .command('simulate')
    .description('plans under uncertain execution times (and arrivals): Monte Carlo with the same draws for all plans')
    .argument('<instance>', 'instance file (JSON)')
    .argument('<plan...>', 'plan files; the first is the reference of the differences');
  addFamilyOptions(command, 'simulate', families)
    .option('--seed <n>', 'seed of the draws', wholeNumber('--seed', 0), 1)
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
