import type { Command } from 'commander';
import { addStudyCollect } from './commands/study-collect.js';
import { addStudyExport } from './commands/study-export.js';
import { addStudyReport } from './commands/study-report.js';
import { addStudyStatus } from './commands/study-status.js';
import { addStudyCheck } from './study-check-words.js';
import { addArena } from './arena-words.js';
import { addStudyRun } from './study-run-words.js';
import { addStudySubmit } from './study-submit-words.js';
import type { StudyWords } from './study-surroundings.js';

/** The commands of studies: `plenum study check|run|...` and `plenum arena` (docs/studies/README.md). */
export function addStudy(program: Command, words: StudyWords): void {
  const study = program.command('study').description('many runs from one file: check, run, resume, report, export');
  // Each command adds itself in a function of its own, with `words`.
  const commands: readonly ((group: Command, words: StudyWords) => void)[] = [
    addStudyCheck,
    addStudyRun,
    addStudySubmit,
    addStudyStatus,
    addStudyReport,
    addStudyCollect,
    addStudyExport,
  ];
  for (const add of commands) add(study, words);
  for (const command of study.commands) command.exitOverride().showHelpAfterError('(plenum --help says more)');
  addArena(program, words);
}
