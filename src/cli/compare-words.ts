import type { Command } from 'commander';
import { MAX_TRIALS } from '../families/compare.js';
import type { Family } from '../families/family.js';
import { MAX_WORKERS } from '../families/shared-options.js';
import { ofAnyFamily } from './by-family.js';
import type { CompareOptions } from './commands/compare.js';
import { addFamilyOptions } from './family-options.js';
import { atLeast, wholeNumber } from './options.js';
import { WRITE_STUDY } from './study-written.js';

/** `plenum compare`, for an instance of any family. */
export function addCompare(program: Command, finish: (code: number) => void, families: readonly Family[]): void {
  const command = program
    .command('compare')
    .description('methods side by side over seeded trials: gaps to one proven bound per trial, intervals, convergence')
    .argument('<instance>', 'instance file (JSON)')
    .requiredOption(
      '--methods <list>',
      'methods, comma-separated; name:naive ignores co-location; robust: name:static, name:z+ties; utility: name:task@1.5, name:greedy, ...; jobs: name:printed, name:energy@2, ...',
    )
    .option('--reference <method>', 'the one of them the others are held against (default: the first)')
    .option('--trials <n>', 'trials, with consecutive seeds', wholeNumber('--trials', 1, MAX_TRIALS), 5)
    .option(
      '--vary',
      'every trial is a seeded variant of the workload, the same for all methods (not of geo instances)',
      false,
    );
  addFamilyOptions(command, 'compare', families)
    .option('--seed <n>', 'first seed', wholeNumber('--seed', 0), 1)
    .option('--time-limit <s>', 'stop each run after about this many seconds', atLeast('--time-limit', 0))
    .option('--work-limit <n>', 'stop each run after this many steps', wholeNumber('--work-limit', 1))
    .option(
      '--workers <n>',
      'with --work-limit alone: runs at a time; what is found does not depend on it',
      wholeNumber('--workers', 1, MAX_WORKERS),
      1,
    )
    .option('--out <dir>', 'write compare.json, .csv and .html there; a comparison cut short is taken up again')
    .option(...WRITE_STUDY)
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: CompareOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/compare.js')).compareCommand(file, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });
}
