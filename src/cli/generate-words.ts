import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { makingOptions, makingsOf, MAX_VARIANTS } from '../families/generate.js';
import type { GenerateOptions } from './commands/generate.js';
import { optionOf, readerOf } from './declared-options.js';

/** `plenum generate`. */
export function addGenerate(program: Command, finish: (code: number) => void, families: readonly Family[]): void {
  const makings = makingsOf(families).map(({ making }, n) => {
    const option = making.asks.flags.split(' ')[0]!;
    return `${option}${n === 0 ? ' makes' : ''} ${making.makes}`;
  });
  const command = program
    .command('generate')
    .description(
      'seeded variants of an instance (rewards, deadlines and arrivals; times of a robust one), the thesis room at any size, or data centres',
    )
    .argument('[instance]', `instance to vary; without it ${makings.join(', ')}`)
    .option('--seed <n>', 'first seed', readerOf('--seed', { is: 'whole', least: 0 }), 1)
    .option(
      '--count <n>',
      'how many variants, with consecutive seeds',
      readerOf('--count', { is: 'whole', least: 1, most: MAX_VARIANTS }),
      1,
    )
    .option('--out <dir>', 'directory to write to', '.');
  for (const option of makingOptions(families)) command.addOption(optionOf(option));
  command
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string | undefined, options: GenerateOptions) => {
      finish(await (await import('./commands/generate.js')).generateCommand(file, options, command, families));
    });
}
