import type {
  STUDY_CHECK_OPTIONS,
  STUDY_COLLECT_OPTIONS,
  STUDY_EXPORT_OPTIONS,
  STUDY_REPORT_OPTIONS,
  STUDY_STATUS_OPTIONS,
} from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import type { Refused } from '../../instances/fault.js';
import { EXIT } from '../exit-codes.js';
import { note, noteWarnings, printJson, printLines, unopened } from '../output.js';
import type { StudyWords } from '../study-surroundings.js';

/** Runs `plenum study check`, which validates a study. Returns the exit code: 0 if the study is valid, otherwise 2. */
export async function studyCheckCommand(
  study: string,
  { out, json, ...options }: WordsOf<typeof STUDY_CHECK_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  const { checkStudy } = await import('../../workbench/study/check.js');
  const answer = await checkStudy({ ...options, ...words, study, out: out ?? null });
  return told(answer, json, ({ text }) => text);
}

/** Runs `plenum study status`, which prints the progress of a study. Returns the exit code. */
export async function studyStatusCommand(
  folder: string,
  { json, allowOutside }: WordsOf<typeof STUDY_STATUS_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  const { studyStatus } = await import('../../workbench/study/status.js');
  const answer = await studyStatus(folder, { ...words, allowOutside });
  if (answer.ok) noteWarnings(answer.record.warnings);
  return told(answer, json, ({ lines }) => lines.join('\n'));
}

/** Runs `plenum study report`, which writes the report of a study. Returns the exit code. */
export async function studyReportCommand(
  folder: string,
  { json, out, times, force, allowOutside }: WordsOf<typeof STUDY_REPORT_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  const { reportStudy } = await import('../../workbench/study/report.js');
  const answer = await reportStudy(folder, { times, force, out: out ?? null }, { ...words, allowOutside });
  if (answer.ok) answer.notes.forEach(note);
  return told(answer, json, ({ text }) => text);
}

/**
 * Runs `plenum study collect`, which writes tables of the finished runs, and the report once all are finished. Returns
 * the exit code.
 */
export async function studyCollectCommand(
  folder: string,
  { json, force, allowOutside }: WordsOf<typeof STUDY_COLLECT_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  const { collectStudy } = await import('../../workbench/study/collect.js');
  const answer = await collectStudy(folder, { force }, { ...words, allowOutside });
  if (answer.ok) noteWarnings(answer.notes);
  const code = told(answer, json, ({ lines }) => lines.join('\n'));
  return answer.ok && !answer.complete ? EXIT.limitWithoutPlan : code;
}

/** Runs `plenum study export`, which writes the runs of a study as a table. Returns the exit code. */
export async function studyExportCommand(
  folder: string,
  { json, trajectories, allowOutside, ...options }: WordsOf<typeof STUDY_EXPORT_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  const { exportStudy } = await import('../../workbench/study/export.js');
  const asked = { ...options, trajectories: trajectories ?? null };
  const answer = await exportStudy(folder, asked, { ...words, allowOutside });
  if (answer.ok) {
    noteWarnings(answer.record.warnings);
    answer.notes.forEach(note);
  }
  return told(answer, json, ({ lines }) => lines.join('\n'));
}

/** Prints the result of a command (JSON or text), or the faults of its input. Returns the exit code. */
function told<Answer extends { readonly ok: true; readonly record: unknown }>(
  answer: Answer | Refused,
  json: boolean,
  textOf: (answer: Answer) => string,
): number {
  if (!answer.ok) return unopened(answer, json);
  if (json) printJson(answer.record);
  else printLines(textOf(answer));
  return EXIT.solved;
}
