import type { Fault, Refused } from '../instances/fault.js';
import { exportStudy as exportOf, type StudyExported } from '../workbench/study/export.js';
import type { FolderSurroundings } from '../workbench/study/folder.js';
import { studyStatus as statusOf, type StudyStatusAnswer } from '../workbench/study/status.js';
import { readVersion } from '../workbench/version.js';
import type { StudyCheckAnswer } from '../workbench/study/check.js';
import type { StudyReported } from '../workbench/study/report.js';
import { studyRun as runOf, type StudyRunAnswer } from '../workbench/study/run.js';
import type {
  CheckStudyOptions,
  ExportStudyOptions,
  FolderOptions,
  ReportStudyOptions,
  RunStudyOptions,
} from './options.js';
import { packageDirectory } from './package-directory.js';
import { answered } from './prepared.js';
import {
  CALL,
  CHECK_STUDY_RULES,
  EXPORT_STUDY_RULES,
  FOLDER_RULES,
  optionFaults,
  REPORT_STUDY_RULES,
  type Rules,
  RUN_STUDY_RULES,
} from './rules.js';

/**
 * Validates a study and returns its runs, or all its faults, without running anything. `record` is what `plenum study
 * check --json` prints: axes, number of runs, and the first runs (docs/studies/file.md).
 *
 * @param study - Path of a study file (JSON or YAML), the name of a bundled study, or the path of a study folder.
 * @param options - Study folder to compare the study with, and permissions.
 */
export function checkStudy(study: string, options: CheckStudyOptions = {}): Promise<StudyCheckAnswer | Refused> {
  const { out = null, yes = false, allowOutside = false, allowModules = false } = { ...options };
  return asked(textFaults('study', study), options, CHECK_STUDY_RULES, async (surroundings) => {
    const { checkStudy: checkOf } = await import('../workbench/study/check.js');
    return checkOf({ ...surroundings, study, out, yes, allowOutside, allowModules });
  });
}

/**
 * Makes the runs of a study that have no record in its folder, each in its own process. An interrupted study thus
 * continues. `record` is what `plenum study run --json` prints (docs/studies/README.md).
 *
 * `ended` is `complete` if every run has a record, `stopped` if some have none yet, and `crashed` if some failed
 * because of an error in the program.
 *
 * @param study - Path of a study file (JSON or YAML), the name of a bundled study, or the path of a study folder.
 * @param options - Study folder, number of simultaneous runs, and which runs to make.
 */
export function runStudy(study: string, options: RunStudyOptions = {}): Promise<StudyRunAnswer | Refused> {
  const { out = null, workers = 1, keys = null, retry = 'none', yes = false, signal, onProgress } = { ...options };
  return asked(textFaults('study', study), options, RUN_STUDY_RULES, (surroundings) =>
    runOf({
      ...surroundings,
      study,
      out,
      workers,
      keys,
      retry,
      yes,
      allowOutside: options.allowOutside ?? false,
      allowModules: options.allowModules ?? false,
      ...(signal === undefined ? {} : { finish: signal }),
      onProgress: (_, state) => {
        onProgress?.(state);
      },
    }),
  );
}

/**
 * Writes the runs of a study as a table: one row for each run that has a record, in the order of the study
 * (docs/studies/tables.md). `record` is what `plenum study export --json` prints.
 *
 * @param folder - Path of a study folder.
 * @param out - Path of the file to write.
 * @param options - Format, what to leave out, and whether to overwrite.
 */
export function exportStudy(
  folder: string,
  out: string,
  options: ExportStudyOptions = {},
): Promise<StudyExported | Refused> {
  const { format = 'csv', trajectories = null, times = true, overwrite = false } = { ...options };
  const unfit = [...textFaults('folder', folder), ...textFaults('out', out)];
  return asked(unfit, options, EXPORT_STUDY_RULES, (surroundings) =>
    exportOf(folder, { format, out, trajectories, times, force: overwrite }, reading(options, surroundings)),
  );
}

/**
 * Writes the report of a study to one HTML file that needs no network. The report has recommendation, ranking,
 * performance profiles and all runs (docs/studies/report.md). `record` is what `plenum study report --json` prints.
 *
 * @param folder - Path of a study folder.
 * @param options - File to write, what to leave out, and whether to overwrite.
 */
export function reportStudy(folder: string, options: ReportStudyOptions = {}): Promise<StudyReported | Refused> {
  const { out = null, times = true, overwrite = false } = { ...options };
  return asked(textFaults('folder', folder), options, REPORT_STUDY_RULES, async (surroundings) => {
    const { reportStudy: reportOf } = await import('../workbench/study/report.js');
    return reportOf(folder, { out, times, force: overwrite }, reading(options, surroundings));
  });
}

/**
 * Returns the progress of a study: the numbers of finished, failed and missing runs, and the best plan for each
 * question. A question is an instance with its changes and options. `record` is what `plenum study status --json`
 * prints.
 *
 * @param folder - Path of a study folder.
 * @param options - Permissions.
 */
export function studyStatus(folder: string, options: FolderOptions = {}): Promise<StudyStatusAnswer | Refused> {
  return asked(textFaults('folder', folder), options, FOLDER_RULES, (surroundings) =>
    statusOf(folder, reading(options, surroundings)),
  );
}

/**
 * Returns the surroundings for reading a study folder, with the caller's permission to read files outside the folder.
 */
function reading({ allowOutside = false }: FolderOptions, surroundings: FolderSurroundings): FolderSurroundings {
  return { ...surroundings, allowOutside };
}

/**
 * Validates a call about a study. If it is valid, calls `verb` and returns the result of `verb`. Otherwise returns all
 * faults of the call.
 *
 * @param unfit faults of the positional arguments, found by the caller
 */
async function asked<Answer extends { readonly ok: boolean }>(
  unfit: readonly Fault[],
  options: object,
  rules: Rules,
  verb: (surroundings: FolderSurroundings) => Promise<Answer | Refused>,
): Promise<Answer | Refused> {
  const faults = [...unfit, ...optionFaults(options, rules)];
  if (faults.length > 0) return { ok: false, faults };
  const directory = packageDirectory();
  return answered(rules, () => verb({ packageDirectory: directory, plenumVersion: readVersion(directory) }));
}

/** Returns a fault unless a value is a non-empty text. */
function textFaults(path: string, value: unknown): readonly Fault[] {
  if (typeof value === 'string' && value.trim() !== '') return [];
  return [{ file: CALL, path, value, allowed: 'a path', remedy: 'Name one.' }];
}
