import type { Command } from 'commander';
import type { TemplatesCheckOptions } from './commands/templates/check.js';
import type { CoverageOptions } from './commands/templates/coverage.js';
import { wholeNumber } from './options.js';

/** Each is solved as a state of its own; far more than an estimate of a mean needs. */
const MAX_COVERAGE_SAMPLES = 100_000;

/** `plenum templates check`. */
export function addTemplatesCheck(group: Command, finish: (code: number) => void): void {
  group
    .command('check')
    .description('recompute every template of a database independently; exit code 3 if one is not what it says')
    .argument('<database>', 'from plenum templates build')
    .option('--sample <n>', 'only so many states, drawn at random', wholeNumber('--sample', 1))
    .option('--seed <n>', 'of the states drawn', wholeNumber('--seed', 0), 1)
    .option('--instance <file>', 'the instance it was built from; needed where its air was imported')
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: TemplatesCheckOptions) => {
      finish(await (await import('./commands/templates/check.js')).templatesCheckCommand(file, options));
    });
}

/** `plenum templates coverage`. */
export function addTemplatesCoverage(group: Command, finish: (code: number) => void): void {
  group
    .command('coverage')
    .description(
      'which states of a database are infeasible and why, what rounding to the nearest one costs, and which step to halve',
    )
    .argument('<database>', 'from plenum templates build')
    .option(
      '--samples <n>',
      'states off the grid, drawn at random; 0 for none',
      wholeNumber('--samples', 0, MAX_COVERAGE_SAMPLES),
      200,
    )
    .option('--seed <n>', 'of the states drawn', wholeNumber('--seed', 0), 1)
    .option('--instance <file>', 'the instance it was built from; needed where its air was imported')
    .option('--out <dir>', 'write coverage.json, running-cores.csv and samples.csv there')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: CoverageOptions) => {
      finish(await (await import('./commands/templates/coverage.js')).coverageCommand(file, options));
    });
}
