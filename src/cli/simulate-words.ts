import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { ofAnyFamily } from './by-family.js';
import { addFamilyOptions } from './family-options.js';
import { wholeNumber } from './options.js';
import type { StudyOptions } from './study-run.js';

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
    .action(async (file: string, plans: string[], options: StudyOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/simulate.js')).simulateCommand(file, plans, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });
}
