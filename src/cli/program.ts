import { Command } from 'commander';
import { boundRobustCommand } from './commands/bound-robust.js';
import { boundCommand, type BoundOptions } from './commands/bound.js';
import { checkRobustCommand } from './commands/check-robust.js';
import { checkCommand, type CheckOptions } from './commands/check.js';
import { generateRoom, generateTrials, generateVariants } from './commands/generate.js';
import { listCommand } from './commands/list.js';
import { validateCommand } from './commands/validate.js';
import { atLeast, choiceOption, engineOption, OptionError, wholeNumber } from './options.js';
import { addCompare } from './compare-words.js';
import { addSimulate } from './simulate-words.js';
import { addStudies } from './study-commands.js';
import { addReproduce } from './reproduce-words.js';
import { byFamily } from './by-family.js';
import { goalOf } from './robust-words.js';
import { addSolve } from './solve-words.js';
import { readVersion } from './version.js';

/** The command line: words to calls. `finish` receives the exit code. */
export function plenumProgram(packageDirectory: string, finish: (code: number) => void): Command {
  const program = new Command('plenum')
    .description('Plan heterogeneous HPC facilities offline; every answer with a proven gap and an independent check.')
    .version(readVersion(packageDirectory))
    .exitOverride()
    .showHelpAfterError('(plenum --help says more)');
  program.addHelpText(
    'after',
    '\nExit codes: 0 solved, 1 our fault, 2 bad input, 3 no feasible plan, 4 limit reached without a plan.',
  );

  addSolve(program, finish);

  program
    .command('check')
    .description('recompute power, temperatures and reward of a plan independently; exit code 3 if it breaks a limit')
    .argument('<instance>')
    .argument('<plan>')
    .option('--constraints <module>', 'limits of your own, a JavaScript module')
    .option('--problem <goal>', "robust instances: mo-ec or eo-mc (default: the plan's)")
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, plan: string, options: CheckOptions & { problem?: string }, command: Command) => {
      finish(
        await byFamily(file, command, options.json, {
          'reward-rate': () => checkCommand(file, plan, options),
          robust: () => checkRobustCommand(file, plan, { ...goalOf(options.problem), json: options.json }),
        }),
      );
    });

  program
    .command('validate')
    .description('list every problem of instance files')
    .argument('<instance...>')
    .option('--json', 'print one JSON object', false)
    .action((files: string[], options: { json: boolean }) => {
      finish(validateCommand(files, options));
    });

  program
    .command('bound')
    .description('the certified upper bound alone')
    .argument('<instance>')
    .addOption(engineOption())
    .option('--time-limit <s>', 'stop after about this many seconds', atLeast('--time-limit', 0))
    .option('--write-model <file>', 'write the LP as .mps or .lp')
    .option('--problem <goal>', 'robust instances: mo-ec or eo-mc (default: mo-ec)')
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: BoundOptions & { problem?: string }, command: Command) => {
      finish(
        await byFamily(file, command, options.json, {
          'reward-rate': () => boundCommand(file, options),
          robust: () => boundRobustCommand(file, { goal: 'mo-ec', ...options, ...goalOf(options.problem) }),
        }),
      );
    });

  addStudies(program, finish);
  addGenerate(program, finish);
  addReproduce(program, finish);
  addCompare(program, finish);
  addSimulate(program, finish);

  program
    .command('list')
    .description('methods, LP engines and bundled instances')
    .option('--json', 'print one JSON object', false)
    .action((options: { json: boolean }) => {
      finish(listCommand(packageDirectory, options));
    });
  // Subcommands inherit neither of these.
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(plenum --help says more)');
  return program;
}

const MOST_VARIANTS = 10_000;
const CAP_PER_30_RACKS_W = 190_000;
const MOST_TASK_TYPES = 100;

interface GenerateWords {
  readonly seed: number;
  readonly count: number;
  readonly out: string;
  readonly json: boolean;
  readonly racks?: number;
  readonly workload: 'memory' | 'hybrid' | 'cpu' | 'all';
  readonly taskTypes?: number;
  readonly airflow: 'balanced' | 'nominal';
  readonly coldAisles: 'open' | 'isolated';
  readonly powerCap?: number;
  readonly redLine: number;
}

function addGenerate(program: Command, finish: (code: number) => void): void {
  const generate = program
    .command('generate')
    .description(
      'seeded variants of an instance (rewards, deadlines and arrivals; times of a robust one), or the thesis room at any size',
    )
    .argument('[instance]', 'instance to vary; without it --racks makes a new room')
    .option('--seed <n>', 'first seed', wholeNumber('--seed', 0), 1)
    .option('--count <n>', 'how many variants, with consecutive seeds', wholeNumber('--count', 1, MOST_VARIANTS), 1)
    .option('--out <dir>', 'directory to write to', '.')
    .option('--racks <n>', 'racks of a new room (36 nodes each): 30 or a multiple of 60', wholeNumber('--racks', 1))
    .addOption(choiceOption('--workload <name>', 'tasks of a new room', ['memory', 'hybrid', 'cpu', 'all'], 'hybrid'))
    .option(
      '--task-types <n>',
      "task types of a new room: the workload's first n, or copies of them with measurements of their own",
      wholeNumber('--task-types', 1, MOST_TASK_TYPES),
    )
    .addOption(choiceOption('--airflow <regime>', 'fans of a new room', ['balanced', 'nominal'], 'balanced'))
    .addOption(choiceOption('--cold-aisles <kind>', 'containment of a new room', ['open', 'isolated'], 'open'))
    .option('--power-cap <W>', 'cap of a new room, W (default: 190 kW per 30 racks)', atLeast('--power-cap', 0))
    .option('--red-line <C>', 'red line of a new room, C', atLeast('--red-line', -50), 30)
    .option('--json', 'print one JSON object', false);
  generate.action(async (file: string | undefined, words: GenerateWords, command: Command) => {
    if (file !== undefined) {
      finish(
        await byFamily(file, command, words.json, {
          'reward-rate': () => generateVariants(file, words),
          robust: () => generateTrials(file, words),
        }),
      );
    } else if (words.racks === undefined || (words.racks !== 30 && words.racks % 60 !== 0)) {
      throw new OptionError('--racks', words.racks, '30 or a multiple of 60', 'Give it, or name an instance to vary.');
    } else {
      const { racks, workload, taskTypes, airflow, coldAisles, powerCap, redLine, seed } = words;
      const powerCapW = powerCap ?? (CAP_PER_30_RACKS_W * racks) / 30;
      const room = { racks, workload, taskTypes, airflow, coldAisles, powerCapW, redLineC: redLine, seed };
      finish(generateRoom(room, words));
    }
  });
}
