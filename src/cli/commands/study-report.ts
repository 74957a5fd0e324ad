import type { Command } from 'commander';
import { EXIT } from '../exit-codes.js';
import { note, printJson, printLines, refuse } from '../output.js';
import type { StudyWords } from '../study-surroundings.js';
import { ALLOW_OUTSIDE } from '../study-permissions.js';

interface StudyReportOptions {
  readonly out?: string;
  readonly times: boolean;
  readonly force: boolean;
  readonly allowOutside: boolean;
  readonly json: boolean;
}

/** `plenum study report`: the page of a study. */
export function addStudyReport(group: Command, { finish, ...words }: StudyWords): void {
  group
    .command('report')
    .description(
      'the page of a study: recommendation, ranking, profiles, every run; one HTML file that needs no network',
    )
    .argument('<folder>', 'study folder')
    .option('--out <file>', 'where to write it (default: report.html in the folder)')
    .option('--no-times', 'leave out what depends on the machine: times, memory, host, versions')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option(...ALLOW_OUTSIDE)
    .option('--json', 'print one JSON object', false)
    .action(async (folder: string, { json, out, allowOutside, ...options }: StudyReportOptions) => {
      const { reportStudy } = await import('../../workbench/study/report.js');
      const answer = await reportStudy(folder, { ...options, out: out ?? null }, { ...words, allowOutside });
      if (!answer.ok) {
        finish(refuse(answer.faults, json));
        return;
      }
      if (json) printJson(answer.record);
      else printLines(answer.text);
      answer.notes.forEach(note);
      finish(EXIT.solved);
    });
}
