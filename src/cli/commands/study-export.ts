import { type Command } from 'commander';
import type { ExportFormat } from '../../workbench/study/export.js';
import { EXIT } from '../exit-codes.js';
import { optionOf } from '../declared-options.js';
import { note, noteWarnings, printJson, printLines, refuse } from '../output.js';
import type { StudyWords } from '../study-surroundings.js';
import { ALLOW_OUTSIDE } from '../study-permissions.js';

interface StudyExportOptions {
  readonly format: ExportFormat;
  readonly out: string;
  readonly trajectories?: string;
  readonly times: boolean;
  readonly force: boolean;
  readonly allowOutside: boolean;
  readonly json: boolean;
}

/** Formats of the table; csv if none is named. */
const FORMATS: readonly ExportFormat[] = ['csv', 'sqlite', 'parquet'];

/** `plenum study export`: the runs of a study as a table. */
export function addStudyExport(group: Command, { finish, ...words }: StudyWords): void {
  group
    .command('export')
    .description('the runs of a study as a table: one row per run, in the order of the study')
    .argument('<folder>', 'study folder')
    .addOption(
      optionOf({
        flags: '--format <name>',
        help: 'format of the table',
        kind: { is: 'choice', of: FORMATS },
        preset: 'csv',
      }),
    )
    .requiredOption('--out <file>', 'where to write it')
    .option('--trajectories <file>', 'write the trajectories there, in the same format; a SQLite file has them anyway')
    .option('--no-times', 'leave out what depends on the machine: times, memory, host, versions')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option(...ALLOW_OUTSIDE)
    .option('--json', 'print one JSON object', false)
    .action(async (folder: string, { json, trajectories, allowOutside, ...options }: StudyExportOptions) => {
      const { exportStudy } = await import('../../workbench/study/export.js');
      const answer = await exportStudy(
        folder,
        { ...options, trajectories: trajectories ?? null },
        { ...words, allowOutside },
      );
      if (!answer.ok) {
        finish(refuse(answer.faults, json));
        return;
      }
      const { record, lines, notes } = answer;
      if (json) printJson(record);
      else printLines(lines.join('\n'));
      noteWarnings(record.warnings);
      notes.forEach(note);
      finish(EXIT.solved);
    });
}
