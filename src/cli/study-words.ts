import type { Command } from 'commander';
import { ARENA_OPTIONS, COMMAND_OPTIONS } from '../families/command-options.js';
import { addOptions } from './declared-options.js';
import type { StudyWords } from './study-surroundings.js';

/** A command about studies, without its options. */
interface StudyCommand {
  /** Name after `plenum study`. */
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly (readonly [name: string, help: string])[];
  /**
   * Runs the command and returns the exit code.
   *
   * @param given values of the arguments, in their order
   */
  readonly run: (given: readonly unknown[], options: never, words: StudyWords) => Promise<number>;
}

/** Argument that names a study, with its help text. */
const STUDY = ['<study>', 'study file (JSON or YAML), bundled study (plenum list), or study folder'] as const;
/** Argument that names a study folder, with its help text. */
const FOLDER = ['<folder>', 'study folder'] as const;

/** Commands after `plenum study`. A command's code is loaded when called. */
const COMMANDS: readonly StudyCommand[] = [
  {
    name: 'check',
    description: 'judge a study: its axes, how many runs it has and the first of them; nothing is run',
    arguments: [STUDY],
    run: async ([study], options, words) =>
      (await import('./commands/study-folder.js')).studyCheckCommand(study as string, options, words),
  },
  {
    name: 'run',
    description: 'make the runs of a study that its folder does not hold yet; a study cut short is continued',
    arguments: [STUDY],
    run: async ([study], options, words) =>
      (await import('./commands/study-run.js')).studyRunCommand(study as string, options, words),
  },
  {
    name: 'resume',
    description: 'continue the study of a folder: the same as run with the folder',
    arguments: [['<dir>', 'study folder']],
    run: async ([folder], options, words) =>
      (await import('./commands/study-run.js')).studyResumeCommand(folder as string, options, words),
  },
  {
    name: 'submit',
    description: 'hand the runs of a study that have no record to Slurm, or to any scheduler by a command',
    arguments: [STUDY, ['[sbatch...]', 'behind "--": options of sbatch, such as --time=60 --mem=4G']],
    run: async ([study, sbatch], options, words) =>
      (await import('./commands/study-submit.js')).studySubmitCommand(
        study as string,
        sbatch as readonly string[],
        options,
        words,
      ),
  },
  {
    name: 'status',
    description: 'how far a study has come: runs done, failed and missing, the best plan of each question',
    arguments: [FOLDER],
    run: async ([folder], options, words) =>
      (await import('./commands/study-folder.js')).studyStatusCommand(folder as string, options, words),
  },
  {
    name: 'report',
    description:
      'the page of a study: recommendation, ranking, profiles, every run; one HTML file that needs no network',
    arguments: [FOLDER],
    run: async ([folder], options, words) =>
      (await import('./commands/study-folder.js')).studyReportCommand(folder as string, options, words),
  },
  {
    name: 'collect',
    description: 'tables of the runs that have a record, what is missing and why, and the report once nothing is',
    arguments: [FOLDER],
    run: async ([folder], options, words) =>
      (await import('./commands/study-folder.js')).studyCollectCommand(folder as string, options, words),
  },
  {
    name: 'export',
    description: 'the runs of a study as a table: one row per run, in the order of the study',
    arguments: [FOLDER],
    run: async ([folder], options, words) =>
      (await import('./commands/study-folder.js')).studyExportCommand(folder as string, options, words),
  },
];

/**
 * Adds the commands about studies to the parser: `plenum study check|run|...` and `plenum arena`
 * (docs/studies/README.md).
 */
export function addStudy(program: Command, words: StudyWords): void {
  const study = program.command('study').description('many runs from one file: check, run, resume, report, export');
  for (const { name, description, arguments: taken, run } of COMMANDS) {
    const command = study.command(name).description(description);
    for (const [argument, help] of taken) command.argument(argument, help);
    addOptions(command, COMMAND_OPTIONS[`study ${name}`]!).action(async (...given: unknown[]) => {
      words.finish(await run(given.slice(0, taken.length), command.opts<never>(), words));
    });
    command.exitOverride().showHelpAfterError('(plenum --help says more)');
  }
  const arena = program
    .command('arena')
    .description(
      'which method should run on this instance: all of its family on seeded variants of it, and a recommendation',
    )
    .argument('<instance>', 'instance file (JSON)');
  addOptions(arena, ARENA_OPTIONS).action(async (file: string) => {
    words.finish(await (await import('./commands/arena.js')).arenaCommand(file, arena.opts(), words));
  });
}
