import type { Command } from 'commander';
import { EXIT } from '../exit-codes.js';
import { noteWarnings, printJson, printLines, refuse } from '../output.js';
import type { StudyWords } from '../study-surroundings.js';
import { ALLOW_OUTSIDE } from '../study-permissions.js';

interface StudyCollectOptions {
  readonly allowOutside: boolean;
  readonly force: boolean;
  readonly json: boolean;
}

/** `plenum study collect`: tables of what is there, what is missing and why, and the report of a complete study. */
export function addStudyCollect(group: Command, { finish, ...words }: StudyWords): void {
  group
    .command('collect')
    .description('tables of the runs that have a record, what is missing and why, and the report once nothing is')
    .argument('<folder>', 'study folder')
    .option(...ALLOW_OUTSIDE)
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (folder: string, { json, force, allowOutside }: StudyCollectOptions) => {
      const { collectStudy } = await import('../../workbench/study/collect.js');
      const answer = await collectStudy(folder, { force }, { ...words, allowOutside });
      if (!answer.ok) {
        finish(refuse(answer.faults, json));
        return;
      }
      if (json) printJson(answer.record);
      else printLines(answer.lines.join('\n'));
      noteWarnings(answer.notes);
      finish(answer.complete ? EXIT.solved : EXIT.limitWithoutPlan);
    });
}
