import type { Command } from 'commander';
import { MAX_WORKERS } from '../families/shared-options.js';
import type { StudyRunOptions } from './commands/study-run.js';
import { readerOf } from './declared-options.js';
import { OptionError } from './options.js';
import type { StudyWords } from './study-surroundings.js';
import { ALLOW_MODULES, ALLOW_OUTSIDE } from './study-permissions.js';

/** Addition of `plenum study run` and `plenum study resume`. */
export function addStudyRun(group: Command, words: StudyWords): void {
  const run = group
    .command('run')
    .description('make the runs of a study that its folder does not hold yet; a study cut short is continued')
    .argument('<study>', 'study file (JSON or YAML), bundled study, or study folder')
    .option('--out <dir>', 'study folder: one record file per run (default: the folder named as study)')
    .option(
      '--runs <keys>',
      'only the runs with these keys, comma-separated; 6 digits of each will do where they tell it apart',
      listOfKeys,
    )
    .option('--list <file>', 'only the runs whose keys stand in a line of this file, separated by blanks')
    .option('--line <n>', 'number of that line, from 1', readerOf('--line', { is: 'whole', least: 1 }));
  runOptions(run).action(async (study: string, options: StudyRunOptions) => {
    words.finish(await (await import('./commands/study-run.js')).studyRunCommand(study, options, words));
  });
  const resume = group
    .command('resume')
    .description('continue the study of a folder: the same as run with the folder')
    .argument('<dir>', 'study folder');
  runOptions(resume).action(async (folder: string, options: StudyRunOptions) => {
    words.finish(await (await import('./commands/study-run.js')).studyResumeCommand(folder, options, words));
  });
}

function runOptions(command: Command): Command {
  return command
    .option('--workers <n>', 'runs made at a time, each in a process of its own', workers, 1)
    .option('--retry <which>', 'failed: make the runs anew that failed', whichRuns)
    .option('--yes', 'make more runs than are made unasked', false)
    .option(...ALLOW_OUTSIDE)
    .option(...ALLOW_MODULES)
    .option('--json', 'print one JSON object', false);
}

/** Number of workers, as --workers takes it. */
const workers = readerOf('--workers', { is: 'whole', least: 1, most: MAX_WORKERS });

function whichRuns(text: string): 'failed' {
  if (text === 'failed') return text;
  throw new OptionError('--retry', text, 'failed', 'Runs that have a record and did not fail are never made again.');
}

/** Pattern of a key or of its beginning. */
const KEY_BEGINNING = /^[0-9a-f]{6,64}$/;

function listOfKeys(text: string): readonly string[] {
  const keys = text.split(',').map((key) => key.trim());
  const wrong = keys.find((key) => !KEY_BEGINNING.test(key));
  if (wrong === undefined) return keys;
  const allowed = 'keys of runs: 64 hexadecimal digits each, or 6 or more with which only one begins';
  throw new OptionError('--runs', wrong, allowed, 'Copy them from the records.');
}
