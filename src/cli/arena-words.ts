import type { Command } from 'commander';
import { MAX_WORKERS } from '../families/shared-options.js';
import { quantityIn } from '../instances/units.js';
import type { Budget } from '../studies/plan/study.js';
import type { ArenaOptions } from './commands/arena.js';
import { readerOf } from './declared-options.js';
import { OptionError } from './options.js';
import type { StudyWords } from './study-surroundings.js';

/** Maximum number of variants (as many as seeds that a study lists with ease). */
const MAX_VARIANTS = 1000;

/** Addition of `plenum arena`. */
export function addArena(program: Command, words: StudyWords): void {
  program
    .command('arena')
    .description(
      'which method should run on this instance: all of its family on seeded variants of it, and a recommendation',
    )
    .argument('<instance>', 'instance file (JSON)')
    .option('--out <dir>', 'study folder: records, study file and page')
    .option(
      '--variants <n>',
      'number of variants (default: as many as the tests need)',
      readerOf('--variants', { is: 'whole', least: 1, most: MAX_VARIANTS }),
    )
    .option('--methods <names>', 'methods, comma-separated (default: all that can run on the instance)', list)
    .option('--budgets <times>', 'time limits of the runs, e.g. "1 s,5 s,20 s" (default: by a first timed run)', times)
    .option('--work <steps>', 'work limits of the runs instead, e.g. 10,100,1000: they repeat exactly', steps)
    .option(
      '--uncertainty <field=share>',
      'a field and how much more or less it may be, e.g. "limits.powerCapW=±10 %", or =drawn for a seed; 0 takes a usual one out; several by commas',
      (text: string, before: readonly string[]) => [...before, ...list(text)],
      [],
    )
    .option('--seed <n>', 'seed of the first variant', readerOf('--seed', { is: 'whole', least: 0 }), 1)
    .option(
      '--workers <n>',
      'runs made at a time, each in a process of its own',
      readerOf('--workers', { is: 'whole', least: 1, most: MAX_WORKERS }),
      1,
    )
    .option('--write-study <file>', 'write these runs as a study file (plenum study), and run nothing')
    .option('--yes', 'begin although it may take longer than 10 min', false)
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: ArenaOptions) => {
      words.finish(await (await import('./commands/arena.js')).arenaCommand(file, options, words));
    });
}

function list(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

function times(text: string): readonly Budget[] {
  return list(text).map((word) => {
    const timeLimitS = quantityIn(word, { of: 's', per: null });
    if (typeof timeLimitS === 'number' && timeLimitS > 0) return { timeLimitS, workLimit: null };
    throw new OptionError('--budgets', word, 'times above 0, e.g. "1 s,5 s,1 min"', 'Correct the value.');
  });
}

function steps(text: string): readonly Budget[] {
  return list(text).map((word) => {
    const workLimit = Number(word);
    if (Number.isSafeInteger(workLimit) && workLimit >= 1) return { timeLimitS: null, workLimit };
    throw new OptionError('--work', word, 'whole numbers of steps, at least 1', 'Correct the value.');
  });
}
