import type { Command } from 'commander';
import type { AtlasOptions } from './commands/templates/atlas.js';
import { wholeNumber } from './options.js';

/** `plenum templates atlas`. */
export function addAtlas(group: Command, finish: (code: number) => void): void {
  group
    .command('atlas')
    .description(
      'one HTML file to leaf through the templates of a database: floor plan, vents, set-point, cores, proven gap',
    )
    .argument('<database>', 'made by plenum templates build')
    .requiredOption('--out <file>', 'the page')
    .option('--state <n>', 'state shown first', wholeNumber('--state', 0))
    .option('--instance <file>', 'of imported air, for temperatures: the instance the database was built from')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: AtlasOptions) => {
      finish(await (await import('./commands/templates/atlas.js')).atlasCommand(file, options));
    });
}
