import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { MAX_WORKERS } from '../families/shared-options.js';
import { figureNames } from '../reproduction/registry.js';
import type { ReproduceOptions } from './commands/reproduce.js';
import { optionOf, readerOf } from './declared-options.js';
import { OptionError } from './options.js';
import type { StudyWords } from './study-surroundings.js';
import { WRITE_STUDY } from './study-written.js';

/** A worker at 4,320 nodes takes some hundred MB. */
const DEFAULT_WORKERS = 8;

/** Engines that runs may be handed to. */
const ENGINES = ['slurm', 'command'];

/** `plenum reproduce`. */
export function addReproduce(program: Command, words: StudyWords): void {
  const { finish } = words;
  program
    .command('reproduce')
    .description(
      "the figures of the thesis' chapters 2 to 5 and of the papers on utility and jobs as experiments, and whether their claims hold; goes on where it was stopped",
    )
    .argument(
      '[figure...]',
      `${figureNames().join(', ')} (text-...: claims without a figure), or all; behind "--" options of sbatch`,
    )
    .option('--reduced', 'few trials: at most 25 minutes per figure on two cores (default)', false)
    .option(
      '--full',
      "the thesis' trials: 48, of chapter 2 96; of chapter 4 twelve days, an hour per epoch for gald-cl; of chapter 5 twelve; the papers' 48 or 64",
      false,
    )
    .option('--trials <n>', 'another number of trials', readerOf('--trials', { is: 'whole', least: 1, most: 10_000 }))
    .option(
      '--workers <n>',
      'worker threads; the records do not depend on it',
      readerOf('--workers', { is: 'whole', least: 1, most: MAX_WORKERS }),
      Math.min(availableParallelism(), DEFAULT_WORKERS),
    )
    .option('--out <dir>', 'directory of the runs made, records and pages', 'out/reproduction')
    .option('--estimate', 'print the estimated time and end', false)
    .option(
      '--write-docs <dir>',
      'write claims.md there, the verdicts of all figures with records in --out; what is behind them goes to details.md in --out',
    )
    .addOption(
      optionOf({
        flags: '--engine <name>',
        help: 'submit the runs and end: slurm, or any scheduler by --template',
        kind: { is: 'choice', of: ENGINES },
      }),
    )
    .option(
      '--tasks-per-job <n>',
      'with --engine: runs that each task makes',
      readerOf('--tasks-per-job', { is: 'whole', least: 1 }),
      1,
    )
    .option('--template <line>', 'with --engine command: shell line with {command} or {script} (docs/studies/slurm.md)')
    .option('--dry-run', 'with --engine: show what would be submitted, and write nothing', false)
    .option(...WRITE_STUDY)
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (figures: string[], options: ReproduceOptions & { readonly reduced: boolean }) => {
      if (options.reduced && options.full) {
        throw new OptionError('--full', 'with --reduced', 'one of the two', 'Leave one out.');
      }
      const { reproduceCommand } = await import('./commands/reproduce.js');
      finish(await reproduceCommand(figures, options, words));
    });
}
