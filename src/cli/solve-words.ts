import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { ofAnyFamily } from './by-family.js';
import type { SolveOptions } from './commands/solve.js';
import { addFamilyOptions, defaultMethods, furtherFiles } from './family-options.js';
import { atLeast, wholeNumber } from './options.js';

/** `plenum solve`, for an instance of any family. */
export function addSolve(program: Command, finish: (code: number) => void, families: readonly Family[]): void {
  const command = program
    .command('solve')
    .description('find the best plan (reward rate, robustness or cost), prove a bound, check the plan')
    .argument('<instance>', 'instance file (JSON)')
    .option('--method <name>', `method (default: ${defaultMethods('solve', families)})`);
  addFamilyOptions(command, 'solve', families)
    .option('--seed <n>', 'seed of stochastic methods', wholeNumber('--seed', 0), 1)
    .option(
      '--time-limit <s>',
      'stop after about this many seconds with the best plan so far',
      atLeast('--time-limit', 0),
    )
    .option('--work-limit <n>', 'stop after this many steps (exactly repeatable)', wholeNumber('--work-limit', 1))
    .option('--no-bound', 'skip the separate bound for methods that give none')
    .option('--out <dir>', `write plan.json, plan.csv, result.json, report.html${furtherFiles(families)} there`)
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: SolveOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/solve.js')).solveCommand(file, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });
}
