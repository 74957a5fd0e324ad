import type { Command } from 'commander';
import { REPRODUCE_OPTIONS } from '../families/command-options.js';
import { figureNames } from '../reproduction/registry.js';
import type { ReproduceOptions } from './commands/reproduce.js';
import { addOptions } from './declared-options.js';
import { OptionError } from './options.js';
import type { StudyWords } from './study-surroundings.js';

export function addReproduce(program: Command, words: StudyWords): void {
  const { finish } = words;
  const command = program
    .command('reproduce')
    .description(
      "the figures of the thesis' chapters 2 to 5 and of the papers on utility and jobs as experiments, and whether their claims hold; goes on where it was stopped",
    )
    .argument(
      '[figure...]',
      `${figureNames().join(', ')} (text-...: claims without a figure), or all; behind "--" options of sbatch`,
    );
  addOptions(command, REPRODUCE_OPTIONS).action(async (figures: string[], options: ReproduceOptions) => {
    if (options.reduced && options.full) {
      throw new OptionError('--full', 'with --reduced', 'one of the two', 'Leave one out.');
    }
    const asked = (['full', 'untilDecided', 'estimate'] as const).find((one) => options[one]);
    const named = (['trials', 'writeDocs', 'writeStudy', 'engine'] as const).find((one) => options[one] !== undefined);
    const other = asked ?? named;
    if (options.judge && other !== undefined) {
      const flag = REPRODUCE_OPTIONS[other].flags.split(' ')[0]!;
      throw new OptionError(flag, 'with --judge', 'one of the two', 'Leave one out: --judge runs nothing.');
    }
    const { reproduceCommand } = await import('./commands/reproduce.js');
    finish(await reproduceCommand(figures, options, words));
  });
}
