import type { Command } from 'commander';
import type { TemplatesDayOptions } from './commands/templates/day.js';
import type { RobustnessOptions } from './commands/templates/robustness.js';
import { atLeast, choiceOption, OptionError, wholeNumber } from './options.js';

/** A month: what is drawn as figures and rows by minute stays readable. */
const LONGEST_DAY_S = 31 * 86_400;
/** Shorter ones change nothing a model of minutes can tell, and take for ever; longer ones than an hour pass over mapping events. */
const SHORTEST_STEP_S = 0.1;
const LONGEST_STEP_S = 3600;

/** Options that say which tasks arrive. */
export function arrivalsOptions(command: Command): Command {
  return command
    .option('--arrivals <pattern>', 'constant, bursty, sinusoidal, or a job trace: a .swf or .swf.gz file', 'constant')
    .option(
      '--rate <tasks/s>',
      'constant: of all task types together (default 6); bursty: high,low (9,3); sinusoidal: mean (0.08)',
      numbers('--rate'),
    )
    .option('--burst-s <s>', 'bursty: length of the high and of the low intervals (default 7200)', above('--burst-s'))
    .option('--amplitude <share>', 'sinusoidal: 0 to 1 (default 0.6)', atLeast('--amplitude', 0))
    .option(
      '--trace-start-s <s>',
      'trace: second of it at which the day begins (default 0)',
      atLeast('--trace-start-s', 0),
    )
    .option('--task-per <what>', 'trace: a task per job (default) or per processor of it')
    .option(
      '--task-times <what>',
      'trace: tasks take the time of their type (default), or the run time of their job: trace',
    )
    .option('--duration-s <s>', 'length of the day', within('--duration-s', 1, LONGEST_DAY_S), 86_400)
    .option('--seed <n>', 'of arrivals, task types and nodes drawn at random', wholeNumber('--seed', 0), 1);
}

/** `plenum templates day`. */
export function addTemplatesDay(group: Command, finish: (code: number) => void): void {
  const day = group
    .command('day')
    .description('simulate a day of a room, task by task, with and without templates: reward, energy, temperatures')
    .argument('<instance>', 'templates instance (JSON)')
    .option('--database <file>', 'templates of the instance, from plenum templates build')
    .option(
      '--methods <list>',
      'pairs such as greedy+templates,lbbn+throttling (default: greedy with each thermal manager there is)',
    )
    .option('--mapping <name>', 'instead of --methods: greedy, consolidation, lbbn or lbbr')
    .option('--thermal <name>', 'instead of --methods: overcooling, throttling or templates');
  arrivalsOptions(day)
    .option(
      '--energy-budget <MJ,...>',
      'when it is spent the room stops (default: no limit)',
      numbers('--energy-budget'),
    )
    .option('--overcooling-c <C>', 'set-point of overcooling', finite('--overcooling-c'), 22)
    .option('--throttling-c <C>', 'set-point of throttling', finite('--throttling-c'), 28)
    .option(
      '--thermal-step-s <s>',
      'longest step of temperatures',
      within('--thermal-step-s', SHORTEST_STEP_S, LONGEST_STEP_S),
      10,
    )
    .addOption(
      choiceOption(
        '--infeasible-state <rule>',
        'where the nearest state is infeasible: the largest power limit, the next higher one that is not, or its best effort',
        ['largest-limit', 'next-limit', 'best-effort'],
        'largest-limit',
      ),
    )
    .option('--out <dir>', 'write result.json, series.csv and day.html there')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: TemplatesDayOptions) => {
      finish(await (await import('./commands/templates/day.js')).templatesDayCommand(file, options));
    });
}

/** `plenum templates robustness`. */
export function addTemplatesRobustness(group: Command, finish: (code: number) => void): void {
  const robustness = group
    .command('robustness')
    .description(
      'templates in rooms whose air is not quite the one they were made for: outlets too hot, reward of a day',
    )
    .argument('<instance>', 'templates instance (JSON)')
    .requiredOption('--database <file>', 'templates of the instance, from plenum templates build')
    .option('--spread <share>', 'influence weights are off by up to this share', atLeast('--spread', 0), 0.1)
    .option(
      '--rooms <n>',
      'noisy rooms, with seeds from --seed on; two with more and less recirculation follow',
      wholeNumber('--rooms', 1, 1000),
      5,
    );
  arrivalsOptions(robustness)
    .option(
      '--energy-budget <MJ>',
      'when it is spent the room stops (default: no limit)',
      atLeast('--energy-budget', 0),
    )
    .option(
      '--thermal-step-s <s>',
      'longest step of temperatures',
      within('--thermal-step-s', SHORTEST_STEP_S, LONGEST_STEP_S),
      10,
    )
    .option('--out <dir>', 'write robustness.json there')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: RobustnessOptions) => {
      finish(await (await import('./commands/templates/robustness.js')).robustnessCommand(file, options));
    });
}

/** Numbers at least 0, separated by commas. */
function numbers(option: string): (text: string) => readonly number[] {
  const one = atLeast(option, 0);
  return (text) => text.split(',').map(one);
}

function above(option: string): (text: string) => number {
  const number = atLeast(option, 0);
  return (text) => {
    const value = number(text);
    if (value === 0) throw new OptionError(option, text, 'a number above 0', 'Correct the value.');
    return value;
  };
}

function within(option: string, least: number, most: number): (text: string) => number {
  const number = atLeast(option, 0);
  return (text) => {
    const value = number(text);
    if (value >= least && value <= most) return value;
    throw new OptionError(option, text, `seconds from ${least} to ${most}`, 'Correct the value.');
  };
}

function finite(option: string): (text: string) => number {
  return atLeast(option, -273);
}
