import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { GENERATE_OPTIONS } from '../families/command-options.js';
import { makingOptions, makingsOf } from '../families/generate.js';
import type { GenerateOptions } from './commands/generate.js';
import { flagOf } from '../families/options.js';
import { addOptions, optionOf } from './declared-options.js';

export function addGenerate(program: Command, finish: (code: number) => void, families: readonly Family[]): void {
  const makings = makingsOf(families).map(
    ({ asks, making }, n) => `${flagOf(asks)}${n === 0 ? ' makes' : ''} ${making.makes}`,
  );
  const command = program
    .command('generate')
    .description(
      'seeded variants of an instance (rewards, deadlines and arrivals; times of a robust one), the thesis room at any size, or data centres',
    )
    .argument('[instance]', `instance to vary; without it ${makings.join(', ')}`);
  const { force, allowOutside, json, ...first } = GENERATE_OPTIONS;
  addOptions(command, first);
  for (const option of makingOptions(families)) command.addOption(optionOf(option));
  addOptions(command, { force, allowOutside, json }).action(
    async (file: string | undefined, options: GenerateOptions) => {
      finish(await (await import('./commands/generate.js')).generateCommand(file, options, command, families));
    },
  );
}
