import { type Command } from 'commander';
import { EXIT } from '../exit-codes.js';
import { noteWarnings, printJson, printLines, refuse } from '../output.js';
import type { StudyWords } from '../study-surroundings.js';
import { ALLOW_OUTSIDE } from '../study-permissions.js';

/** `plenum study status`: how far a study has come. */
export function addStudyStatus(group: Command, { finish, ...words }: StudyWords): void {
  group
    .command('status')
    .description('how far a study has come: runs done, failed and missing, the best plan of each question')
    .argument('<folder>', 'study folder')
    .option(...ALLOW_OUTSIDE)
    .option('--json', 'print one JSON object', false)
    .action(
      async (folder: string, { json, allowOutside }: { readonly json: boolean; readonly allowOutside: boolean }) => {
        const { studyStatus } = await import('../../workbench/study/status.js');
        const answer = await studyStatus(folder, { ...words, allowOutside });
        if (!answer.ok) {
          finish(refuse(answer.faults, json));
          return;
        }
        if (json) printJson(answer.record);
        else printLines(answer.lines.join('\n'));
        noteWarnings(answer.record.warnings);
        finish(EXIT.solved);
      },
    );
}
