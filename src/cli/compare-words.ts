import { type Command, Option } from 'commander';
import { nearestName } from '../instances/nearest-name.js';
import { METHODS } from '../methods/registry.js';
import { type Contestant, parseContestants } from '../studies/compare/reward-rate/contestants.js';
import { notForRobust } from './by-family.js';
import { refuse } from './output.js';
import { compareCommand, type CompareOptions } from './commands/compare.js';
import { atLeast, engineOption, OptionError, wholeNumber } from './options.js';

const MOST_TRIALS = 1000;

/** `plenum compare` on the command line. */
export function addCompare(program: Command, finish: (code: number) => void): void {
  program
    .command('compare')
    .description('methods side by side over seeded trials: gaps to one proven bound per trial, intervals, convergence')
    .argument('<instance>', 'instance file (JSON)')
    .addOption(
      new Option('--methods <list>', 'methods, comma-separated; name:naive is the form that ignores co-location')
        .argParser(contestants)
        .makeOptionMandatory(),
    )
    .option('--reference <method>', 'the one of them the others are held against (default: the first)')
    .option('--trials <n>', 'trials, with consecutive seeds', wholeNumber('--trials', 1, MOST_TRIALS), 5)
    .option('--vary', 'every trial is a seeded variant of the workload, the same for all methods', false)
    .option('--seed <n>', 'first seed', wholeNumber('--seed', 0), 1)
    .option('--time-limit <s>', 'stop each run after about this many seconds', atLeast('--time-limit', 0))
    .option('--work-limit <n>', 'stop each run after this many steps', wholeNumber('--work-limit', 1))
    .addOption(engineOption())
    .option('--out <dir>', 'write compare.json, compare.csv and compare.html there')
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: CompareOptions) => {
      const foreign = notForRobust(file, 'compare', 'Use plenum solve with each --method and the same seeds.');
      if (foreign !== null) finish(refuse([foreign], options.json));
      else finish(await compareCommand(file, options));
    });
}

function contestants(text: string): readonly Contestant[] {
  const parsed = parseContestants(text, METHODS);
  const known = METHODS.map(({ name }) => name);
  const [unknown] = parsed.unknown;
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, known);
    const hint = nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`;
    throw new OptionError(
      '--methods',
      unknown,
      `${known.join(', ')}, each also with ":naive" behind it`,
      `Choose from these${hint}.`,
    );
  }
  if (parsed.twice.length > 0) {
    throw new OptionError('--methods', parsed.twice[0], 'every method once', 'Name it once.');
  }
  return parsed.contestants;
}
