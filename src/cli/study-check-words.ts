import type { Command } from 'commander';
import type { StudyCheckOptions } from './commands/study-check.js';
import type { StudyWords } from './study-surroundings.js';
import { ALLOW_MODULES, ALLOW_OUTSIDE } from './study-permissions.js';

/** `plenum study check`. */
export function addStudyCheck(group: Command, words: StudyWords): void {
  group
    .command('check')
    .description('judge a study: its axes, how many runs it has and the first of them; nothing is run')
    .argument('<study>', 'study file (JSON or YAML), bundled study (plenum list), or study folder')
    .option('--out <dir>', 'study folder to compare it with: what is done, and what a change leaves valid')
    .option('--yes', 'let it have more than 10000 runs', false)
    .option(...ALLOW_OUTSIDE)
    .option(...ALLOW_MODULES)
    .option('--json', 'print one JSON object', false)
    .action(async (study: string, options: StudyCheckOptions) => {
      words.finish(await (await import('./commands/study-check.js')).studyCheckCommand(study, options, words));
    });
}
