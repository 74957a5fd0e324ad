import type { Command } from 'commander';
import type { StudySubmitOptions } from './commands/study-submit.js';
import { optionOf, readerOf } from './declared-options.js';
import { OptionError } from './options.js';
import type { StudyWords } from './study-surroundings.js';
import { ALLOW_MODULES, ALLOW_OUTSIDE } from './study-permissions.js';

/** Addition of `plenum study submit`. */
export function addStudySubmit(group: Command, words: StudyWords): void {
  group
    .command('submit')
    .description('hand the runs of a study that have no record to Slurm, or to any scheduler by a command')
    .argument('<study>', 'study file (JSON or YAML), bundled study, or study folder')
    .argument('[sbatch...]', 'behind "--": options of sbatch, such as --time=60 --mem=4G')
    .option('--out <dir>', 'study folder, seen by all nodes under this path (default: the folder named as study)')
    .addOption(
      optionOf({
        flags: '--engine <name>',
        help: 'who runs the tasks',
        kind: { is: 'choice', of: ['slurm', 'command'] },
        preset: 'slurm',
      }),
    )
    .option(
      '--tasks-per-job <n>',
      'runs that each task of the array makes, one after another',
      readerOf('--tasks-per-job', { is: 'whole', least: 1 }),
      1,
    )
    .option('--template <line>', 'with --engine command: shell line with {command} or {script} (docs/studies/slurm.md)')
    .option('--program <path>', 'plenum on the nodes (default: this Node.js and this Plenum by their paths)')
    .option('--retry <which>', 'failed: make the runs anew that failed', whichRuns)
    .option('--dry-run', 'show what would be submitted, and write nothing', false)
    .option('--yes', 'make more runs than are made unasked; hand over again what may still wait or run', false)
    .option(...ALLOW_OUTSIDE)
    .option(...ALLOW_MODULES)
    .option('--json', 'print one JSON object', false)
    .action(async (study: string, sbatch: readonly string[], options: StudySubmitOptions) => {
      words.finish(
        await (await import('./commands/study-submit.js')).studySubmitCommand(study, sbatch, options, words),
      );
    });
}

function whichRuns(text: string): 'failed' {
  if (text === 'failed') return text;
  throw new OptionError('--retry', text, 'failed', 'Runs that have a record and did not fail are never made again.');
}
